import { expect, test } from 'vitest'
import { read_spec, refused, write_spec } from './spec'

const holes = { name: 'holes', type: 'integer', default: '8', range: '2..13', help: '' }
const board = { name: 'board', type: 'text', default: '', range: '', help: '' }

test('values may contain commas', () => {
  expect(read_spec('bao:holes=4,board=0,4,0,4,endless=void')).toEqual({ id: 'bao', values: { holes: '4', board: '0,4,0,4', endless: 'void' } })
})
test('a name without parameters, and a file', () => {
  expect(read_spec('bao')).toEqual({ id: 'bao', values: {} })
  expect(read_spec('./my.game:size=6')).toEqual({ id: './my.game', values: { size: '6' } })
})
test('only values other than the default are written', () => {
  expect(write_spec('bao', { holes: '8', board: '' }, [holes, board])).toBe('bao')
  expect(write_spec('bao', { holes: '4', board: '1,2' }, [holes, board])).toBe('bao:holes=4,board=1,2')
  expect(write_spec('bao', { holes: '' }, [holes])).toBe('bao')
})
test('names round-trip', () => {
  const text = 'bao:holes=4,board=0,4,0,4'
  const { id, values } = read_spec(text)
  expect(write_spec(id, values, [holes, board])).toBe(text)
})
test('numbers outside the range are rejected before sending', () => {
  expect(refused(holes, '14')).toBe('form.range')
  expect(refused(holes, '2')).toBeNull()
  expect(refused(holes, '2.5')).toBe('form.whole')
  expect(refused(holes, 'many')).toBe('form.number')
  expect(refused(board, 'anything')).toBeNull()
})
