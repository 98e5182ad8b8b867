// Animates steps. A move becomes a sequence of beats, in which pieces move, flip, appear or vanish; after each, they lie as
// computed by `apply`. Time is an argument, so that playback can stop, step and scrub.
import type { At, Piece, Point, Scene, Step, Text } from '../scene'
import { add, doStep, indexAt, keyOf, lift, type Held } from './apply'
import { arrange, resting, spotAt, type Laid, type Pos } from './geometry'

export interface Beat {
  ms: number
  pieces: Held[] // as they lie at its start; moving ones are `held`
  goes: Map<number, At>
  turns: Map<number, { seat?: number; turn?: number; delay: number }>
  comes: Set<number>
  leaves: Set<number>
  rolls: boolean
  first: boolean // a part of the move that the mover has already shown while composing it
  says: Text[]
}
export interface Timeline { beats: Beat[]; starts: number[]; total: number; says: Text[] }

/** A piece as drawn now. */
export interface Sprite extends Pos { piece: Held; key: number; opacity: number; squash: number; spin: number; top: boolean }

let counter = 0
const fresh = () => ++counter

/** Numbers the pieces; those that have not changed keep their number. */
export function identify(before: Held[], pieces: Piece[]): (Held & { id: number })[] {
  const nameOf = (p: Piece) => `${p.kind}|${keyOf(p.at)}|${p.seat}|${p.face}`
  const known = new Map<string, number[]>()
  for (const p of before) if (p.id !== undefined) known.set(nameOf(p), [...(known.get(nameOf(p)) ?? []), p.id])
  return pieces.map((p) => ({ ...p, id: known.get(nameOf(p))?.shift() ?? fresh() }))
}

const lengths = { move: 300, take: 240, put: 170, drop: 170, stone: 190, carry: 300, flip: 300, turn: 200, roll: 520, set: 60 }

/** Shifts the places of a step by `by` sites along the track. */
function shifted(step: Step, by: number, track: string[]): Step {
  const on = (at: At): At => {
    const i = typeof at === 'string' ? track.indexOf(at) : -1
    return i < 0 ? at : track[(((i + by) % track.length) + track.length) % track.length]!
  }
  switch (step.do) {
    case 'move': return { ...step, from: on(step.from), to: on(step.to) }
    case 'take': return { ...step, at: on(step.at), ...(step.to === undefined ? {} : { to: on(step.to) }) }
    case 'drop': return { ...step, at: on(step.at) }
    case 'sow': return { ...step, from: on(step.from), over: step.over.map(on) }
    case 'carry': return { ...step, from: step.from.map(on), to: on(step.to) }
    default: return step
  }
}

export function timeline(from: Scene, held: Held[], steps: Step[], track: string[] = []): Timeline {
  const scene: Scene = { ...from, pieces: [...held] }
  const beats: Beat[] = []
  let says: Text[] = []
  let leading = true // only moves so far
  let touched: At | null = null // the site of the move: flips spread from there

  const beat = (ms: number, pieces: Held[], more: Partial<Beat> = {}) => {
    beats.push({ ms, pieces, goes: new Map(), turns: new Map(), comes: new Set(), leaves: new Set(), rolls: false, first: leading, says, ...more })
    says = []
  }
  /** Takes a moving piece off the list, to be drawn above the rest. */
  const raise = (at: At, count?: number): (Held & { id: number }) | undefined => {
    const piece = lift(scene.pieces, at, count)
    return piece && { ...piece, id: piece.id ?? fresh(), held: true }
  }
  const down = (piece: Held, at: At) => {
    const { held: _, ...rest } = piece
    add(scene.pieces, { ...rest, at })
  }

  const show = (step: Step) => {
    if (step.do !== 'move' && step.do !== 'take' && step.do !== 'put' && step.do !== 'turn' && step.do !== 'say') leading = false
    switch (step.do) {
      case 'move':
      case 'take':
      case 'carry': {
        const places = step.do === 'move' ? [step.from] : step.do === 'take' ? [step.at] : step.from
        const raised = places.flatMap((at) => raise(at, step.do === 'move' ? 1 : step.do === 'take' ? step.count : undefined) ?? [])
        if (!raised.length) break
        const to = step.to
        const moving = [...scene.pieces, ...raised]
        if (to !== undefined) {
          beat(lengths[step.do], moving, { goes: new Map(raised.map((p) => [p.id, to])) })
          for (const p of raised) down(p, to)
          touched = to
        } else beat(lengths.take, moving, { leaves: new Set(raised.map((p) => p.id)) })
        break
      }
      case 'put':
      case 'drop': {
        const piece: Held & { id: number } =
          step.do === 'put' ? { ...step.piece, id: fresh() } : { kind: 'stones', at: step.at, count: step.count, id: fresh() }
        beat(lengths[step.do], [...scene.pieces, { ...piece, ...(piece.count === undefined ? {} : { held: true as const }) }], { comes: new Set([piece.id]) })
        add(scene.pieces, piece)
        touched = piece.at
        break
      }
      case 'sow': {
        const heap = raise(step.from)
        if (!heap) break
        const { id, ...stone } = heap
        let here = step.from
        step.over.forEach((at, i) => {
          const left = step.over.length - i
          beat(lengths.stone, [...scene.pieces, { ...heap, at: here, count: left }], { goes: new Map([[id, at]]) })
          down({ ...stone, count: 1, id: fresh() }, at)
          here = at
        })
        break
      }
      case 'flip': {
        const centre = touched
        const turns = new Map<number, { seat: number; delay: number }>()
        for (const at of step.at) {
          const piece: Held | undefined = scene.pieces[indexAt(scene.pieces, at)]
          if (piece?.id !== undefined) turns.set(piece.id, { seat: step.seat, delay: centre ? distance(centre, at) : 0 })
        }
        const far = Math.max(0, ...[...turns.values()].map((t) => t.delay))
        beat(lengths.flip + far * 70, [...scene.pieces], { turns })
        doStep(scene, step)
        break
      }
      case 'turn': {
        const piece: Held | undefined = scene.pieces[indexAt(scene.pieces, step.at)]
        if (piece?.id !== undefined) beat(lengths.turn, [...scene.pieces], { turns: new Map([[piece.id, { turn: step.turn, delay: 0 }]]) })
        doStep(scene, step)
        break
      }
      case 'roll':
        doStep(scene, step)
        scene.pieces = scene.pieces.map((p: Held) => (p.kind === 'die' ? { ...p, id: fresh() } : p))
        if (step.values.length) beat(lengths.roll, [...scene.pieces], { rolls: true })
        break
      case 'set':
        doStep(scene, step)
        scene.pieces = identify([], scene.pieces)
        beat(lengths.set, [...scene.pieces])
        break
      case 'say': says.push(step.text); break
      case 'mark': doStep(scene, step); break
      case 'again': break
    }
  }

  steps.forEach((step, i) => {
    show(step)
    // An endless move: one more lap, shifted; then the scene marks it as endless.
    if (step.do === 'again') for (const once of steps.slice(step.from, i)) show(shifted(once, step.shift, track))
  })

  // Long animations accelerate.
  const starts: number[] = []
  let total = 0
  for (const b of beats) {
    if (total > 9000) b.ms *= total > 20000 ? 0.3 : 0.55
    starts.push(total)
    total += b.ms
  }
  return { beats, starts, total, says }
}

