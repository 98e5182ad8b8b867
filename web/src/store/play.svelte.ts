// The game on the board: server state, the tree of moves played and tried, and the position shown.
import { ask, onconnection, onmessage, send } from '../backend'
import { apply } from '../board/apply'
import { say, t, t_or } from '../i18n'
import type { Ended, FromServer, MovedMessage, Problem, RecordDocument, SeatNow, SeatWho, SharedMessage, ShowDocument, TableMessage } from '../protocol'
import type { Choices, Layout, Scene, Step } from '../scene'
import { sound } from '../sounds'
import { read_spec } from '../spec'
import { info_of, load_catalog, seat_words, usual_agent } from './catalog.svelte'
import { Clock } from './clock.svelte'
import { keep, type Kept } from './keep'
import { complain, inform, refuse, speak } from './notices.svelte'
import { settings } from './settings.svelte'
import { Tree, type Shown, type TreeNode } from './tree'
import { ranks_of } from '../values'

export interface Beginning {
  game: string
  position?: string
  moves?: string[]
  seats?: SeatWho[]
  seed?: number | string
  paused?: boolean
  clock?: { minutes: number; increment: number }
}

/**
 * Differences between one's own game and a shared table. A table receives server messages first; the board belongs to it until
 * another game begins.
 */
export interface Policy {
  readonly own: boolean // everything can be undone and tried; stored in this browser, with its clock
  readonly running: boolean
  readonly link: string
  readonly title: string
  plays(seat: number): boolean // whether the reader moves for it
  hears(message: FromServer): boolean // whether the board should also receive the message
  left(): void
}

/** Estimated duration of the steps' animation: the next move waits for it. */
export function about(steps: Step[], speed: number): number {
  if (speed === 0) return 0
  const one = { move: 300, take: 240, put: 170, drop: 170, carry: 300, flip: 400, turn: 200, roll: 520, set: 60, mark: 0, say: 0, again: 2000 }
  let time = 100
  for (const step of steps) time += step.do === 'sow' ? 190 * step.over.length : one[step.do]
  return Math.min(time, 30_000) / speed
}

/** The board plays a single choice by itself, which it must not do while the reader leafs through the record. */
function only_pass(choices: Choices): boolean {
  const picks = choices.form === 'tree' ? (choices.nodes[0]?.picks ?? []) : []
  return picks.length === 1 && picks[0] !== undefined && 'key' in picks[0]
}

const still = () => typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches

interface Pending {
  ply: number
  move: string
  node: number // -1: not shown yet
  sent: boolean
}

class Play {
  game = $state('') // canonical, with parameters; '': none
  position = $state('') // start position; '': the game's own
  wants: SeatWho[] = $state.raw([])
  seats: SeatNow[] = $state.raw([])
  layout: Layout | null = $state.raw(null)
  seed: number | string | undefined = $state()
  paused = $state(false)
  ended: Ended | null = $state.raw(null)
  thinking: { seat: number; agent: string } | null = $state.raw(null)
  problem: Problem | null = $state.raw(null) // why the server could not open it
  below = $state(0)
  live = $state(0) // node of the server's game
  here = $state(0) // node shown
  joined = $state(false)
  animation: { id: number; from: Scene; steps: Step[] } | null = $state.raw(null)
  version = $state(0) // of the tree
  tree = new Tree()
  private readonly own: Policy = {
    own: true,
    running: true,
    link: '#play',
    title: '',
    plays: (seat) => this.seats[seat]?.who !== 'agent',
    hears: (message) => !('table' in message),
    left: () => {},
  }
  policy: Policy = $state.raw(this.own)
  private pending: Pending | null = $state.raw(null) // the reader's move, until the server confirms it
  clock = new Clock((seat) => this.policy.own && this.end('time', seat)) // at a shared table the server ends the game on time
  private uid = ''
  private written: string[] = [] // players of a record that was read
  private comments: string[] = [] // from its head
  private following = true
  private animations = 0
  private told = false // the board reports when it has shown a move
  private chase: ReturnType<typeof setTimeout> | undefined
  private keeping: ReturnType<typeof setTimeout> | undefined
  private asked = new Set<number>()
  private last: Shown | null = null

