import { expect, test } from 'vitest'
import { read_link, write_link, type Link } from './link'

test('a link round-trips', () => {
  const link: Link = { page: 'play', game: 'bao:board=0,4,0,4', position: '0,4 / x&y #1 first', moves: ['24/21,24/23', 'bar/20*', 'a b', 'é+'], ply: 2, turned: 1, analysis: true }
  expect(read_link(write_link(link))).toEqual(link)
})
test('links of a table state their purpose', () => {
  const seat: Link = { page: 'table', id: 'abcdefghij', seat: 0, token: 'abcdefghijklmnopqrstuvwxyz' }
  expect(write_link(seat)).toBe('#table?id=abcdefghij&seat=0&token=abcdefghijklmnopqrstuvwxyz')
  expect(read_link(write_link(seat))).toEqual(seat)
  expect(read_link('#table?id=abcdefghij&join=x&host=y')).toEqual({ page: 'table', id: 'abcdefghij', join: 'x', host: 'y' })
})
test('usual moves stay readable', () => {
  expect(write_link({ page: 'play', game: 'reversi', moves: ['d3', 'c3'], ply: 0 })).toBe('#play?game=reversi&moves=d3,c3&ply=0')
})
test('hand-written moves may be separated by spaces', () => {
  expect(read_link('#play?game=bao&moves=d+e').moves).toEqual(['d', 'e'])
})
test('broken links open something', () => {
  expect(read_link('')).toEqual({ page: 'home' })
  expect(read_link('#play?game=%E0%A4%A&ply=-3&turned=x&unknown=1')).toEqual({ page: 'play', game: '%E0%A4%A' })
})
