import { expect, test } from 'vitest'
import type { Choices, Layout } from './scene'
import { parts_of, ranked, share_of, sites_in, value_text, ways_in } from './values'

const layout: Layout = { v: 1, game: 'x', tone: 'wood', view: { bounds: [0, 0, 8, 8], turns: [], portrait: 'keep' }, grid: { cols: 4, rows: 4, names: 'a1-top' }, trays: [{ id: 'bar', kind: 'bar', at: [0, 0], size: [1, 1], say: { key: 'tray.bar' } }] }

test('the parts of a bar fill it', () => {
  for (const [value, unit] of [[0.3, 'share of 1'], [12, 'points of the result still to come'], [-1, 'wins: 1 won, 0 neither, -1 lost']] as const)
    for (const seats of [2, 4]) expect(parts_of({ value, unit, seat: 1, exact: false }, seats).reduce((a, b) => a + b)).toBeCloseTo(1)
})
test('shares stay shares, wins fill the bar, points grow towards its end', () => {
  expect(share_of(0.3, 'share of 1')).toBe(0.3)
  expect(share_of(1, 'wins: 1 won')).toBe(1)
  expect(share_of(0, 'points')).toBe(0.5)
  expect(share_of(5, 'points')).toBeLessThan(share_of(6, 'points'))
  expect(share_of(1000, 'points')).toBeLessThanOrEqual(1)
})
test('values as text', () => {
  expect(value_text(0.614, 'share of 1')).toBe('61.4 %')
  expect(value_text(-3, 'points')).toBe('−3')
  expect(value_text(2.5, 'points')).toBe('+2.50')
  expect(value_text('loss in 5')).toBe('loss in 5')
})
test('places that a move names', () => {
  expect(sites_in('a4-b4/c4', layout)).toEqual(['a4', 'b4', 'c4'])
  expect(sites_in('bar/20', layout)).toEqual(['bar'])
  expect(sites_in('e9', layout)).toEqual([])
})

test('exact values are ranked for whoever is on turn, whosever view they are in', () => {
  expect(ranked(4, { a: -2, b: 4, c: 0 }).map(([move]) => move)).toEqual(['b', 'c', 'a'])
  // Values are the first player's, and the second is to move.
  expect(ranked(-2, { a: -2, b: 4, c: 0 }).map(([move]) => move)).toEqual(['a', 'c', 'b'])
})
test('the ways of a move are what is picked to make it', () => {
  const backgammon: Choices = {
    form: 'tree', asks: [{ plain: '' }],
    nodes: [
      { ask: 0, picks: [{ drag: ['p13', 'p11'], value: 2, next: 1 }, { key: 'pass', next: 'pass' }] },
      { ask: 0, picks: [{ drag: ['p11', 'p10'], value: 1, next: '13/10' }, { drag: ['p6', 'p5'], value: 1, next: '13/11,6/5' }] },
    ],
  }
  expect(ways_in(backgammon).get('13/10')).toEqual([['p13', 'p11', 'p10']])
  expect(ways_in(backgammon).get('13/11,6/5')).toEqual([['p13', 'p11'], ['p6', 'p5']])
  expect(ways_in(backgammon).get('pass')).toEqual([])
  const amazons: Choices = { form: 'tree', asks: [], nodes: [{ ask: 0, picks: [{ site: 'a1', next: 1 }] }, { ask: 0, picks: [{ site: 'b2', next: 2 }] }, { ask: 0, picks: [{ site: 'a1', next: 'a1-b2/a1' }] }] }
  expect(ways_in(amazons).get('a1-b2/a1')).toEqual([['a1', 'b2', 'a1']])
  const cards: Choices = { form: 'facets', facets: [{ ask: { plain: '' }, options: [{ piece: 'G', text: 'G' }] }, { ask: { plain: '' }, options: [{ site: [1, -2], text: '1-2' }] }], moves: [0, 0] }
  expect(ways_in(cards).get('G1-2')).toEqual([[[1, -2]]])
})