  constructor() {
    onmessage((message) => this.receive(message))
    onconnection((state) => {
      this.joined = false
      if (state === 'open' && this.game && this.policy.own) this.join(true)
      if (state !== 'open') {
        if (this.pending) this.pending.sent = false
        this.thinking = null
        this.clock.stop()
      }
    })
  }

  // ---- The position shown.

  get node(): TreeNode {
    void this.version
    return this.tree.get(this.here)
  }
  /** The position shown, or the previous one while it is loading. */
  get shown(): Shown | null {
    const shown = this.node.shown
    if (shown) this.last = shown
    return shown ?? this.last
  }
  get live_shown(): Shown | null {
    void this.version
    return this.tree.get(this.live).shown ?? null
  }
  get at_live(): boolean {
    return this.here === this.live || this.here === this.pending?.node
  }
  get over(): boolean {
    const shown = this.live_shown
    return this.ended !== null || (shown !== null && (shown.result !== null || shown.turn === 'over'))
  }
  /** The seat on turn there. */
  turn_of(shown: Shown | null): number | 'chance' | 'over' {
    if (!shown || shown.turn === 'over') return 'over'
    const turn = shown.scene?.turn ?? shown.turn
    if (typeof turn === 'number') return turn
    const seat = this.seats.findIndex((s) => s.name === turn)
    return seat >= 0 ? seat : turn === 'chance' ? 'chance' : 'over'
  }
  get turn(): number | 'chance' | 'over' {
    if (this.at_live && this.ended) return 'over'
    return this.turn_of(this.shown)
  }
  /** May a move be made here? On turn at the live end, or as a variation elsewhere. */
  get interactive(): boolean {
    const shown = this.node.shown
    if (!shown?.choices) return false
    if (!this.at_live) return this.policy.own && this.joined && !only_pass(shown.choices)
    // A move can be composed while disconnected; it is sent after reconnecting.
    return !this.over && !this.pending && this.policy.running && this.person_on_turn
  }
  get person_on_turn(): boolean {
    const turn = this.turn_of(this.live_shown)
    return typeof turn === 'number' && this.policy.plays(turn)
  }
  get agents_only(): boolean {
    return this.seats.length > 0 && this.seats.every((s) => s.who === 'agent')
  }
  get history(): string[] {
    void this.version
    return this.tree.moves(this.here)
  }
  seat_name(seat: number | string): string {
    if (typeof seat === 'string') return seat === 'chance' ? t('word.chance') : seat
    const text = this.layout?.seats?.[seat]
    if (text && !('plain' in text)) return say(text)
    const name = text?.plain ?? this.seats[seat]?.name ?? info_of(this.game)?.seats[seat] ?? String(seat + 1)
    return seat_words(read_spec(this.game).id, name)
  }
  get seat_names(): string[] {
    const n = Math.max(this.seats.length, this.layout?.seats?.length ?? 0)
    return Array.from({ length: n }, (_, k) => this.seat_name(k))
  }

  // ---- Starting a game.

