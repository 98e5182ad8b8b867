// Composes a move from the choices: which picks are open, the effect of a pick, undo. Pure functions on immutable states,
// independent of the screen and of any game.
import type { At, Branch, Choices, Facet, Node, Option, Piece, Scene, Text, Tray } from '../scene'
import { add, indexAt, keyOf, lift, same } from './apply'

export interface State {
  choices: Choices
  path: Branch[] // tree: the picks so far
  source: At | null // tree: origin of a drag in preparation
  die: number | null // tree: the die clicked to be used first
  chosen: number[] // facets: index of an option for each, or -1
  move: string | null // the complete move, if there is one
  sure: boolean // false: the last part was inferred, so confirm before playing
}

/** `site`: a part of the move; `source`: a drag may begin here; `drop`: it may end here; `faint`: fits only when turned. */
export interface Target { at: At; kind: 'site' | 'source' | 'drop' | 'faint'; picks: Branch[]; option?: [number, number] }
export interface Key { key: string; value?: number; on: boolean; option?: [number, number]; branch?: Branch }

/** The empty state. Cards lie upright for the reader, turned by `upright` quarter turns. */
export function start(choices: Choices, upright = 0): State {
  const facets = choices.form === 'facets' ? choices.facets : []
  return {
    choices, path: [], source: null, die: null, move: null, sure: true,
    chosen: facets.map((f) => (isSoft(f) ? Math.max(0, f.options.findIndex((o, i) => turnOf(o, i) === upright)) : -1)),
  }
}

// ---- Trees

export function nodeOf(s: State): Node | undefined {
  if (s.choices.form !== 'tree' || s.move !== null) return undefined
  const last = s.path[s.path.length - 1]
  return s.choices.nodes[last ? (last.next as number) : 0]
}

/** The node that the picks lead to, if it has not been sent yet. */
export function lacking(s: State): number | undefined {
  const next = s.path[s.path.length - 1]?.next
  return s.choices.form === 'tree' && typeof next === 'number' && !s.choices.nodes[next] ? next : undefined
}

export function ask(s: State): Text | undefined {
  if (s.choices.form === 'tree') {
    const node = nodeOf(s)
    return node && s.choices.asks[node.ask]
  }
  if (s.choices.form !== 'facets') return undefined
  const open = s.choices.facets.find((f, i) => s.chosen[i] === -1 && f.options.length > 0)
  return s.move === null ? open?.ask : undefined
}

function follow(s: State, picks: Branch[]): State {
  const last = picks[picks.length - 1]
  if (!last) return s
  const die = picks.some((p) => p.value === s.die) ? null : s.die
  return { ...s, path: [...s.path, ...picks], source: null, die, move: typeof last.next === 'string' ? last.next : null, sure: true }
}

/** Drags of a node; after a click on a die those that use it, if any. */
function drags(s: State, node = nodeOf(s)): (Branch & { drag: [At, At] })[] {
  const all = (node?.picks ?? []).filter((b): b is Branch & { drag: [At, At] } => 'drag' in b)
  const first = s.die === null ? [] : all.filter((b) => b.value === s.die)
  return first.length ? first : all
}

/** Returns the destinations of a drag from a place: by one pick, or by several that move the same piece. */
export function drops(s: State, from: At): Target[] {
  if (s.choices.form !== 'tree') return []
  const found = new Map<string, Target>()
  let front = drags(s).filter((b) => same(b.drag[0], from)).map((b): Branch[] => [b])
  while (front.length && front[0]!.length <= 4) {
    const next: Branch[][] = []
    for (const picks of front) {
      const last = picks[picks.length - 1] as Branch & { drag: [At, At] }
      const to = last.drag[1]
      if (!found.has(keyOf(to)) && !same(to, from)) found.set(keyOf(to), { at: to, kind: 'drop', picks })
      if (typeof last.next === 'number')
        for (const b of s.choices.nodes[last.next]?.picks ?? []) if ('drag' in b && same(b.drag[0], to)) next.push([...picks, b])
    }
    front = next
  }
  return [...found.values()]
}

