// The game's state against a server simulated by the test: requests sent, and effects of its messages.
import { beforeEach, expect, test, vi } from 'vitest'
import type { FromServer, MovedMessage, TableMessage, ToServer } from '../protocol'

const wire = vi.hoisted(() => ({ open: true, sent: [] as unknown[], listeners: [] as ((m: unknown) => void)[], watchers: [] as ((s: string, at: number) => void)[], asked: [] as [string, unknown][] }))
vi.mock('../backend', () => ({
  send: (m: unknown) => (wire.sent.push(m), wire.open),
  onmessage: (f: (m: unknown) => void) => wire.listeners.push(f),
  onconnection: (f: (s: string, at: number) => void) => (wire.watchers.push(f), f('open', 0)),
  ask: async (path: string, body: { moves?: string[] }) => {
    wire.asked.push([path, body])
    return { ...standing(body.moves ?? []), moves: ['a', 'b', 'c'], history: body.moves ?? [], scene: scene(body.moves ?? []), steps: [], choices: { form: 'list', moves: ['a', 'b', 'c'] } }
  },
  Refusal: class extends Error {},
}))
const { play } = await import('./play.svelte')

const standing = (moves: string[]) => ({ position: moves.join(' '), turn: moves.length % 2, score: [0, 0], result: null })
const scene = (moves: string[]) => ({ turn: moves.length % 2, pieces: [], marks: [] })
const hear = (m: FromServer) => wire.listeners.forEach((f) => f(m))
const last = () => wire.sent.at(-1) as ToServer
const table = (history: string[], more: Partial<TableMessage> = {}): TableMessage => ({
  type: 'table', game: 'toy', ply: history.length, start: '', history, seats: [{ seat: 0, name: 'first', who: 'human' }, { seat: 1, name: 'second', who: 'agent', agent: 'random' }],
  layout: null, scene: scene(history), choices: { form: 'list', moves: ['a', 'b', 'c'] }, ended: null, picture: [], paused: false, seed: 7, ...standing(history), ...more,
})
const moved = (before: string[], move: string): MovedMessage => ({
  type: 'moved', ply: before.length, seat: before.length % 2, move, steps: [{ do: 'mark', marks: [], turn: (before.length + 1) % 2 }], choices: null, ended: null, ...standing([...before, move]),
})
vi.useFakeTimers()
const settled = () => vi.advanceTimersByTimeAsync(400)

beforeEach(() => {
  wire.sent.length = 0
  play.begin({ game: 'toy', seats: [{ who: 'human' }, { who: 'agent', agent: 'random' }] })
  hear(table([]))
})