  begin(b: Beginning, ply?: number) {
    this.clear()
    const info = info_of(b.game)
    const players = info?.players ?? 2
    this.game = b.game
    this.position = b.position ?? ''
    this.wants = b.seats ?? Array.from({ length: players }, () => ({ who: 'human' as const }))
    this.seed = b.seed
    this.paused = b.paused ?? false
    this.live = this.tree.follow(b.moves ?? []).id
    this.here = ply === undefined ? this.live : (this.tree.path(this.live)[ply - 1]?.id ?? (ply === 0 ? 0 : this.live))
    this.following = this.here === this.live
    this.turn_to_people()
    if (b.clock && b.clock.minutes > 0) this.clock.set(b.clock.minutes, b.clock.increment, players)
    this.changed()
    this.join()
  }
  /** Starts a game between a person and the default agent. */
  begin_usual(game: string) {
    const info = info_of(game)
    if (!info) return
    const agent = usual_agent(info)
    this.begin({ game, seats: info.seats.map((_, k) => (k === 0 ? { who: 'human' } : { who: 'agent', agent })) })
  }
  begin_record(record: RecordDocument) {
    this.clear()
    this.game = record.game
    this.position = record.position ?? ''
    this.tree = Tree.from_record(record.tree)
    this.seed = record.seed ?? undefined
    const players = info_of(record.game)?.players ?? record.seats?.length ?? 2
    // A record opens for viewing: no agent plays on. Its players are kept for saving it again.
    this.written = (record.seats ?? []).map((s) => s.who)
    this.comments = record.comments ?? []
    this.wants = Array.from({ length: players }, (_, k) => {
      const name = /^human (.+)$/.exec(this.written[k] ?? '')?.[1] ?? (this.written[k] === 'human' ? undefined : this.written[k])
      return name ? { who: 'human' as const, name } : { who: 'human' as const }
    })
    this.live = this.tree.end(0).id
    this.here = this.live
    const ended = record.ended
    if (ended) {
      const names = info_of(record.game)?.seats ?? (record.seats ?? []).map((s) => s.seat)
      const seat = names.indexOf(ended.seat ?? '')
      this.ended = { how: ended.how, seat: seat < 0 ? null : seat }
    }
    this.changed()
    this.join()
  }
  restore(kept: Kept) {
    this.clear()
    this.uid = kept.uid
    this.game = kept.game
    this.position = kept.position
    this.wants = kept.seats
    this.seed = kept.seed
    this.paused = kept.paused
    this.ended = kept.ended
    this.below = kept.below
    this.tree = Tree.from_record(kept.record)
    this.live = this.tree.follow(kept.live).id
    this.here = this.tree.find(kept.here)?.id ?? this.live
    this.following = this.here === this.live
    this.written = kept.written ?? []
    this.comments = kept.comments ?? []
    if (kept.clock) this.clock.restore(kept.clock)
    this.changed()
    this.join()
  }
  /** Gives the board to a shared table. */
  share(table: Policy) {
    if (this.policy === table) this.policy = this.own
    this.clear()
    this.game = ''
    this.wants = []
    this.policy = table
  }
  private clear() {
    this.stand()
    this.save()
    const before = this.policy
    this.policy = this.own
    this.pending = null
    before.left()
    this.clock.set(0, 0, 0)
    this.tree = new Tree()
    this.live = this.here = 0
    this.following = true
    this.ended = this.thinking = this.animation = null
    this.layout = null
    this.last = null
    this.seats = []
    this.below = 0
    this.joined = false
    this.asked.clear()
    this.written = []
    this.comments = []
    this.uid = Date.now().toString(36) + Math.random().toString(36).slice(2, 6)
  }
  private turn_to_people() {
    this.below = Math.max(0, this.wants.findIndex((s) => s.who === 'human'))
  }
  private join(again = false) {
    if (!again) this.unforesee() // it predicted a move of the previous state
    this.joined = false
    this.thinking = null
    this.problem = null
    const moves = this.tree.moves(this.live)
    send({
      type: 'join',
      game: this.game,
      ...(this.position ? { position: this.position } : {}),
      ...(moves.length > 0 ? { moves } : {}),
      seats: this.wants,
      ...(this.seed !== undefined ? { seed: this.seed } : {}),
      // A resigned game is over.
      ...(this.paused || this.ended ? { paused: true } : {}),
    })
  }

  // ---- Messages from the server.