// ---- Facets

const isSoft = (f: Facet) => f.options.length > 0 && f.options.every((o) => 'key' in o)

/** Quarter turns meant by an option: its value, else from its text, else its index. */
export function turnOf(option: Option, index: number): number {
  if (option.value !== undefined) return option.value & 3
  const compass = 'nesw'.indexOf(option.text.toLowerCase())
  return option.text.length === 1 && compass >= 0 ? compass : index & 3
}

/** Options of a facet that make a move together with the other chosen options, for the facets in `heed`. */
function fitting(s: State, facet: number, heed: (f: number) => boolean): Set<number> {
  const out = new Set<number>()
  if (s.choices.form !== 'facets') return out
  const { facets, moves } = s.choices
  const n = facets.length
  const asked = facets.map((_, f) => f).filter((f) => f !== facet && s.chosen[f]! >= 0 && heed(f))
  for (let at = 0; at + n <= moves.length; at += n)
    if (asked.every((f) => moves[at + f] === s.chosen[f])) out.add(moves[at + facet]!)
  return out
}

function choose(s: State, facet: number, option: number): State {
  if (s.choices.form !== 'facets') return s
  const { facets } = s.choices
  const hard = (f: number) => !isSoft(facets[f]!)
  const isPlace = 'site' in (facets[facet]!.options[option] ?? {})
  let next: State = { ...s, chosen: s.chosen.map((o, f) => (f === facet ? option : o)), move: null, sure: isPlace }
  // Drop options incompatible with the new part, except a turn: that advances until it is compatible.
  facets.forEach((_, f) => {
    if (f !== facet && hard(f) && next.chosen[f]! >= 0 && !fitting(next, f, hard).has(next.chosen[f]!))
      next = { ...next, chosen: next.chosen.map((o, g) => (g === f ? -1 : o)) }
  })
  facets.forEach((_, f) => {
    if (hard(f)) return
    const fits = fitting(next, f, hard)
    if (fits.has(next.chosen[f]!)) return
    const other = fits.values().next().value
    next = { ...next, sure: false, chosen: next.chosen.map((o, g) => (g === f ? (other ?? o) : o)) }
  })
  return whole(next)
}

function whole(s: State): State {
  if (s.choices.form !== 'facets' || s.chosen.some((o) => o < 0)) return s
  const { facets, moves } = s.choices
  for (let at = 0; at + facets.length <= moves.length; at += facets.length)
    if (s.chosen.every((o, f) => moves[at + f] === o)) return { ...s, move: facets.map((f, i) => f.options[s.chosen[i]!]!.text).join('') }
  return s
}

const unchoose = (s: State, facet: number): State => ({ ...s, chosen: s.chosen.map((o, f) => (f === facet ? -1 : o)), move: null, sure: true })

/** The hand card being placed: its face, its turn, and its place if chosen. */
export function carried(s: State): { face?: string; turn: number; at?: At } | null {
  if (s.choices.form !== 'facets') return null
  const out: { face?: string; turn: number; at?: At } = { turn: 0 }
  s.choices.facets.forEach((f, i) => {
    const option = f.options[s.chosen[i]!]
    if (!option) return
    if ('piece' in option) out.face = option.piece
    else if ('site' in option) out.at = option.site
    else out.turn = turnOf(option, s.chosen[i]!)
  })
  return out
}

/** Turns the card to the next orientation compatible with the chosen options. */
export function turnOn(s: State, by: number): State {
  if (s.choices.form !== 'facets') return s
  const { facets } = s.choices
  const facet = facets.findIndex(isSoft)
  if (facet < 0) return s
  const fits = fitting(s, facet, (f) => !isSoft(facets[f]!))
  const n = facets[facet]!.options.length
  for (let i = 1; i <= n; ++i) {
    const option = (((s.chosen[facet]! + i * Math.sign(by)) % n) + n) % n
    if (fits.has(option)) return { ...choose(s, facet, option), sure: false }
  }
  return s
}

