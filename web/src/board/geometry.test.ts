import { describe, expect, it } from 'vitest'
import type { Layout, Piece } from '../scene'
import { arrange, hit, lay, spotAt, stillFits, turned, walk } from './geometry'

const say = { plain: '' }
const grid = (cols: number, rows = cols, more: Partial<Layout> = {}): Layout => ({
  v: 1, game: 'g', tone: 'wood', view: { bounds: [0, 0, cols, rows], turns: [0, 2], portrait: 'keep' }, grid: { cols, rows, names: 'a1-bottom' }, ...more,
})
const laid = (layout: Layout, width: number, height: number, below = 0, pieces: Piece[] = []) => lay(layout, { below, width, height, pieces })

describe('lay', () => {
  it('gives grids their sites, the first row below', () => {
    const l = laid(grid(8), 800, 800)
    expect(l.spots.size).toBe(64)
    expect(l.spots.get('a1')!.y).toBeGreaterThan(l.spots.get('a8')!.y)
    expect(l.spots.get('h1')!.x).toBeGreaterThan(l.spots.get('a1')!.x)
  })
  it('turns the board so that a seat has its side below', () => {
    const l = laid(grid(8), 800, 800, 1)
    expect(l.spots.get('a1')!.y).toBeLessThan(l.spots.get('a8')!.y)
    expect(l.spots.get('h1')!.x).toBeLessThan(l.spots.get('a1')!.x)
    expect(turned([1, 0], 1)).toEqual([0, 1]) // clockwise on the screen
  })
  it('keeps cells as large as fingers at 360 pixels', () => {
    expect(laid(grid(8), 352, 440).unit).toBeGreaterThanOrEqual(39)
    expect(laid(grid(10), 352, 440).unit).toBeGreaterThanOrEqual(33)
  })
  const pits = (portrait: 'keep' | 'rotate'): Layout => ({
    ...grid(8, 2), view: { bounds: [0, 0, 8, 2], turns: [0, 2], portrait },
    trays: [
      { id: 's0', kind: 'store', at: [8.7, 1], size: [1, 2], seat: 0, say },
      { id: 's1', kind: 'store', at: [-0.7, 1], size: [1, 2], seat: 1, say },
    ],
  })
  it('puts stores above and below where that makes pits larger', () => {
    const l = laid(pits('keep'), 352, 440)
    expect(l.unit).toBeGreaterThanOrEqual(42)
    expect(l.spots.get('s0')!.y).toBeGreaterThan(l.spots.get('a1')!.y)
    expect(l.spots.get('s1')!.y).toBeLessThan(l.spots.get('a2')!.y)
    expect(laid(pits('keep'), 1000, 600).spots.get('s0')!.x).toBeGreaterThan(800)
  })
  it('lays a board that may be rotated on its side on a high screen', () => {
    const l = laid(pits('rotate'), 352, 480)
    expect(l.turn).toBe(1)
    expect(l.unit).toBeGreaterThanOrEqual(42)
    expect(l.spots.get('h1')!.y).toBeGreaterThan(l.spots.get('a1')!.y + 200)
    expect(laid(pits('rotate'), 800, 480).turn).toBe(0)
  })
  it('fits an unbounded board to its pieces, hands outside', () => {
    const layout: Layout = {
      v: 1, game: 'g', tone: 'paper', view: { bounds: [-3, -3, 5, 5], unbounded: true, turns: [], portrait: 'keep' },
      trays: [{ id: 'h0', kind: 'hand', at: [0, 9], size: [9, 3], seat: 0, say }, { id: 'h1', kind: 'hand', at: [0, -9], size: [9, 3], seat: 1, say }],
    }
    const pieces: Piece[] = [{ kind: 'card', at: [0, 0] }, { kind: 'card', at: [1, 1] }, ...Array.from({ length: 27 }, (): Piece => ({ kind: 'card', at: 'h0' }))]
    const l = laid(layout, 360, 500, 0, pieces)
    expect(l.unit).toBeGreaterThanOrEqual(42)
    expect(spotAt(l, [1, 1])!.x).toBeCloseTo(180 + l.unit / 2)
    expect(hit(l, [spotAt(l, [-1, 2])!.x + 3, spotAt(l, [-1, 2])!.y])!.at).toEqual([-1, 2])
    const places = arrange(l, pieces)
    expect(new Set(places.map((p) => `${p.x},${p.y}`)).size).toBe(29)
    for (const p of places) expect(p.x > 0 && p.x < 360 && p.y < 500).toBe(true)
    expect(hit(l, [places[5]!.x, places[5]!.y])!.key).toBe('h0')
    // A new card inside the view moves nothing; one outside it does.
    expect(stillFits(l, l.camera, [...pieces, { kind: 'card', at: [1, 0] }])).toBe(true)
    expect(stillFits(l, l.camera, [...pieces, { kind: 'card', at: [1, -9] }])).toBe(false)
  })
  it('points at the card that is left of a hand, not at the places of those that are gone', () => {
    const layout: Layout = {
      v: 1, game: 'g', tone: 'paper', view: { bounds: [-3, -3, 5, 5], unbounded: true, turns: [], portrait: 'keep' },
      trays: ['a', 'b', 'c'].map((id, k) => ({ id, kind: 'hand', at: [k, 9], size: [1, 1], seat: 0, say })),
    }
    const pieces: Piece[] = [{ kind: 'card', at: [0, 0] }, { kind: 'card', at: 'c' }]
    const l = laid(layout, 360, 500, 0, pieces)
    const [, last] = arrange(l, pieces)
    expect(hit(l, [last!.x, last!.y])!.key).toBe('c')
  })
})

describe('pointing and walking', () => {
  const l = laid(grid(8), 800, 800)
  it('hits the cell under the pointer and nothing outside', () => {
    const e4 = l.spots.get('e4')!
    expect(hit(l, [e4.x + e4.w * 0.4, e4.y])!.key).toBe('e4')
    expect(hit(l, [1, 1])).toBeUndefined()
  })
  it('walks straight and stops at the edge', () => {
    expect(walk(l.spots.values(), l.spots.get('e4')!, [0, -1])!.key).toBe('e5')
    expect(walk(l.spots.values(), l.spots.get('e4')!, [1, 0])!.key).toBe('f4')
    expect(walk(l.spots.values(), l.spots.get('h8')!, [1, 0])).toBeUndefined()
  })
})
