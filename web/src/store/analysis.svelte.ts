// Analysis of the position shown: deepening lines, exact values, and findings of the game's studies.
import { ask, onconnection, onmessage, send } from '../backend'
import type { At } from '../scene'
import type { Line, LinesMessage, PositionDocument } from '../protocol'
import { complain } from './notices.svelte'
import { play } from './play.svelte'
import { parts_of, ranked, sites_in, value_text, ways_in } from '../values'

class Analysis {
  on = $state(false)
  agent = $state('') // '': the server's choice, which thinks longer and longer
  count = $state(3)
  answer: LinesMessage | null = $state.raw(null)
  facts: PositionDocument | null = $state.raw(null)
  at = $state(-1) // the node that the lines belong to
  whole: { done: number; total: number } | null = $state.raw(null)
  private id = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private abort: AbortController | null = null
  private whole_abort: AbortController | null = null

  constructor() {
    onmessage((m) => {
      if (m.type === 'lines' && Number(m.id) === this.id && this.on) this.receive(m)
    })
    onconnection((state) => {
      if (state === 'open' && this.on) this.start()
    })
  }

  /** The analysing agent, or the last one. */
  get who(): string {
    return this.agent || (this.answer?.agent ?? '')
  }
  get unit(): string {
    return this.answer?.unit ?? ''
  }
  seat_of(seat: number | string | undefined): number {
    if (typeof seat === 'number') return seat
    const turn = play.turn_of(play.node.shown ?? null)
    const found = play.seats.findIndex((s) => s.name === seat)
    return found >= 0 ? found : typeof turn === 'number' ? turn : 0
  }
  private receive(m: LinesMessage) {
    this.answer = m
    const best = m.lines[0]
    const node = play.tree.nodes.get(this.at)
    if (best && node) {
      node.found = { value: best.value, unit: m.unit ?? '', seat: this.seat_of(m.seat), exact: best.exact }
      play.version++
    }
  }

  /** Restarts for the position shown, after a moment: leafing through a game starts no searches. */
  start() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.ask_now(), 120)
  }
  private ask_now() {
    if (!this.on || !play.game || !play.joined) return
    const node = play.node
    this.at = node.id
    this.answer = null
    this.facts = null
    this.abort?.abort()
    const where = { game: play.game, ...(play.position ? { position: play.position } : {}), moves: play.tree.moves(node.id) }
    this.id++
    const turn = play.turn_of(node.shown ?? null)
    if (node.shown && (turn === 'over' || node.shown.result)) send({ type: 'stop' })
    else send({ type: 'analyse', id: this.id, ...where, ...(this.agent ? { agent: this.agent } : {}), lines: this.count })
    const abort = (this.abort = new AbortController())
    ask<PositionDocument>('/api/position', where, 'POST', abort.signal)
      .then((d) => {
        if (!abort.signal.aborted) this.facts = d
      })
      .catch((e) => {
        if (!abort.signal.aborted) console.info('no findings of the position', e)
      })
  }
  stop() {
    clearTimeout(this.timer)
    this.id++
    this.abort?.abort()
    this.whole_abort?.abort()
    this.whole = null
    this.answer = null
    this.facts = null
    this.at = -1
    send({ type: 'stop' })
  }

  /** Parts of the evaluation bar for the position shown. */
  get parts(): number[] | null {
    const found = play.node.found
    return found && play.seats.length > 0 ? parts_of(found, play.seats.length) : null
  }
  get arrows(): { path: At[]; weight: number; exact?: boolean }[] {
    const layout = play.layout
    if (!this.on || !layout || this.at !== play.here) return []
    // By the picks of the move; where they are unknown, as for an agent's move, by the sites that its text names.
    const choices = play.node.shown?.choices
    return (this.answer?.lines ?? []).slice(0, this.count).flatMap((line, k) => {
      const ways = (choices && ways_in(choices).get(line.move)) ?? [sites_in(line.move, layout)]
      return ways.filter((path) => path.length > 0).map((path) => ({ path, weight: 1 / (k + 1), ...(line.exact ? { exact: true } : {}) }))
    })
  }
  get values(): Record<string, { text: string; exact: boolean; best?: boolean }> {
    if (!this.on || this.at !== play.here) return {}
    const out: Record<string, { text: string; exact: boolean; best?: boolean }> = {}
    this.answer?.lines.forEach((line: Line, k) => {
      out[line.move] = { text: value_text(line.value, this.unit), exact: line.exact, ...(k === 0 ? { best: true } : {}) }
    })
    const exact = this.facts?.exact
    if (exact?.moves) {
      const order = ranked(exact.value, exact.moves)
      for (const [move, value] of order) out[move] = { text: value_text(value), exact: true, ...(value === order[0]?.[1] ? { best: true } : {}) }
    }
    return out
  }

  /** Analyses each position of the line shown, for the graph. */
  async whole_game(seconds: number) {
    this.whole_abort?.abort()
    const abort = (this.whole_abort = new AbortController())
    const tree = play.tree
    const way = [tree.root, ...tree.path(tree.end(play.here).id)]
    const agent = this.agent
    try {
      for (let k = 0; k < way.length; k++) {
        this.whole = { done: k, total: way.length }
        const node = way[k]
        if (!node || play.tree !== tree) break
        if (node.found || node.shown?.result) continue
        const d = await ask<LinesMessage & { view?: string | number; turn?: string | number }>(
          '/api/analyse',
          { game: play.game, ...(play.position ? { position: play.position } : {}), moves: tree.moves(node.id), ...(agent ? { agent } : {}), lines: 1, seconds },
          'POST',
          abort.signal,
        ).catch((e) => {
          if (abort.signal.aborted) throw e
          return null // dice, or the end: nothing to evaluate
        })
        const best = d?.lines[0]
        if (!d || !best) continue
        const who = d.seat ?? d.view ?? d.turn
        const named = play.seats.findIndex((s) => s.name === who)
        node.found = { value: best.value, unit: d.unit ?? '', seat: typeof who === 'number' ? who : Math.max(0, named), exact: best.exact }
        play.version++
      }
    } catch (e) {
      if (!abort.signal.aborted) complain(e)
    } finally {
      if (this.whole_abort === abort) this.whole = null
    }
  }
  stop_whole() {
    this.whole_abort?.abort()
    this.whole = null
  }
}

export const analysis = new Analysis()