// ---- Both kinds

export function targets(s: State): Target[] {
  if (s.move !== null) return []
  if (s.choices.form === 'tree') {
    const out: Target[] = []
    for (const b of nodeOf(s)?.picks ?? []) if ('site' in b) out.push({ at: b.site, kind: 'site', picks: [b] })
    if (s.source !== null) return [...out, ...drops(s, s.source)]
    const seen = new Set<string>()
    for (const b of drags(s)) {
      const key = keyOf(b.drag[0])
      if (!seen.has(key)) out.push({ at: b.drag[0], kind: 'source', picks: [] })
      seen.add(key)
    }
    return out
  }
  if (s.choices.form !== 'facets') return []
  const { facets } = s.choices
  return facets.flatMap((f, i) => {
    if (s.chosen[i]! >= 0 || isSoft(f)) return []
    const hard = fitting(s, i, (g) => !isSoft(facets[g]!))
    // Before a card is chosen every turn is open, so a cell is only a possible target.
    const open = facets.some((g, j) => j !== i && !isSoft(g) && s.chosen[j] === -1)
    const all = open ? new Set<number>() : fitting(s, i, () => true)
    return f.options.flatMap((o, n): Target[] => ('site' in o && hard.has(n) ? [{ at: o.site, kind: all.has(n) ? 'site' : 'faint', picks: [], option: [i, n] }] : []))
  })
}

/** Faces in the mover's hand that can be chosen now. */
export function faces(s: State): Set<string> {
  const out = new Set<string>()
  if (s.choices.form === 'tree') for (const b of nodeOf(s)?.picks ?? []) 'piece' in b && out.add(b.piece)
  if (s.choices.form === 'facets') {
    const { facets } = s.choices
    facets.forEach((f, i) => {
      if (!f.options.some((o) => 'piece' in o)) return
      const fits = fitting(s, i, (g) => !isSoft(facets[g]!))
      f.options.forEach((o, n) => 'piece' in o && fits.has(n) && out.add(o.piece))
    })
  }
  return out
}

export function keys(s: State): Key[] {
  if (s.choices.form === 'tree')
    return (nodeOf(s)?.picks ?? []).flatMap((b) => ('key' in b ? [{ key: b.key, on: false, branch: b, ...(b.value === undefined ? {} : { value: b.value }) }] : []))
  if (s.choices.form !== 'facets') return []
  const { facets } = s.choices
  return facets.flatMap((f, i) => {
    const fits = fitting(s, i, (g) => !isSoft(facets[g]!))
    return f.options.flatMap((o, n): Key[] => ('key' in o && fits.has(n) ? [{ key: o.key, on: s.chosen[i] === n, option: [i, n] }] : []))
  })
}

export function press(s: State, key: Key): State {
  if (key.branch) return follow(s, [key.branch])
  return key.option ? { ...choose(s, ...key.option), sure: false } : s
}

/** Picks a piece of the hand by its face; picking the chosen one puts it back. */
export function choosePiece(s: State, face: string): State {
  if (s.choices.form === 'tree') {
    const branch = nodeOf(s)?.picks.find((b) => 'piece' in b && b.piece === face)
    if (branch) return follow(s, [branch])
    const i = s.path.findIndex((b) => 'piece' in b && b.piece === face)
    return i < 0 ? s : backTo(s, i)
  }
  if (s.choices.form !== 'facets') return s
  for (const [i, f] of s.choices.facets.entries()) {
    const n = f.options.findIndex((o) => 'piece' in o && o.piece === face)
    if (n >= 0) return s.chosen[i] === n ? unchoose(s, i) : choose(s, i, n)
  }
  return s
}

