import { expect, test } from 'vitest'
import { rows, Tree } from './tree'

function sample() {
  const tree = new Tree()
  tree.follow(['a', 'b', 'c'])
  tree.follow(['a', 'x', 'y'])
  tree.follow(['q'])
  return tree
}

test('the same move twice is one node', () => {
  const tree = sample()
  expect(tree.follow(['a', 'b']).id).toBe(tree.find(['a', 'b'])?.id)
  expect(tree.find(['b'])).toBeNull()
})
test('a record round-trips with variations and comments', () => {
  const tree = sample()
  tree.follow(['a', 'x']).comment = 'tried'
  const record = tree.to_record()
  expect(record).toEqual([
    { move: 'a', variations: [[{ move: 'q' }]] },
    { move: 'b', variations: [[{ move: 'x', comment: 'tried' }, { move: 'y' }]] },
    { move: 'c' },
  ])
  expect(Tree.from_record(record).to_record()).toEqual(record)
})
test('promoting a branch makes it the main line, the rest stays', () => {
  const tree = sample()
  const y = tree.find(['a', 'x', 'y'])!
  expect(tree.on_main_line(y.id)).toBe(false)
  expect(tree.promote(y.id)).toBe(true)
  expect(tree.on_main_line(y.id)).toBe(true)
  expect(tree.promote(y.id)).toBe(false)
  expect(tree.moves(tree.end(0).id)).toEqual(['a', 'x', 'y'])
  expect(tree.find(['a', 'b', 'c'])).not.toBeNull()
})
test('deleting removes all descendants', () => {
  const tree = sample()
  const size = tree.nodes.size
  expect(tree.remove(tree.find(['a', 'x'])!.id)).toBe(tree.find(['a'])!.id)
  expect(tree.nodes.size).toBe(size - 2)
  expect(tree.remove(0)).toBe(0)
  expect(tree.find(['a', 'b', 'c'])).not.toBeNull()
})
test('rows: the main line breaks where it forks, variations are indented', () => {
  const tree = sample()
  const text = rows(tree).map((r) => '  '.repeat(r.depth) + r.nodes.map((n) => `${n.ply + 1}.${tree.get(n.id).move}`).join(' '))
  expect(text).toEqual(['1.a', '  1.q', '2.b', '  2.x 3.y', '3.c'])
})
test('a long game does not overflow the stack', () => {
  const tree = new Tree()
  tree.follow(Array.from({ length: 20_000 }, (_, k) => `m${k}`))
  expect(rows(tree)[0]?.nodes.length).toBe(20_000)
  expect(Tree.from_record(tree.to_record()).nodes.size).toBe(20_001)
})
