import { describe, expect, it } from 'vitest'
import type { Choices, Node, Piece, Scene, Tray } from '../scene'
import * as c from './chooser'

const ask = { plain: '?' }
const say = { plain: '' }
const tree = (...nodes: Node[]): Choices => ({ form: 'tree', asks: [ask, { plain: 'where' }], nodes })
const at = (s: c.State) => c.targets(s).map((t) => `${t.kind}:${t.at}`)

describe('sites one after the other', () => {
  const choices = tree(
    { ask: 0, picks: [{ site: 'a1', next: 1 }, { site: 'b1', next: 'b1' }] },
    { ask: 1, picks: [{ site: 'a2', next: 2 }, { site: 'a3', next: 'a1-a3' }] },
    { ask: 1, picks: [{ site: 'a1', next: 'a1-a2/a1' }, { site: 'c2', next: 'a1-a2/c2' }] },
  )
  const s = c.start(choices)
  it('leads to a move', () => {
    expect(at(s)).toEqual(['site:a1', 'site:b1'])
    expect(c.ask(s)).toEqual(ask)
    const two = c.click(c.click(s, 'a1'), 'a2')
    expect(c.ask(two)).toEqual({ plain: 'where' })
    expect(c.click(two, 'c2')).toMatchObject({ move: 'a1-a2/c2', sure: true })
    expect(c.click(s, 'z9')).toBe(s)
  })
  it('takes parts back, by a step back or a click on the part; what is legal there goes first', () => {
    const two = c.click(c.click(s, 'a1'), 'a2')
    expect(c.back(two).path).toHaveLength(1)
    expect(c.click(two, 'a2').path).toHaveLength(1)
    expect(c.click(two, 'a1').move).toBe('a1-a2/a1')
    expect(c.click(c.click(s, 'a1'), 'a1').path).toHaveLength(0)
    expect(c.back(s)).toBe(s)
  })
  it('knows what a part still leads to', () => {
    expect(c.reach(s).sort()).toEqual(['a1-a2/a1', 'a1-a2/c2', 'a1-a3', 'b1'])
    expect(c.reach(c.click(c.click(s, 'a1'), 'a2'))).toHaveLength(2)
  })
  it('shows the piece where it is going', () => {
    const scene: Scene = { turn: 0, marks: [], pieces: [{ kind: 'amazon', at: 'a1', seat: 0 }, { kind: 'amazon', at: 'b1', seat: 1 }] }
    expect(c.preview(c.click(c.click(s, 'a1'), 'a2'), scene).pieces).toContainEqual({ kind: 'amazon', at: 'a2', seat: 0 })
    // The arrow does not advance the position.
    expect(c.preview(c.click(c.click(c.click(s, 'a1'), 'a2'), 'c2'), scene).pieces).toContainEqual({ kind: 'amazon', at: 'a2', seat: 0 })
  })
})

describe('choices that come part by part', () => {
  const choices = tree({ ask: 0, picks: [{ site: 'a1', next: 1 }, { site: 'b1', next: 7 }] }, { ask: 1, picks: [{ site: 'a2', next: 'a1-a2' }] })
  it('says what is missing, and goes on when it has come', () => {
    const s = c.start(choices)
    expect(c.lacking(s)).toBe(undefined)
    expect(c.lacking(c.click(s, 'a1'))).toBe(undefined)
    const waits = c.click(s, 'b1')
    expect(c.lacking(waits)).toBe(7)
    expect(at(waits)).toEqual([])
    expect(c.back(waits).path).toHaveLength(0)
    Object.assign((choices as { nodes: Node[] }).nodes, { '7': { ask: 1, picks: [{ site: 'b2', next: 'b1-b2' }] } })
    expect(c.lacking(waits)).toBe(undefined)
    expect(c.click(waits, 'b2').move).toBe('b1-b2')
  })
})