  private receive(message: FromServer) {
    if (!this.policy.hears(message)) return // late, about a game no longer shown, or for the table alone
    if (message.type === 'table') this.table(message)
    else if (message.type === 'moved') this.moved(message)
    else if (message.type === 'thinking') this.thinking = { seat: message.seat, agent: message.agent }
    else if (message.type === 'choices') {
      if (message.ply !== this.tree.ply(this.live)) return
      if ('choices' in message) this.part = message
      else {
        const known = this.live_shown?.choices
        if (known?.form === 'tree') Object.assign(known.nodes, message.nodes)
        this.come()
      }
    } else if (message.type === 'refused') {
      this.unforesee()
      refuse(message.error)
    }
    else if (message.type === 'ended') {
      this.ended = { how: message.how, seat: message.seat, verdict: message.verdict }
      this.seed = message.seed ?? this.seed
      this.unforesee()
      this.thinking = null
      this.clock.stop()
      speak(this.result_text)
      sound('end')
      this.changed()
    } else if (message.type === 'error') {
      if (this.game && !this.joined) this.problem = message.error
      else refuse(message.error)
    }
    if (message.type === 'changed') {
      if (message.errors.length > 0) complain(t('notice.changed_wrong', { game: message.game }), message.errors)
      else inform(t('notice.changed', { game: message.game }), 0)
      void load_catalog()
    }
  }

  private table(m: TableMessage | SharedMessage) {
    this.game = m.game
    this.seats = m.seats
    this.layout = m.layout
    this.seed = m.seed
    if ('table' in m) this.position = m.start
    else this.paused = m.paused
    this.check_pending(m)
    this.ended = m.ended ?? (this.joined ? null : this.ended)
    this.thinking = null
    this.problem = null
    this.joined = true
    const before = this.live
    const followed = this.following
    const node = this.tree.follow(m.history)
    if ('missed' in m) this.lay(m)
    // Equal choices keep their identity, and with them a partly composed move.
    const known = m.choices && node.shown?.position === m.position && node.shown.choices
    const choices = known || (m.choices ?? undefined)
    node.shown = { position: m.position, turn: m.turn, score: m.score, result: m.result, picture: m.picture, scene: m.scene, choices, steps: node.shown?.steps }
    this.live = node.id
    if (before !== node.id && this.tree.holds(node.id, before)) this.taken_back(before, node.id)
    if (this.pending) this.pending.sent ||= send({ type: 'move', ply: this.pending.ply, move: this.pending.move })
    else if (followed && this.steps_to(node.id)) {
      this.following = true
      if (!this.chase) this.show_next()
    } else if (followed || !this.tree.nodes.has(this.here)) {
      this.stand()
      this.animation = null
      this.here = node.id
      this.following = true
    } else this.need(this.here)
    this.settle(false)
  }

  /** Updates a table after a reconnection: moves missed meanwhile are shown as usual. */
  private lay(m: SharedMessage) {
    const way = this.tree.path(this.live).length
    const nodes = this.tree.path(this.tree.follow(m.history).id)
    for (const one of m.missed ?? []) {
      const node = nodes[one.ply]
      const from = node && this.tree.get(node.parent).shown
      if (!node || one.ply < way || !from?.scene || !one.steps) continue
      node.shown = { ...from, result: null, picture: undefined, scene: apply(from.scene, one.steps), choices: undefined, steps: one.steps }
    }
  }
  /** Returns whether the moves from the position shown to the node can be animated one by one. */
  private steps_to(id: number): boolean {
    if (!this.tree.nodes.has(this.here) || !this.tree.holds(this.here, id)) return false
    return this.tree.path(id).slice(this.tree.ply(this.here)).every((n) => n.shown?.steps)
  }
  /** Shows the reader's own move at once if its effects are known from a preview. */
  private foresee(ply: number, move: string): Pending {
    const from = this.tree.get(this.live).shown
    const steps = this.hinted.get(`${this.uid} ${this.here} ${move}`)
    if (!from?.scene || !steps?.length) return (this.pending = { ply, move, node: -1, sent: false })
    const node = this.tree.add(this.live, move)
    node.shown = { ...from, picture: undefined, scene: apply(from.scene, steps), choices: null, steps }
    this.pending = { ply, move, node: node.id, sent: this.pending?.sent ?? false }
    this.following = true
    this.wait_for_board(this.animate_to(node))
    return this.pending
  }
  /** Takes back a move that the server did not play. */
  private unforesee() {
    const node = this.pending?.node ?? -1
    this.pending = null
    if (!this.tree.nodes.has(node)) return
    if (this.here === node) {
      this.stand()
      this.animation = null
      this.here = this.live
    }
    this.tree.remove(node)
    this.changed()
  }
  /** The server's state shows whether the last move arrived before the connection broke. */
  private check_pending(m: TableMessage | SharedMessage) {
    const mine = this.pending
    if (!mine) return
    if (m.history[mine.ply] === mine.move) this.pending = null
    else if (m.history.length !== mine.ply || m.ended || !this.policy.running) this.unforesee()
  }