test('a game begins with a join, and a move carries its ply', () => {
  expect(wire.sent[0]).toEqual({ type: 'join', game: 'toy', seats: [{ who: 'human' }, { who: 'agent', agent: 'random' }] })
  expect(play.interactive).toBe(true)
  play.move('a')
  expect(last()).toEqual({ type: 'move', ply: 0, move: 'a' })
})
test('a move made while the connection is away is sent once, when it is back', () => {
  wire.open = false
  wire.watchers.forEach((f) => f('lost', 0))
  play.move('a')
  wire.open = true
  wire.sent.length = 0
  wire.watchers.forEach((f) => f('open', 0))
  expect(wire.sent).toEqual([expect.objectContaining({ type: 'join', game: 'toy' })])
  hear(table([]))
  expect(last()).toEqual({ type: 'move', ply: 0, move: 'a' })
  wire.sent.length = 0
  hear(table([]))
  expect(wire.sent).toEqual([])
  hear(moved([], 'a'))
  expect(play.tree.moves(play.live)).toEqual(['a'])
})
test('moves that come are shown one after the other, and the record has them at once', async () => {
  hear(moved([], 'a'))
  hear(moved(['a'], 'b'))
  expect(play.tree.moves(play.live)).toEqual(['a', 'b'])
  await settled()
  expect(play.history).toEqual(['a', 'b'])
  expect(play.shown?.scene?.turn).toBe(0)
})
test('a move of a game that was left changes nothing', () => {
  hear(moved(['x', 'y'], 'z'))
  expect(play.tree.moves(play.live)).toEqual([])
})
test('whoever looks back stays there while the game goes on', async () => {
  hear(moved([], 'a'))
  await settled()
  play.go(0)
  hear(moved(['a'], 'b'))
  await settled()
  expect(play.here).toBe(0)
  expect(play.tree.moves(play.live)).toEqual(['a', 'b'])
})
test('another move at an earlier place makes a branch, played on from there', async () => {
  hear(moved([], 'a'))
  hear(moved(['a'], 'b'))
  await settled()
  play.go(0)
  await settled()
  expect(play.interactive).toBe(true)
  play.move('c')
  await settled()
  expect(last()).toMatchObject({ type: 'join', game: 'toy', moves: ['c'], seed: 7 })
  hear(table(['c']))
  expect(play.history).toEqual(['c'])
  expect(play.tree.find(['a', 'b'])).not.toBeNull()
})
test('a move that is known already is only looked at', async () => {
  hear(moved([], 'a'))
  await settled()
  play.go(0)
  await settled()
  wire.sent.length = 0
  play.move('a')
  expect(play.history).toEqual(['a'])
  expect(wire.sent).toEqual([])
})
test('what is taken back leaves the record, unless something hangs on it', async () => {
  hear(moved([], 'a'))
  hear(moved(['a'], 'b'))
  await settled()
  play.undo()
  hear(table([]))
  expect(play.tree.nodes.size).toBe(1)
  hear(moved([], 'a'))
  play.comment(play.live, 'good')
  hear(table([]))
  expect(play.tree.find(['a'])?.comment).toBe('good')
})
test('when the server comes back the game is joined again where it stood', async () => {
  hear(moved([], 'a'))
  hear(moved(['a'], 'b'))
  await settled()
  wire.watchers.forEach((f) => f('lost', 0))
  expect(play.interactive).toBe(false)
  expect(play.history).toEqual(['a', 'b'])
  wire.watchers.forEach((f) => f('open', 0))
  expect(last()).toMatchObject({ type: 'join', moves: ['a', 'b'], seed: 7 })
})
test('a game that was given up stays given up after that', () => {
  hear({ type: 'ended', how: 'resigned', seat: 0, result: null })
  expect(play.over).toBe(true)
  wire.watchers.forEach((f) => f('lost', 0))
  wire.watchers.forEach((f) => f('open', 0))
  expect(last()).toMatchObject({ type: 'join', paused: true })
  hear(table([], { paused: true }))
  expect(play.over).toBe(true)
})
test('deleting the live line goes on before it, with nobody playing by himself', async () => {
  hear(moved([], 'a'))
  hear(moved(['a'], 'b'))
  await settled()
  play.remove(play.tree.find(['a', 'b'])!.id)
  expect(last()).toMatchObject({ type: 'join', moves: ['a'], paused: true })
  expect(play.history).toEqual(['a'])
})
test('a record that was read is the record that is written', () => {
  const read = {
    game: 'toy', seats: [{ seat: 'first', who: 'human Ada' }, { seat: 'second', who: 'uct:playouts=10' }], seed: 3, comments: ['a head'],
    tree: [{ move: 'a', comment: 'c', variations: [[{ move: 'b' }]] }, { move: 'c' }], result: null, ended: { how: 'resigned', seat: 'second' },
  }
  play.begin_record(read)
  // It is opened for viewing: its agent does not move.
  expect(last()).toMatchObject({ type: 'join', moves: ['a', 'c'], seats: [{ who: 'human', name: 'Ada' }, { who: 'human', name: 'uct:playouts=10' }], paused: true })
  hear(table(['a', 'c'], { seed: 3, paused: true }))
  expect(play.over).toBe(true)
  expect(play.record()).toEqual(read)
})
test('a game played here is written with who played it', () => {
  hear(moved([], 'a'))
  expect(play.record().seats).toEqual([{ seat: 'first', who: 'human' }, { seat: 'second', who: 'random' }])
  hear({ type: 'ended', how: 'forfeit', seat: 1, verdict: 'it crashed', result: null })
  expect(play.record().ended).toEqual({ how: 'forfeit', seat: 'second' })
})
