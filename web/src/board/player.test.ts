import { describe, expect, it } from 'vitest'
import type { Layout, Piece, Scene, Step } from '../scene'
import { apply } from './apply'
import { lay } from './geometry'
import { afterFirst, beatAt, frame, identify, timeline } from './player'

const layout: Layout = { v: 1, game: 'g', tone: 'wood', view: { bounds: [0, 0, 8, 8], turns: [], portrait: 'keep' }, grid: { cols: 8, rows: 8, names: 'a1-top' } }
const laid = lay(layout, { below: 0, width: 800, height: 800, pieces: [] })
const scene = (...pieces: Piece[]): Scene => ({ turn: 0, pieces, marks: [] })
const of = (s: Scene, steps: Step[], track?: string[]) => timeline(s, identify([], s.pieces), steps, track)
const total = (pieces: Piece[]) => pieces.reduce((n, p) => n + (p.count ?? 1), 0)

describe('a timeline', () => {
  it('sows stone by stone and loses none on the way', () => {
    const s = scene({ kind: 'stones', at: 'a1', count: 3 }, { kind: 'stones', at: 'b1', count: 2 })
    const t = of(s, [{ do: 'sow', from: 'a1', over: ['b1', 'c1', 'd1'] }])
    expect(t.beats).toHaveLength(3)
    for (const b of t.beats) expect(total(b.pieces)).toBe(5)
    expect(t.beats.map((b) => b.pieces.find((p) => p.held)!.count)).toEqual([3, 2, 1])
    expect(t.beats[2]!.pieces.find((p) => p.at === 'b1')!.count).toBe(3)
  })
  it('keeps a piece the same over steps, and moves it between its places', () => {
    const s = scene({ kind: 'amazon', at: 'a1', seat: 0 })
    const t = of(s, [{ do: 'move', from: 'a1', to: 'c1' }, { do: 'move', from: 'c1', to: 'c3' }, { do: 'put', piece: { kind: 'burnt', at: 'd4' } }])
    expect(t.beats[0]!.pieces[0]!.id).toBe(t.beats[1]!.pieces[0]!.id)
    const middle = frame(t, t.beats[0]!.ms / 2, laid)[0]!
    expect(middle.x).toBeCloseTo(laid.spots.get('b1')!.x)
    expect(frame(t, t.starts[1]!, laid)[0]!.x).toBeCloseTo(laid.spots.get('c1')!.x)
    // The mover has already seen the amazon move, so the animation starts with the arrow.
    expect(beatAt(t, afterFirst(t))).toBe(2)
  })
  it('flips near discs first, each to its new seat', () => {
    const s = scene(...['b1', 'c1', 'd1'].map((at): Piece => ({ kind: 'disc', at, seat: 1 })))
    const t = of(s, [{ do: 'put', piece: { kind: 'disc', at: 'a1', seat: 0 } }, { do: 'flip', at: ['b1', 'c1', 'd1'], seat: 0 }])
    const seats = (time: number) => frame(t, time, laid).map((x) => x.piece.seat).join('')
    const begin = t.starts[1]!
    expect(seats(begin)).toBe('1110')
    expect(seats(begin + t.beats[1]!.ms * 0.45)).toBe('0110')
    expect(seats(t.total)).toBe('0000')
  })
  it('plays an endless move twice round, further along the second time', () => {
    const s = scene({ kind: 'stones', at: 'a1', count: 1 })
    const steps: Step[] = [{ do: 'sow', from: 'a1', over: ['b1'] }, { do: 'again', from: 0, period: 1, shift: 1 }, { do: 'mark', marks: [{ kind: 'loop', sites: ['b1'] }], turn: 1 }]
    const t = of(s, steps, ['a1', 'b1', 'c1', 'd1'])
    expect(t.beats.map((b) => [...b.goes.values()][0])).toEqual(['b1', 'c1'])
    expect(apply(s, steps).pieces).toEqual([{ kind: 'stones', at: 'b1', count: 1 }])
  })
  it('says things in their order, the last ones at the end', () => {
    const t = of(scene({ kind: 'amazon', at: 'a1' }), [{ do: 'say', text: { plain: 'one' } }, { do: 'move', from: 'a1', to: 'a2' }, { do: 'say', text: { plain: 'two' } }])
    expect(t.beats[0]!.says).toEqual([{ plain: 'one' }])
    expect(t.says).toEqual([{ plain: 'two' }])
  })
  it('has no beats for what is not there', () => expect(of(scene(), [{ do: 'move', from: 'a1', to: 'a2' }]).beats).toHaveLength(0))
})