  /** Removes moves that were taken back from the tree, unless they have variations. */
  private taken_back(tip: number, to: number) {
    let at = this.tree.get(tip)
    while (at.id !== to && at.children.length === 0 && !at.comment) at = this.tree.get(this.tree.remove(at.id))
  }

  private moved(m: MovedMessage) {
    const before = this.tree.get(this.live)
    if (m.ply !== this.tree.ply(before.id)) return // of a game no longer shown
    if (this.pending?.move === m.move) this.pending = null
    else this.unforesee()
    const node = this.tree.add(before.id, m.move)
    const scene = m.steps && before.shown?.scene ? apply(before.shown.scene, m.steps) : null
    node.shown = { position: m.position, turn: m.turn, score: m.score, result: m.result, picture: m.picture, scene, choices: m.choices ?? undefined, steps: m.steps }
    this.live = node.id
    this.thinking = null
    this.ended = m.ended
    this.seed = m.seed ?? this.seed
    // The move has no text of its own, which the board would announce.
    if (!m.steps?.some((step) => step.do === 'say')) speak(t('say.moved', { seat: this.seat_name(m.seat), move: m.move }))
    this.settle(true)
    const seen = this.tree.get(this.live).parent === this.here
    if (this.following && !this.chase && (seen || !this.paused)) this.show_next()
  }

  /** After a change of the game: clocks, announcements, automatic moves. */
  private settle(moved: boolean) {
    this.changed()
    const turn = this.over ? null : this.turn_of(this.live_shown)
    if (this.policy.own) this.clock.run(typeof turn === 'number' && !this.paused ? turn : null, moved)
    if (this.over) {
      this.clock.stop()
      if (moved) {
        speak(this.result_text)
        sound('end')
      }
    } else if (moved) sound(this.person_on_turn && !this.seats.every((_, k) => this.policy.plays(k)) ? 'turn' : 'move')
  }

  private stand() {
    clearTimeout(this.chase)
    this.chase = undefined
  }
  /** Shows queued moves one after the other. */
  private show_next() {
    this.stand()
    if (!this.following || this.here === this.live || this.here === this.pending?.node) return
    const way = this.tree.path(this.live)
    const at = way.findIndex((n) => n.id === this.here)
    const next = this.here === 0 ? way[0] : way[at + 1]
    if (!next || (at < 0 && this.here !== 0)) {
      this.here = this.live
      return
    }
    const wait = this.animate_to(next)
    this.wait_for_board(wait)
  }
  /** Delays the next move until the board has shown this one, or for its estimated duration. */
  private wait_for_board(wait: number) {
    this.stand()
    this.chase = setTimeout(() => this.show_next(), wait > 0 && this.told ? 600_000 : wait)
  }
  /** Called when the board has shown a move. */
  played = () => {
    this.told = true
    if (this.chase) this.show_next()
  }
  /** Handles a click during an animation: skip it. */
  skip() {
    if (this.chase && this.here !== this.live) this.chase = (clearTimeout(this.chase), setTimeout(() => this.show_next(), 250))
  }
  private animate_to(next: TreeNode): number {
    const from = this.tree.get(next.parent).shown?.scene
    const steps = next.shown?.steps
    this.here = next.id
    this.hints = null
    this.changed()
    if (!from || !steps || still()) {
      this.animation = null
      return 0
    }
    this.animation = { id: ++this.animations, from, steps }
    return about(steps, settings.speed)
  }