/** Chooses the origin of a drag without completing it, even if there is only one destination. */
export function lifted(s: State, at: At): State {
  const target = targets({ ...s, source: null }).find((t) => same(t.at, at))
  if (!target) return s
  return target.kind === 'source' ? { ...s, source: at } : take(s, target)
}

export function take(s: State, target: Target): State {
  if (target.option) return choose(s, ...target.option)
  if (target.kind === 'source') return { ...s, source: target.at }
  return follow(s, target.picks)
}

/** Handles a click on a place: adds the next part, or takes back one that is there. */
export function click(s: State, at: At): State {
  const target = targets(s).find((t) => same(t.at, at))
  if (target?.kind === 'source') {
    const ends = drops(s, at)
    return ends.length === 1 ? follow(s, ends[0]!.picks) : { ...s, source: at }
  }
  if (target) return take(s, target)
  if (s.source !== null) {
    const rest = { ...s, source: null }
    return same(s.source, at) ? rest : click(rest, at)
  }
  if (s.choices.form === 'facets') {
    const facet = s.choices.facets.findIndex((f, i) => {
      const option = f.options[s.chosen[i]!]
      return option && 'site' in option && same(option.site, at)
    })
    return facet < 0 ? s : unchoose(s, facet)
  }
  for (let i = s.path.length - 1; i >= 0; --i) {
    const b = s.path[i]!
    if (('site' in b && same(b.site, at)) || ('drag' in b && same(b.drag[1], at))) return backTo(s, i)
  }
  return s
}

/** Selects the die to use first; a second click clears the selection. */
export const chooseDie = (s: State, value: number): State => (drags({ ...s, die: null }).some((b) => b.value === value) ? { ...s, source: null, die: s.die === value ? null : value } : s)

const backTo = (s: State, length: number): State => ({ ...s, path: s.path.slice(0, length), source: null, move: null, sure: true })

/** Takes the last part back. Returns the same state if there was none. */
export function back(s: State): State {
  if (s.source !== null) return { ...s, source: null }
  if (s.choices.form === 'facets') {
    const { facets } = s.choices
    const order = [...facets.keys()].filter((f) => !isSoft(facets[f]!) && s.chosen[f]! >= 0)
    const place = order.find((f) => 'site' in facets[f]!.options[s.chosen[f]!]!)
    const facet = place ?? order[order.length - 1]
    return facet === undefined ? s : unchoose(s, facet)
  }
  if (s.path.length) return backTo(s, s.path.length - 1)
  return s.die === null ? s : { ...s, die: null }
}

export const begun = (s: State): boolean => s.path.length > 0 || s.source !== null || (s.choices.form === 'facets' && s.choices.facets.some((f, i) => !isSoft(f) && s.chosen[i]! >= 0))

/** A pass, if it is the only move. */
export function forcedPass(choices: Choices): string | null {
  if (choices.form !== 'tree' || choices.nodes[0]?.picks.length !== 1) return null
  const only = choices.nodes[0].picks[0]!
  return 'key' in only && only.key === 'pass' && typeof only.next === 'string' ? only.next : null
}

/** The moves that a state can still become, up to a limit. */
export function reach(s: State, most = 400): string[] {
  if (s.move !== null) return [s.move]
  if (s.choices.form === 'list') return s.choices.moves.slice(0, most)
  const out = new Set<string>()
  if (s.choices.form === 'facets') {
    const { facets, moves } = s.choices
    const n = facets.length
    for (let at = 0; at + n <= moves.length && out.size < most; at += n)
      if (s.chosen.every((o, f) => o < 0 || isSoft(facets[f]!) || moves[at + f] === o)) out.add(facets.map((f, i) => f.options[moves[at + i]!]!.text).join(''))
    return [...out]
  }
  const { nodes } = s.choices
  const seen = new Set<number>()
  const collect = (branches: Branch[]) => {
    for (const b of branches) {
      if (out.size >= most) return
      if (typeof b.next === 'string') out.add(b.next)
      else if (!seen.has(b.next)) {
        seen.add(b.next)
        collect(nodes[b.next]?.picks ?? [])
      }
    }
  }
  const node = nodeOf(s)
  if (node) collect(s.source === null ? node.picks : drops(s, s.source).flatMap((t) => t.picks[0]!))
  return [...out]
}

