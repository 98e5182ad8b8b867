import { expect, test } from 'vitest'
import { tintsOf } from './tints'

const plain = (...names: string[]) => tintsOf(names.map((name) => ({ plain: name })))

test('seats called after colours have them, whichever moves first', () => {
  expect(plain('white', 'black')).toEqual([1, 0])
  expect(plain('black', 'white')).toEqual([0, 1])
  expect(tintsOf([{ key: 'seat.hichain.black' }, { key: 'seat.hichain.red' }])).toEqual([0, 4])
})
test('other seats have distinct colours by number', () => {
  expect(plain('first', 'second')).toEqual([0, 1])
  expect(plain('A', 'B', 'C', 'D')).toEqual([0, 1, 2, 3])
  expect(plain('white', 'the other')).toEqual([1, 0])
  expect(plain('one', 'black')).toEqual([1, 0])
})
test('two seats may play one colour', () => {
  const seat = (name: string, colour: string) => ({ key: `seat.yonin.${name}`, args: { colour } })
  expect(tintsOf([seat('A', 'black'), seat('B', 'white'), seat('C', 'black'), seat('D', 'white')])).toEqual([0, 1, 0, 1])
})