describe('drags', () => {
  // A 2 and a 1 with two checkers on p6.
  const choices = tree(
    { ask: 0, picks: [{ drag: ['p6', 'p4'], value: 2, next: 1 }, { drag: ['p6', 'p5'], value: 1, next: 2 }] },
    { ask: 0, picks: [{ drag: ['p6', 'p5'], value: 1, next: '6/4 6/5' }, { drag: ['p4', 'p3'], value: 1, next: '6/3' }] },
    { ask: 0, picks: [{ drag: ['p6', 'p4'], value: 2, next: '6/4 6/5' }, { drag: ['p5', 'p3'], value: 2, next: '6/3*' }, { key: 'done', next: '6/5' }] },
  )
  const s = c.start(choices)
  const trays: Tray[] = [{ id: 'bar', kind: 'bar', at: [0, 0], size: [1, 1], say }]
  const pieces: Piece[] = [
    { kind: 'checker', at: 'p6', seat: 0, count: 2 }, { kind: 'checker', at: 'p5', seat: 1, count: 1 },
    { kind: 'die', at: 'dice', value: 1 }, { kind: 'die', at: 'dice', value: 2 },
  ]
  const scene: Scene = { turn: 0, marks: [], pieces }
  it('offers sources, then ends, one drag for both dice too', () => {
    expect(at(s)).toEqual(['source:p6'])
    const up = c.click(s, 'p6')
    expect(at(up)).toEqual(['drop:p4', 'drop:p5', 'drop:p3'])
    expect(c.click(up, 'p3').move).toBe('6/3')
    expect(c.click(up, 'p6').source).toBe(null)
  })
  it('uses the clicked die first', () => {
    const one = c.chooseDie(s, 1)
    expect(at(c.click(one, 'p6'))).toEqual(['drop:p5', 'drop:p3'])
    expect(c.click(c.click(one, 'p6'), 'p3').move).toBe('6/3*')
    expect(c.chooseDie(one, 1).die).toBe(null)
    expect(c.chooseDie(s, 6)).toBe(s)
  })
  it('does at once what can end in one place only, but not while it is held', () => {
    const second = c.click(c.click(s, 'p6'), 'p4')
    expect(c.click(second, 'p6').move).toBe('6/4 6/5')
    expect(c.lifted(second, 'p6')).toMatchObject({ source: 'p6', move: null })
  })
  it('shows checkers moved, a blot hit, the die used', () => {
    const after = c.preview(c.click(c.click(s, 'p6'), 'p5'), scene, trays).pieces
    expect(after).toContainEqual({ kind: 'checker', at: 'bar', seat: 1, count: 1 })
    expect(after).toContainEqual({ kind: 'checker', at: 'p5', seat: 0, count: 1 })
    expect(after).toContainEqual({ kind: 'die', at: 'dice', value: 1, used: true })
    expect(after).toContainEqual({ kind: 'die', at: 'dice', value: 2 })
  })
  it('has keys as buttons', () => {
    const one = c.click(c.click(s, 'p6'), 'p5')
    expect(c.keys(one).map((k) => k.key)).toEqual(['done'])
    expect(c.press(one, c.keys(one)[0]!).move).toBe('6/5')
  })
  it('knows a pass that is all there is', () => {
    expect(c.forcedPass(tree({ ask: 0, picks: [{ key: 'pass', next: 'pass' }] }))).toBe('pass')
    expect(c.forcedPass(choices)).toBe(null)
  })
})

describe('parts in any order', () => {
  const choices: Choices = {
    form: 'facets',
    facets: [
      { ask, options: [{ piece: 'A', text: 'A' }, { piece: 'B', text: 'B' }] },
      { ask, options: [{ key: 'n', text: 'n' }, { key: 'e', text: 'e' }] },
      { ask, options: [{ site: [2, 0], text: '2+0' }, { site: [0, -1], text: '0-1' }] },
    ],
    moves: [0, 0, 0, 0, 1, 1, 1, 1, 0], // An2+0, Ae0-1, Be2+0
  }
  const s = c.start(choices)
  it('card, then cell', () => {
    const a = c.choosePiece(s, 'A')
    expect(at(a)).toEqual(['site:2,0', 'faint:0,-1'])
    expect(c.click(a, [2, 0])).toMatchObject({ move: 'An2+0', sure: true })
    // It fits only when turned: previewed so, but not played without confirmation.
    expect(c.click(a, [0, -1])).toMatchObject({ move: 'Ae0-1', sure: false })
  })
  it('begins as the reader sees a card upright', () => {
    expect(c.carried(c.start(choices, 1))).toEqual({ turn: 1 })
    expect(c.carried(c.start(choices, 3))).toEqual({ turn: 0 })
  })
  it('card, turn, cell', () => {
    const turned = c.turnOn(c.choosePiece(s, 'A'), 1)
    expect(c.carried(turned)).toEqual({ face: 'A', turn: 1 })
    expect(at(turned)).toEqual(['faint:2,0', 'site:0,-1'])
    expect(c.click(turned, [0, -1])).toMatchObject({ move: 'Ae0-1', sure: true })
  })
  it('cell, then card: asked before it is played', () => {
    const cell = c.click(s, [0, -1])
    expect([...c.faces(cell)]).toEqual(['A'])
    expect(c.choosePiece(cell, 'A')).toMatchObject({ move: 'Ae0-1', sure: false })
    // A card that does not fit there clears the cell.
    expect(c.carried(c.choosePiece(cell, 'B'))).toEqual({ face: 'B', turn: 1 })
  })
  it('takes parts back', () => {
    const both = c.click(c.choosePiece(s, 'A'), [2, 0])
    expect(c.carried(c.back(both))).toEqual({ face: 'A', turn: 0 })
    expect(c.begun(c.back(c.back(both)))).toBe(false)
    expect(c.carried(c.click(both, [2, 0]))).toEqual({ face: 'A', turn: 0 })
    expect(c.begun(c.choosePiece(c.choosePiece(s, 'A'), 'A'))).toBe(false)
  })
  it('shows the card out of the hand', () => {
    const hand: Tray[] = [{ id: 'h', kind: 'hand', at: [0, 0], size: [1, 1], seat: 0, say }]
    const scene: Scene = { turn: 0, marks: [], pieces: [{ kind: 'card', at: 'h', seat: 0, face: 'A' }] }
    expect(c.preview(c.click(c.choosePiece(s, 'A'), [0, -1]), scene, hand).pieces).toEqual([{ kind: 'card', at: [0, -1], seat: 0, face: 'A', turn: 1 }])
  })
  it('reaches every move', () => expect(c.reach(s)).toEqual(['An2+0', 'Ae0-1', 'Be2+0']))
})
