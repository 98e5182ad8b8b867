// Applies steps to a scene, exactly as src/core/scene.cpp does, including the order of pieces. Animations end in the scene computed
// here.
import type { At, Piece, Scene, Step } from '../scene'

/** A piece tracked by an animation: its number is stable across steps. Pieces of plain scenes have none. */
export type Held = Piece & { id?: number; held?: true }

const kinds: Piece['kind'][] = ['disc', 'stones', 'amazon', 'knight', 'burnt', 'card', 'checker', 'die', 'cube', 'token', 'piece']

export const keyOf = (at: At): string => (typeof at === 'string' ? at : `${at[0]},${at[1]}`)
export const same = (a: At, b: At): boolean => keyOf(a) === keyOf(b) && typeof a === typeof b

const before = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** Order: free places before sites, sites by name. */
function byPlace(a: At, b: At): number {
  if (typeof a === 'string') return typeof b === 'string' ? before(a, b) : 1
  if (typeof b === 'string') return -1
  return a[0] - b[0] || a[1] - b[1]
}

/** Order: absent values first. */
const byNumber = (a?: number, b?: number) => (a ?? -Infinity) === (b ?? -Infinity) ? 0 : before(a ?? -Infinity, b ?? -Infinity)

function inOrder(a: Piece, b: Piece): number {
  return (
    byPlace(a.at, b.at) ||
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
    byNumber(a.seat, b.seat) ||
    before(a.face ?? '', b.face ?? '') ||
    byNumber(a.value, b.value) ||
    byNumber(a.count, b.count) ||
    byNumber(a.turn, b.turn) ||
    before(a.strokes ?? '', b.strokes ?? '') ||
    Number(a.used ?? false) - Number(b.used ?? false)
  )
}

export const putInOrder = <P extends Piece>(pieces: P[]): P[] => [...pieces].sort(inOrder)

/** Returns the index of the last piece of the list at the place, or -1. */
export function indexAt(pieces: Piece[], at: At): number {
  for (let i = pieces.length - 1; i >= 0; --i) if (same(pieces[i]!.at, at)) return i
  return -1
}

/** Adds a piece, in place; merges it into an existing heap of its kind. Returns whether it merged. */
export function add(pieces: Held[], piece: Held): boolean {
  if (piece.count !== undefined) {
    if (piece.count === 0) return true
    const i = pieces.findIndex(
      (p) => p.count !== undefined && p.kind === piece.kind && p.seat === piece.seat && (p.face ?? '') === (piece.face ?? '') && same(p.at, piece.at),
    )
    const heap = pieces[i]
    if (heap) {
      pieces[i] = { ...heap, count: heap.count! + piece.count }
      return true
    }
  }
  pieces.push(piece)
  return false
}

/** Removes the piece, or `count` of the heap, from the list, in place. */
export function lift(pieces: Held[], at: At, count?: number): Held | undefined {
  const i = indexAt(pieces, at)
  const piece = pieces[i]
  if (!piece) return undefined
  if (piece.count !== undefined && count !== undefined && count < piece.count) {
    pieces[i] = { ...piece, count: piece.count - count }
    const { id: _, ...rest } = piece
    return { ...rest, count }
  }
  pieces.splice(i, 1)
  return piece
}

/** Applies one step in place, on a scene owned by the caller. Pieces are immutable: they are only replaced. */
export function doStep(scene: Scene, step: Step): void {
  const pieces: Held[] = scene.pieces
  const putDown = (piece: Held | undefined, at: At) => piece && add(pieces, { ...piece, at })
  switch (step.do) {
    case 'move': putDown(lift(pieces, step.from, 1), step.to); break
    case 'put': add(pieces, step.piece); break
    case 'take': {
      const piece = lift(pieces, step.at, step.count)
      if (step.to !== undefined) putDown(piece, step.to)
      break
    }
    case 'drop': add(pieces, { kind: 'stones', at: step.at, count: step.count }); break
    case 'sow': {
      const heap = lift(pieces, step.from)
      if (!heap) break
      const { id: _, ...stone } = heap
      for (const at of step.over) add(pieces, { ...stone, at, count: 1 })
      break
    }
    case 'carry': for (const from of step.from) putDown(lift(pieces, from), step.to); break
    case 'flip':
      for (const at of step.at) {
        const i = indexAt(pieces, at)
        if (i >= 0) pieces[i] = { ...pieces[i]!, seat: step.seat }
      }
      break
    case 'turn': {
      const i = indexAt(pieces, step.at)
      if (i >= 0) pieces[i] = { ...pieces[i]!, turn: step.turn }
      break
    }
    case 'roll':
      scene.pieces = pieces.filter((p) => p.kind !== 'die')
      for (const value of step.values) scene.pieces.push({ kind: 'die', at: 'dice', value })
      break
    case 'mark':
      scene.marks = step.marks
      scene.turn = step.turn
      if (step.banner) scene.banner = step.banner
      else delete scene.banner
      break
    case 'set': {
      const { turn, pieces, marks, banner } = step.scene
      Object.assign(scene, { turn, pieces: [...pieces], marks })
      if (banner) scene.banner = banner
      else delete scene.banner
      break
    }
    case 'say':
    case 'again': break
  }
}

/** Returns the scene after the steps, its pieces sorted. Steps that don't apply are ignored. */
export function apply(scene: Scene, steps: Step[]): Scene {
  const after: Scene = { ...scene, pieces: [...scene.pieces] }
  for (const step of steps) doStep(after, step)
  after.pieces = putInOrder(after.pieces)
  return after
}