  // ---- Navigation.

  go(id: number) {
    if (!this.tree.nodes.has(id)) return
    this.stand()
    const node = this.tree.get(id)
    const forward = node.parent === this.here
    this.following = id === this.live
    if (forward && node.shown?.steps && this.tree.get(node.parent).shown?.scene) this.animate_to(node)
    else {
      this.animation = null
      this.here = id
      this.changed()
    }
    this.need(id)
  }
  back = () => this.go(Math.max(0, this.node.parent))
  forward = () => {
    const node = this.node
    // Along the line to the live end if there is one.
    const next = node.children.find((c) => this.tree.holds(c, this.live)) ?? node.children[0]
    if (next !== undefined) this.go(next)
  }
  first = () => this.go(0)
  to_end = () => this.go(this.tree.end(this.here).id)
  to_live = () => this.go(this.live)
  /** Shows the next sibling variation. */
  beside(by: number) {
    const node = this.node
    if (node.parent < 0) return
    const siblings = this.tree.get(node.parent).children
    const next = siblings[(siblings.indexOf(node.id) + by + siblings.length) % siblings.length]
    if (next !== undefined && next !== node.id) this.go(next)
  }

  /** Requests missing information on a position, with its choices if a move may be tried. */
  private need(id: number) {
    const node = this.tree.get(id)
    const choices = node.shown?.choices
    const missing = !node.shown || (id !== this.live && (choices === undefined || (choices && 'cut' in choices)))
    if (!missing || this.asked.has(id)) return
    this.asked.add(id)
    const tree = this.tree
    this.ask_show(tree.moves(id))
      .then((d) => {
        if (this.tree !== tree) return
        node.shown = { ...this.shown_of(d), ...(node.shown ? { scene: node.shown.scene, steps: node.shown.steps ?? d.steps } : {}) }
        if (!this.layout && d.layout) this.layout = d.layout
        this.changed()
      })
      .catch(complain)
      .finally(() => this.asked.delete(id))
  }
  private ask_show(moves: string[]): Promise<ShowDocument> {
    return ask<ShowDocument>('/api/show', { game: this.game, ...(this.position ? { position: this.position } : {}), moves })
  }
  private shown_of(d: ShowDocument): Shown {
    const choices = d.choices ?? (d.moves.length > 0 ? { form: 'list' as const, moves: d.moves } : null)
    return { position: d.position, turn: d.turn, score: d.score, result: d.result, picture: d.picture, scene: d.scene ?? null, choices, steps: d.steps }
  }

  /** Filters by prefix, for a game with more moves than are sent at once. */
  part: { ply: number; begins: string; choices: Choices } | null = $state.raw(null)
  ask_part(begins: string) {
    send({ type: 'choices', ply: this.tree.ply(this.live), begins })
  }
  /** Requests a node of the choice tree: what follows a pick. Calls back when it has arrived. */
  private come = () => {}
  ask_node = (node: number, come: () => void) => {
    if (!this.at_live) return // the whole tree is already on its way
    this.come = come
    send({ type: 'choices', ply: this.tree.ply(this.live), node })
  }