// ---- Preview of a partial move

/** Returns the scene with the parts so far applied, as far as possible without knowing the game. */
export function preview(s: State, scene: Scene, trays: Tray[] = []): Scene {
  if (s.choices.form === 'list' || (!s.path.length && s.choices.form === 'tree')) return scene
  const pieces: Piece[] = [...scene.pieces]
  const mover = scene.turn
  const own = (at: At) => pieces[indexAt(pieces, at)]?.seat === mover
  const move = (from: At, to: At) => {
    const piece = lift(pieces, from, 1)
    if (piece) add(pieces, { ...piece, at: to })
  }
  const fromHand = (face: string, to: At, turn?: number) => {
    const i = pieces.findIndex((p) => p.face === face && p.seat === mover && trays.some((t) => t.id === p.at && t.kind === 'hand'))
    const piece = pieces[i]
    if (!piece) return
    if (piece.count !== undefined && piece.count > 1) pieces[i] = { ...piece, count: piece.count - 1 }
    else pieces.splice(i, 1)
    pieces.push({ ...piece, at: to, ...(piece.count === undefined ? {} : { count: 1 }), ...(turn === undefined ? {} : { turn }) })
  }

  const card = carried(s)
  if (card) {
    if (card.face !== undefined && card.at !== undefined) fromHand(card.face, card.at, card.turn)
    return { ...scene, pieces }
  }
  let before: Branch | undefined
  let moved = false
  const uses: number[] = []
  for (const b of s.path) {
    if ('site' in b && before && !moved && indexAt(pieces, b.site) < 0) {
      if ('site' in before && own(before.site)) {
        move(before.site, b.site)
        moved = true
      } else if ('piece' in before) fromHand(before.piece, b.site)
    } else if ('drag' in b) {
      const [from, to] = b.drag
      const there = pieces[indexAt(pieces, to)]
      // A hit piece goes to its bar, if there is one.
      const isTray = trays.some((t) => t.id === to)
      if (there && there.seat !== undefined && there.seat !== mover && !isTray) {
        const bar = trays.find((t) => t.kind === 'bar' && t.seat === there.seat) ?? trays.find((t) => t.kind === 'bar')
        const hit = lift(pieces, to)
        if (bar && hit) add(pieces, { ...hit, at: bar.id })
      }
      let i = pieces.length - 1
      while (i >= 0 && !(same(pieces[i]!.at, from) && pieces[i]!.seat === mover)) --i
      const piece = pieces[i]
      if (piece) {
        if (piece.count !== undefined && piece.count > 1) pieces[i] = { ...piece, count: piece.count - 1 }
        else pieces.splice(i, 1)
        add(pieces, { ...piece, at: to, ...(piece.count === undefined ? {} : { count: 1 }) })
      }
      if (b.value !== undefined) uses.push(b.value)
    }
    before = b
  }
  // Used dice are dimmed: a double shown by two dice stands for four moves, so each is dimmed after two.
  for (const value of new Set(uses)) {
    const dice = pieces.flatMap((p, i) => (p.kind === 'die' && p.value === value && !p.used ? [i] : []))
    const used = uses.filter((u) => u === value).length
    const dim = dice.length === 2 && pieces.filter((p) => p.kind === 'die').length === 2 ? Math.floor(used / 2) : used
    for (const i of dice.slice(0, dim)) pieces[i] = { ...pieces[i]!, used: true }
  }
  return { ...scene, pieces }
}
