// The games that the server knows, asked for once and again after it has been away.
import { ask } from '../backend'
import { has, t, t_or } from '../i18n'
import type { GameInfo } from '../protocol'
import { read_spec } from '../spec'
import { complain } from './notices.svelte'

export const catalog: { games: GameInfo[]; ready: boolean; version: string } = $state({ games: [], ready: false, version: '' })

/** The games in their groups' order: native, the library's, own files. Documents without groups are told apart by their shape. */
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

/** What is known of a game by its name with parameters. */
export function info_of(game: string): GameInfo | undefined {
  const id = read_spec(game).id
  return catalog.games.find((g) => g.id === game) ?? catalog.games.find((g) => g.id === id)
}

export function title_of(game: GameInfo | undefined, otherwise = ''): string {
  if (!game) return otherwise
  const key = `game.${game.id}.title`
  return game.group !== 'own' && has(key) ? t(key) : game.title
}

/** A seat's name in the reader's words; a name that only its rules know begins like one. */
export function seat_words(game: string, name: string): string {
  return t_or(`seat.${game}.${name}`, t_or(`seat.${name}`, name.charAt(0).toUpperCase() + name.slice(1)))
}

/** How strong an agent of the game's ladder is, in words; of others nothing is known. */
export function strength_words(game: GameInfo | undefined, agent: string): string {
  const rung = game?.ladder.findIndex((l) => l.agent === agent) ?? -1
  return !game || rung < 0 ? '' : t(`strength.${Math.round((rung / Math.max(1, game.ladder.length - 1)) * 4)}`)
}

/** Who sits against a person where nobody says: the middle of the ladder, or what there is. */
export function usual_agent(game: GameInfo): string {
  const ladder = game.ladder
  if (ladder.length > 0) return (ladder[Math.floor(ladder.length / 2)] as { agent: string }).agent
  return game.agents.some((a) => a.id === 'uct') ? 'uct:playouts=200' : (game.agents[0]?.id ?? 'random')
}