  /** Requests the effects of a move, for a preview while pointing at it. */
  hints: Step[] | null = $state.raw(null)
  private hinted = new Map<string, Step[]>()
  private pointing: ReturnType<typeof setTimeout> | undefined
  preview(moves: string[]) {
    clearTimeout(this.pointing)
    this.hints = null
    const move = moves[0]
    if (moves.length !== 1 || move === undefined) return
    const key = `${this.uid} ${this.here} ${move}`
    const known = this.hinted.get(key)
    if (known) {
      this.hints = known
      return
    }
    const way = [...this.tree.moves(this.here), move]
    this.pointing = setTimeout(() => {
      this.ask_show(way)
        .then((d) => {
          if (this.hinted.size > 400) this.hinted.clear()
          this.hinted.set(key, d.steps ?? [])
          if (key !== `${this.uid} ${this.here} ${move}`) return
          this.hints = d.steps ?? null
          // A quick click plays the move before its effects are known.
          const mine = this.pending
          if (mine?.node === -1 && mine.move === move && this.at_live) this.foresee(mine.ply, move)
        })
        .catch(() => undefined) // a failed preview needs no report
    }, 60)
  }

  // ---- Actions.

  move = (move: string) => {
    if (!this.at_live || !this.person_on_turn || this.over) {
      if (this.policy.own) void this.try_move(move)
      return
    }
    if (this.pending || !this.policy.running) return
    const ply = this.tree.ply(this.live)
    this.foresee(ply, move).sent = send({ type: 'move', ply, move })
  }
  /** Tries a variation: shows it if known, else plays it. */
  private async try_move(move: string) {
    const known = this.node.children.find((c) => this.tree.get(c).move === move)
    if (known !== undefined) return this.go(known)
    const tree = this.tree
    const from = this.here
    try {
      const d = await this.ask_show([...tree.moves(from), move])
      if (this.tree !== tree) return
      const node = tree.add(from, d.history?.at(-1) ?? move)
      node.shown = this.shown_of(d)
      this.live = node.id
      this.ended = null
      this.following = true
      this.animate_to(node)
      this.clock.stop()
      this.join()
    } catch (e) {
      complain(e)
    }
  }
  /** Continues the game from the position shown. */
  play_from_here() {
    this.live = this.here
    this.ended = null
    this.following = true
    this.join()
  }
  undo = () => {
    this.following = true
    send({ type: 'undo' })
  }
  end(how: 'resigned' | 'draw' | 'time', seat?: number) {
    send({ type: 'end', how, ...(seat !== undefined ? { seat } : {}) })
  }
  resign() {
    const turn = this.turn_of(this.live_shown)
    const person = typeof turn === 'number' && this.seats[turn]?.who !== 'agent' ? turn : this.seats.findIndex((s) => s.who !== 'agent')
    if (person >= 0) this.end('resigned', person)
  }
  set_seats(seats: SeatWho[]) {
    this.wants = seats
    this.written = []
    send({ type: 'seats', seats })
    this.changed()
  }
  exchange() {
    const [first, ...others] = this.wants
    if (!first) return
    this.set_seats([...others, first])
    this.turn_to_people()
  }
  /** Agents are faster than the animation: queued moves may belong to a game that is already over. */
  get behind(): boolean {
    return this.here !== this.live && this.tree.holds(this.here, this.live)
  }
  get catching_up(): boolean {
    return this.following && this.behind
  }
  pause = () => {
    if (!this.over && !send({ type: 'pause' })) return
    this.paused = true
    this.stand()
  }
  resume = () => {
    if (!this.over && !send({ type: 'go' })) return
    this.paused = false
    if (!this.behind) return
    this.following = true
    this.show_next()
  }
  step = () => {
    if (this.behind) this.forward()
    else send({ type: 'step' })
  }
  turn_board() {
    this.below = (this.below + 1) % Math.max(1, this.seats.length)
    this.changed()
  }

  // ---- The record.

