// The server's games, requested at start and again after a reconnection.
import { ask } from '../backend'
import { has, t, t_or } from '../i18n'
import type { GameInfo } from '../protocol'
import { read_spec } from '../spec'
import { complain } from './notices.svelte'

export const catalog: { games: GameInfo[]; ready: boolean; version: string } = $state({ games: [], ready: false, version: '' })

/** Games in the order of their groups: native, library, own files. Documents without groups are recognised by their shape. */
function in_order(document: { games: GameInfo[]; library?: GameInfo[] }): GameInfo[] {
  const all = [...document.games, ...(document.library ?? []).map((g) => ({ ...g, group: g.group ?? ('library' as const) }))]
  const rank = { native: 0, library: 1, own: 2 }
  return all
    .map((g) => {
      const group = g.group ?? 'native'
      const players = g.players ?? 2
      return { ...g, group, players, agents: g.agents ?? [], ladder: g.ladder ?? [], seats: g.seats ?? Array.from({ length: players }, (_, k) => String(k + 1)) }
    })
    .sort((a, b) => rank[a.group] - rank[b.group])
}

export async function load_catalog() {
  try {
    catalog.games = in_order(await ask<{ games: GameInfo[] }>('/api/games'))
    catalog.ready = true
    catalog.version = (await ask<{ version?: string }>('/api/health')).version ?? ''
  } catch (e) {
    if (catalog.ready) return
    complain(e)
  }
}

/** Information on a game, by its name with parameters. */
export function info_of(game: string): GameInfo | undefined {
  const id = read_spec(game).id
  return catalog.games.find((g) => g.id === game) ?? catalog.games.find((g) => g.id === id)
}

export function title_of(game: GameInfo | undefined, otherwise = ''): string {
  if (!game) return otherwise
  const key = `game.${game.id}.title`
  return game.group !== 'own' && has(key) ? t(key) : game.title
}

/** Name of a seat in the reader's language; one without a translation is capitalised. */
export function seat_words(game: string, name: string): string {
  return t_or(`seat.${game}.${name}`, t_or(`seat.${name}`, name.charAt(0).toUpperCase() + name.slice(1)))
}

/**
 * Agents from weak to strong, each with the number of its label. The game's ladder consists of quick searches, none of which is
 * called strong: that is the usual opponent on the command line, unless it is of the ladder's own kind and searches no further.
 */
export function scale_of(game: GameInfo): { agent: string; word: number }[] {
  const { ladder, default_agent: top } = game
  const n = ladder.length
  if (n === 0) return []
  const scale = ladder.map(({ agent }, k) => ({ agent, word: n === 1 ? 2 : Math.round((k / (n - 1)) * (n === 2 ? 2 : 3)) }))
  if (top && !ladder.some(({ agent }) => agent === top || agent.startsWith(`${top}:`))) scale.push({ agent: top, word: 4 })
  return scale
}

/** Strength of an agent on the game's scale, as a label; unknown for others. */
export function strength_words(game: GameInfo | undefined, agent: string): string {
  const rung = game && scale_of(game).find((r) => r.agent === agent)
  return rung ? t(`strength.${rung.word}`) : ''
}

/** Default opponent: one of middle strength, or what there is. */
export function usual_agent(game: GameInfo): string {
  const middle = scale_of(game).find((r) => r.word >= 2)
  if (middle) return middle.agent
  return game.agents.some((a) => a.id === 'uct') ? 'uct:playouts=200' : (game.agents[0]?.id ?? 'random')
}
