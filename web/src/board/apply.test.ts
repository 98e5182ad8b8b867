import { describe, expect, it } from 'vitest'
import type { Piece, Scene, Step } from '../scene'
import { apply, putInOrder } from './apply'

const scene = (...pieces: Piece[]): Scene => ({ turn: 0, pieces, marks: [] })
const stones = (at: string, count: number): Piece => ({ kind: 'stones', at, count })
const after = (s: Scene, ...steps: Step[]) => apply(s, steps).pieces

describe('apply', () => {
  it('moves a piece and leaves the previous scene unchanged', () => {
    const s = scene({ kind: 'amazon', at: 'a1', seat: 0 })
    expect(after(s, { do: 'move', from: 'a1', to: 'c3' })).toEqual([{ kind: 'amazon', at: 'c3', seat: 0 }])
    expect(s.pieces[0]!.at).toBe('a1')
  })
  it('moves one of a heap, which merges with its own kind only', () => {
    const s = scene({ kind: 'checker', at: 'p1', seat: 0, count: 2 }, { kind: 'checker', at: 'p2', seat: 0, count: 3 }, { kind: 'checker', at: 'p3', seat: 1, count: 1 })
    expect(after(s, { do: 'move', from: 'p1', to: 'p2' }, { do: 'move', from: 'p1', to: 'p3' })).toEqual([
      { kind: 'checker', at: 'p2', seat: 0, count: 4 },
      { kind: 'checker', at: 'p3', seat: 0, count: 1 },
      { kind: 'checker', at: 'p3', seat: 1, count: 1 },
    ])
  })
  it('takes the last piece in the list at a place', () => {
    const s = scene({ kind: 'token', at: 'a1', face: 'x' }, { kind: 'token', at: 'a1', face: 'y' })
    expect(after(s, { do: 'take', at: 'a1' })).toEqual([{ kind: 'token', at: 'a1', face: 'x' }])
  })
  it('sows a heap, also round into its pit of origin', () => {
    expect(after(scene(stones('a', 3), stones('b', 1)), { do: 'sow', from: 'a', over: ['b', 'c', 'a'] })).toEqual([stones('a', 1), stones('b', 2), stones('c', 1)])
  })
  it('moves part of a heap to a store, drops, and carries whole heaps', () => {
    expect(after(scene(stones('a', 5)), { do: 'take', at: 'a', count: 2, to: 's' }, { do: 'drop', at: 'a', count: 4 })).toEqual([stones('a', 7), stones('s', 2)])
    expect(after(scene(stones('a', 5), stones('b', 2)), { do: 'carry', from: ['a', 'b', 'z'], to: 's' })).toEqual([stones('s', 7)])
  })
  it('flips, turns, rolls', () => {
    const s = scene({ kind: 'disc', at: 'a1', seat: 0 }, { kind: 'die', at: 'dice', value: 2, used: true })
    expect(after(s, { do: 'flip', at: ['a1', 'b9'], seat: 1 }, { do: 'turn', at: 'a1', turn: 3 }, { do: 'roll', values: [6, 1] })).toEqual([
      { kind: 'disc', at: 'a1', seat: 1, turn: 3 },
      { kind: 'die', at: 'dice', value: 1 },
      { kind: 'die', at: 'dice', value: 6 },
    ])
    expect(after(s, { do: 'roll', values: [] })).toHaveLength(1)
  })
  it('mark updates marks and turn, set replaces the scene', () => {
    const s: Scene = { ...scene(stones('a', 1)), banner: { key: 'banner.x' } }
    expect(apply(s, [{ do: 'mark', marks: [{ kind: 'last', sites: ['a'] }], turn: 'over' }])).toEqual({ turn: 'over', pieces: [stones('a', 1)], marks: [{ kind: 'last', sites: ['a'] }] })
    expect(apply(s, [{ do: 'set', scene: scene(stones('b', 2)) }])).toEqual(scene(stones('b', 2)))
  })
  it('ignores missing pieces', () => {
    expect(after(scene(stones('a', 1)), { do: 'move', from: 'q', to: 'a' }, { do: 'sow', from: 'q', over: ['a'] })).toEqual([stones('a', 1)])
  })
})

describe('the order of pieces', () => {
  it('is by place (free ones first), kind, seat, face, value, count, turn, strokes, used', () => {
    const sorted: Piece[] = [
      { kind: 'card', at: [-1, 5] },
      { kind: 'card', at: [0, -2] },
      { kind: 'card', at: [0, 3] },
      { kind: 'disc', at: 'a10' },
      { kind: 'disc', at: 'a2' },
      { kind: 'disc', at: 'a2', seat: 0 },
      { kind: 'disc', at: 'a2', seat: 0, face: 'a' },
      { kind: 'disc', at: 'a2', seat: 0, face: 'a', value: 0 },
      { kind: 'disc', at: 'a2', seat: 0, face: 'a', value: 0, count: 2 },
      { kind: 'disc', at: 'a2', seat: 0, face: 'a', value: 0, count: 2, turn: 1 },
      { kind: 'disc', at: 'a2', seat: 0, face: 'a', value: 0, count: 2, turn: 1, used: true },
      { kind: 'stones', at: 'a2' },
    ]
    expect(putInOrder([...sorted].reverse())).toEqual(sorted)
  })
})