  comment(id: number, text: string) {
    const node = this.tree.get(id)
    if (text.trim()) node.comment = text
    else delete node.comment
    this.changed()
  }
  promote(id: number) {
    if (this.tree.promote(id)) this.changed()
  }
  remove(id: number) {
    const was_live = this.tree.holds(id, this.live)
    const was_here = this.tree.holds(id, this.here)
    const parent = this.tree.remove(id)
    if (was_live) this.live = parent
    if (was_here) this.here = parent
    this.changed()
    if (was_live) {
      this.ended = null
      this.paused = true // otherwise an agent would replay it at once
      this.join()
    }
    this.need(this.here)
  }
  record(): RecordDocument {
    const known = info_of(this.game)?.seats ?? []
    const name = (k: number) => this.seats[k]?.name ?? known[k] ?? String(k + 1)
    const ended = this.ended
    return {
      game: this.game,
      ...(this.position ? { position: this.position } : {}),
      seats: this.wants.map((s, k) => ({ seat: name(k), who: this.written[k] ?? (s.who === 'agent' ? s.agent : s.name ? `human ${s.name}` : 'human') })),
      ...(this.seed !== undefined ? { seed: this.seed } : {}),
      ...(this.comments.length > 0 ? { comments: this.comments } : {}),
      tree: this.tree.to_record(),
      result: ended ? null : (this.tree.end(0).shown?.result ?? null),
      ended: ended ? { how: ended.how, seat: typeof ended.seat === 'number' ? name(ended.seat) : null } : null,
    }
  }

  /** Name of the player, or the seat's name without one. */
  player(seat: number): string {
    const name = this.seats[seat]?.person
    return name && this.seats.filter((s) => s.person === name).length === 1 ? name : this.seat_name(seat)
  }
  get result_text(): string {
    void this.version
    if (this.ended && this.ended.how !== 'rules') {
      const seat = typeof this.ended.seat === 'number' && this.ended.seat >= 0 ? this.player(this.ended.seat) : ''
      return t_or(`ended.${this.ended.how}`, this.ended.how).replace('{seat}', seat) + (this.ended.verdict ? ` (${this.ended.verdict})` : '')
    }
    const result = this.live_shown?.result
    if (!result) {
      const banner = this.live_shown?.scene?.banner
      return banner ? say(banner) : this.over ? t('ended.over') : ''
    }
    const best = Math.max(...result)
    const winners = result.flatMap((r, k) => (r === best ? [this.player(k)] : []))
    const seat = winners.join(t('word.and'))
    const draw = winners.length === result.length
    // For a game that is only won or lost, 1 : -1 is no information.
    if (result.every((r) => Math.abs(r) <= 1)) return draw ? t('ended.drawn') : t('ended.won_plain', { seat })
    // With several seats the order counts.
    if (result.length > 2 && !draw) return [t('ended.won_plain', { seat }), ...ranks_of(result).filter((r) => r.rank > 1).map((r) => `${r.rank}. ${this.player(r.seat)}`)].join(' · ')
    const numbers = result.join(' : ')
    return draw ? t('ended.draw_by_rules', { numbers }) : t('ended.won', { seat, numbers })
  }

  private changed() {
    this.version++
    clearTimeout(this.keeping)
    this.keeping = setTimeout(() => this.save(), 300)
  }
  /** A game without a move is not stored: it is easily started again. */
  save() {
    clearTimeout(this.keeping)
    if (!this.policy.own || !this.game || !this.uid || this.tree.root.children.length === 0) return
    keep({
      uid: this.uid,
      when: Date.now(),
      game: this.game,
      position: this.position,
      seats: this.wants,
      names: this.seat_names,
      seed: this.seed,
      record: this.tree.to_record(),
      written: this.written,
      comments: this.comments,
      live: this.tree.moves(this.live),
      here: this.tree.moves(this.here),
      below: this.below,
      paused: this.paused,
      ended: this.ended,
      over: this.over,
      clock: this.clock.minutes > 0 ? { minutes: this.clock.minutes, increment: this.clock.increment, left: [...this.clock.left] } : undefined,
    })
  }
}

export const play = new Play()