/** Distance in cells between two places of a grid or an unbounded board; elsewhere as between neighbours. */
function distance(a: At, b: At): number {
  const point = (at: At): Point | null => {
    if (typeof at !== 'string') return at
    const found = /^([a-z])(\d+)$/.exec(at)
    return found ? [found[1]!.charCodeAt(0), Number(found[2])] : null
  }
  const p = point(a), q = point(b)
  return p && q ? Math.max(Math.abs(p[0] - q[0]), Math.abs(p[1] - q[1])) : 1
}

/** Index of the beat at a time. */
export function beatAt(t: Timeline, time: number): number {
  let low = 0, high = t.beats.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (t.starts[middle]! <= time) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Time at which playback starts if the mover has already shown the first parts; the caller knows whether new pieces were placed
 * too.
 */
export function afterFirst(t: Timeline, puts = false): number {
  const i = t.beats.findIndex((b) => !b.first || (b.comes.size > 0 && !puts))
  return i < 0 ? t.total : t.starts[i]!
}

const ease = (u: number) => (u < 0.5 ? 2 * u * u : 1 - 2 * (1 - u) * (1 - u))
const part = (u: number, from: number, to: number) => Math.min(1, Math.max(0, (u - from) / (to - from)))

export const stillness = { opacity: 1, squash: 1, spin: 0, top: false }

/** All pieces at rest. */
export function still(laid: Laid, pieces: Held[]): Sprite[] {
  const places = arrange(laid, pieces)
  return pieces.map((piece, i) => ({ ...places[i]!, ...stillness, piece, key: piece.id ?? -i }))
}

/** All pieces at a time of the timeline. */
export function frame(t: Timeline, time: number, laid: Laid): Sprite[] {
  const n = beatAt(t, time)
  const b = t.beats[n]
  if (!b) return []
  const u = Math.min(1, Math.max(0, (time - t.starts[n]!) / b.ms))
  const far = Math.max(1, ...[...b.turns.values()].map((x) => x.delay))
  const sprites = still(laid, b.pieces)
  for (const s of sprites) {
    const id = s.piece.id
    if (s.piece.held) s.top = true
    if (id === undefined) continue
    const to = b.goes.get(id)
    if (to !== undefined) {
      const there = b.pieces.reduce((sum, p) => (!p.held && keyOf(p.at) === keyOf(to) ? sum + (p.count ?? 1) : sum), 0)
      const end = resting(laid, to, s.piece.kind, there)
      const v = ease(u)
      s.x += (end.x - s.x) * v
      s.y += (end.y - s.y) * v
      s.unit = (s.unit + (end.unit - s.unit) * v) * (1 + 0.1 * Math.sin(Math.PI * v))
    }
    const turn = b.turns.get(id)
    if (turn) {
      const start = (turn.delay / far) * 0.5 * (far > 1 ? 1 : 0)
      const v = part(u, start, start + 0.5)
      if (turn.seat !== undefined) {
        s.squash = Math.max(0.04, Math.abs(Math.cos(Math.PI * v)))
        if (v >= 0.5) s.piece = { ...s.piece, seat: turn.seat }
      }
      if (turn.turn !== undefined) s.spin = 90 * ((((turn.turn - (s.piece.turn ?? 0)) % 4) + 4) % 4) * ease(u)
    }
    if (b.comes.has(id)) {
      s.opacity = part(u, 0, 0.6)
      s.unit *= 0.6 + 0.4 * ease(u)
    }
    if (b.leaves.has(id)) s.opacity = 1 - part(u, 0.3, 1)
    if (b.rolls && s.piece.kind === 'die') {
      // The faces shown in passing are arbitrary.
      const tick = Math.floor(u * 9)
      if (u < 0.9) s.piece = { ...s.piece, value: 1 + ((tick * 5 + id * 3) % 6) }
      s.spin = 300 * (1 - ease(u)) * (id % 2 ? 1 : -1)
      const spot = spotAt(laid, s.piece.at)
      if (spot) s.y -= Math.abs(Math.sin(u * Math.PI * 3)) * (1 - u) * spot.unit * 0.3
    }
  }
  return sprites
}
