// A shared table against a server simulated by the test: seats, moves shown before the server confirms them, disconnections,
// offers, clocks.
import { beforeEach, expect, test, vi } from 'vitest'
import type { FromServer, MovedMessage, SharedMessage, ToServer } from '../protocol'

const wire = vi.hoisted(() => {
  const shelf = () => {
    const kept = new Map<string, string>()
    return { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v), removeItem: (k: string) => void kept.delete(k), clear: () => kept.clear() }
  }
  const globals = globalThis as Record<string, unknown>
  globals.localStorage = shelf()
  globals.sessionStorage = shelf()
  globals.location = { hash: '', origin: 'http://here', pathname: '/' }
  globals.history = { replaceState: (_a: unknown, _b: unknown, to: string) => ((globals.location as { hash: string }).hash = to) }
  return { sent: [] as unknown[], up: true, answers: Promise.resolve(), listeners: [] as ((m: unknown) => void)[], watchers: [] as ((s: string, at: number) => void)[] }
})
vi.mock('../backend', () => ({
  send: (m: unknown) => wire.up && (wire.sent.push(m), true),
  onmessage: (f: (m: unknown) => void) => wire.listeners.push(f),
  onconnection: (f: (s: string, at: number) => void) => (wire.watchers.push(f), f('open', 0)),
  ask: async (path: string, body?: { moves?: string[] }) =>
    (await wire.answers, path).startsWith('/api/tables/')
      ? { id: 'abcdefghij', game: 'toy', seats: [], phase: 'waiting', ply: 0, watchers: 0, kept: true }
      : { ...standing(body?.moves ?? []), moves: ['a', 'b', 'c'], history: body?.moves ?? [], scene: scene(body?.moves ?? []), steps: steps(body?.moves ?? []), choices },
  Refusal: class extends Error {},
}))
const { play } = await import('./play.svelte')
const { table } = await import('./table.svelte')
const { held_at } = await import('./held')
const { notices } = await import('./notices.svelte')
const { load_words } = await import('../i18n')
await load_words('en')

const choices = { form: 'list' as const, moves: ['a', 'b', 'c'] }
const standing = (moves: string[]) => ({ position: moves.join(' '), turn: moves.length % 2, score: [0, 0], result: null })
const scene = (moves: string[]) => ({ turn: moves.length % 2, pieces: moves.map((face, k) => ({ kind: 'card' as const, at: `s${k}`, face })), marks: [] })
const steps = (moves: string[]) => [{ do: 'put' as const, piece: { kind: 'card' as const, at: `s${moves.length - 1}`, face: moves.at(-1) ?? '' } }, { do: 'mark' as const, marks: [], turn: moves.length % 2 }]
const hear = (m: FromServer) => wire.listeners.forEach((f) => f(JSON.parse(JSON.stringify(m))))
const last = () => wire.sent.at(-1) as ToServer
const options = { takeback: true, listed: false, kept: true, watch: true, seating: 'chosen' as const, claim_after: 120 }
const people = () => [
  { seat: 0, name: 'first', who: 'human' as const, person: 'Ada', present: true },
  { seat: 1, name: 'second', who: 'human' as const, person: 'Bo', present: true },
]
const whole = (history: string[], seat: number | null = 0, more: Partial<SharedMessage> = {}): SharedMessage => ({
  type: 'table', table: 'abcdefghij', seat, host: false, phase: 'running', game: 'toy', ply: history.length, start: '', history, seats: people(), layout: null, scene: scene(history),
  choices: history.length % 2 === seat ? choices : null, ended: null, clock: { kind: 'none' }, watchers: 0, options, offers: [], picture: [], ...standing(history), ...more,
})
const moved = (before: string[], move: string, seat: number | null = 0): MovedMessage => ({
  type: 'moved', ply: before.length, seat: before.length % 2, move, steps: steps([...before, move]), choices: (before.length + 1) % 2 === seat ? choices : null, ended: null, ...standing([...before, move]),
})
vi.useFakeTimers()
const settled = (ms = 150) => vi.advanceTimersByTimeAsync(ms)
const cut = () => ((wire.up = false), wire.watchers.forEach((f) => f('lost', 0)))
const back = () => ((wire.up = true), wire.watchers.forEach((f) => f('open', 0)))
/** Simulates pointing at the move before making it. */
async function point_and_move(move: string) {
  play.preview([move])
  await settled()
  play.move(move)
}

beforeEach(() => {
  wire.up = true
  localStorage.clear()
  sessionStorage.clear()
  play.begin({ game: 'other' })
  table.open({ page: 'table', id: 'abcdefghij', join: 'jjj' })
  table.set_name('Ada')
  wire.sent.length = 0
})
/** Takes a seat; the game runs. */
function sit(history: string[] = []) {
  hear(whole([], null, { phase: 'waiting', seats: [{ seat: 0, name: 'first', who: 'open', present: false }, people()[1]!] }))
  table.sit(0)
  hear(whole(history, 0, { token: 'ttt' }))
}

test('a link to join watches first, and leaves the address bar', () => {
  expect(location.hash).toBe('#table?id=abcdefghij')
  hear(whole([], null, { phase: 'waiting' }))
  expect(table.seat).toBeNull()
  expect(play.interactive).toBe(false)
})
test('taking a seat sends name and link, and the token is stored', () => {
  sit()
  expect(wire.sent[0]).toEqual({ type: 'sit', seat: 0, name: 'Ada', join: 'jjj' })
  expect(held_at('abcdefghij')).toMatchObject({ token: 'ttt', seat: 0, join: 'jjj', game: 'toy' })
  expect(play.interactive).toBe(true)
  expect(notices.spoken.some((n) => /stored/.test(n.text)), 'a new player is informed that the game is stored').toBe(true)
})
test('a seat link asks before taking the seat, and a reload resumes it', async () => {
  play.begin({ game: 'other' })
  table.open({ page: 'table', id: 'bbbbbbbbbb', seat: 1, token: 'kkk' })
  await settled(10)
  expect(wire.sent.some((m) => (m as ToServer).type === 'join' && 'table' in (m as object))).toBe(false)
  expect(table.info?.kept).toBe(true)
  table.accept()
  expect(last()).toEqual({ type: 'join', table: 'bbbbbbbbbb', token: 'kkk', name: 'Ada' })
  play.begin({ game: 'other' })
  table.open({ page: 'table', id: 'bbbbbbbbbb' })
  expect(last()).toMatchObject({ type: 'join', table: 'bbbbbbbbbb', token: 'kkk' })
})
test('the board shows one’s own side below, and no choices of others', () => {
  sit()
  hear(whole([], 1, { choices: null }))
  expect(play.below).toBe(1)
  expect(play.interactive).toBe(false)
})
test('one’s own move is shown at once if predicted, and stays when confirmed', async () => {
  sit()
  await point_and_move('b')
  expect(last()).toEqual({ type: 'move', ply: 0, move: 'b' })
  expect(play.history).toEqual(['b'])
  expect(play.shown?.scene?.pieces).toHaveLength(1)
  expect(play.at_live).toBe(true)
  expect(play.interactive).toBe(false)
  hear(moved([], 'b'))
  expect(play.live).toBe(play.here)
  expect(play.tree.nodes.size).toBe(2)
})
test('one’s own move is shown as soon as its effects are known, even if made before', async () => {
  sit()
  play.preview(['b'])
  let come = () => {}
  wire.answers = new Promise((done) => (come = done))
  await settled()
  play.move('b')
  expect(play.history).toEqual([])
  come()
  await settled()
  expect(play.history).toEqual(['b'])
  expect(play.shown?.scene?.pieces).toHaveLength(1)
  hear({ type: 'refused', error: 'no' } as unknown as FromServer)
  expect(play.history).toEqual([])
})
test('it is taken back when the server rejects it', async () => {
  sit()
  await point_and_move('b')
  hear({ type: 'refused', ply: 0, error: { what: 'the disk is full' } })
  hear(whole([]))
  expect(play.history).toEqual([])
  expect(play.tree.nodes.size).toBe(1)
  expect(play.interactive).toBe(true)
})
test('only one move is on its way at a time', async () => {
  sit()
  play.move('a')
  play.move('b')
  expect(wire.sent.filter((m) => (m as ToServer).type === 'move')).toEqual([{ type: 'move', ply: 0, move: 'a' }])
})
test('after a disconnection the seat is resumed with the last ply, and missed moves are shown step by step', async () => {
  sit()
  hear(moved([], 'a'))
  await settled(700)
  cut()
  expect(play.history).toEqual(['a'])
  back()
  expect(last()).toEqual({ type: 'join', table: 'abcdefghij', token: 'ttt', name: 'Ada', ply: 1 })
  const missed = [{ ply: 1, seat: 1, move: 'c', steps: steps(['a', 'c']) }]
  hear(whole(['a', 'c'], 0, { missed }))
  expect(play.animation?.steps).toEqual(missed[0]!.steps)
  await settled(900)
  expect(play.history).toEqual(['a', 'c'])
  expect(play.interactive).toBe(true)
})
test('a move that arrived before the disconnection is not played again', async () => {
  sit()
  await point_and_move('b')
  cut()
  back()
  wire.sent.length = 0
  hear(whole(['b'], 0))
  expect(wire.sent).toEqual([])
  expect(play.history).toEqual(['b'])
})
test('a move that did not arrive is sent again, also one made while disconnected', async () => {
  sit()
  cut()
  expect(play.interactive, 'a move can be put together meanwhile').toBe(true)
  play.move('c')
  back()
  hear(whole([]))
  expect(last()).toEqual({ type: 'move', ply: 0, move: 'c' })
  hear(moved([], 'c'))
  await settled()
  expect(play.history).toEqual(['c'])
})
test('equal choices after a disconnection keep their identity, and with it a staged move', () => {
  sit()
  const before = play.node.shown?.choices
  cut()
  back()
  hear(whole([]))
  expect(play.node.shown?.choices).toBe(before)
})
test('moves that were taken back by agreement leave the board', async () => {
  sit()
  hear(moved([], 'a'))
  hear(moved(['a'], 'b'))
  await settled(900)
  hear(whole([]))
  expect(play.history).toEqual([])
  expect(play.tree.nodes.size).toBe(1)
})
test('offers are made, announced, answered, and lapse with a move', () => {
  sit(['a', 'b'])
  expect(table.may_offer('draw')).toBe(true)
  table.offer('draw')
  expect(last()).toEqual({ type: 'offer', what: 'draw' })
  hear({ type: 'offers', offers: [{ what: 'draw', by: 0, yes: [0], waits: [1] }] })
  expect(table.may_offer('draw')).toBe(false)
  hear({ type: 'offers', offers: [], refused: { what: 'draw', by: 0 } })
  expect(notices.list.some((n) => /declined/.test(n.text)), 'who asked hears that it was declined').toBe(true)
  hear({ type: 'offers', offers: [{ what: 'takeback', by: 1, yes: [1], waits: [0] }] })
  expect(notices.spoken.at(-1)?.text).toMatch(/Bo/)
  expect(table.title).toMatch(/^●/)
  table.answer('takeback', true)
  expect(last()).toEqual({ type: 'answer', what: 'takeback', yes: true })
  hear(moved(['a', 'b'], 'c'))
  expect(table.offers).toEqual([])
})
test('an absence is counted down, then the game can be claimed', () => {
  sit()
  const gone = (away: number) => hear({ type: 'presence', seats: [people()[0]!, { ...people()[1]!, present: false, away }], watchers: 3, phase: 'running' })
  gone(20)
  expect(notices.spoken.at(-1)?.text).toMatch(/Bo/)
  expect(table.watchers).toBe(3)
  expect(table.gone).toEqual([{ seat: 1, left: 100 }])
  gone(121)
  expect(table.gone[0]!.left).toBeLessThanOrEqual(0)
  table.claim(1, 'win')
  expect(last()).toEqual({ type: 'claim', seat: 1, how: 'win' })
  hear({ type: 'presence', seats: people(), watchers: 3, phase: 'running' })
  expect(table.gone).toEqual([])
})
test('clocks are the server’s, and the page only counts down between messages', async () => {
  sit()
  hear(whole([], 0, { clock: { kind: 'fischer', seconds: 60, increment: 2, left: [50, 60], running: 0 } }))
  expect(play.clock.left).toEqual([50_000, 60_000])
  await settled(450)
  expect(play.clock.left[0]).toBeLessThan(50_000)
  hear({ ...moved([], 'a'), clock: { kind: 'fischer', left: [51.5, 60], running: 1 } })
  expect(play.clock.left[0]).toBe(51_500)
  expect(play.clock.running).toBe(1)
  wire.sent.length = 0
  hear({ ...moved(['a'], 'b'), clock: { kind: 'fischer', left: [0.1, 60], running: 0 } })
  await settled(400)
  expect(play.clock.left[0]).toBe(0)
  expect(wire.sent, 'a flag is the server’s to see').toEqual([])
  hear({ type: 'ended', how: 'time', seat: 0, result: null, clock: { kind: 'fischer', left: [0, 60], running: null } })
  expect(table.phase).toBe('ended')
  expect(play.over).toBe(true)
  expect(table.may_offer('rematch')).toBe(true)
})
test('a seat played elsewhere is watched, and can be taken back', () => {
  sit()
  hear({ type: 'unseated', why: 'elsewhere' })
  expect(table.seat).toBeNull()
  expect(play.interactive).toBe(false)
  table.come_back()
  expect(last()).toMatchObject({ type: 'join', token: 'ttt' })
  hear({ type: 'unseated', why: 'freed' })
  expect(held_at('abcdefghij')?.token).toBeUndefined()
})
test('a revoked token is forgotten, and the page watches', () => {
  sit()
  cut()
  back()
  hear({ type: 'error', error: { what: 'no', key: 'table.wrong_token' } })
  expect(last()).toEqual({ type: 'join', table: 'abcdefghij', join: 'jjj', name: 'Ada', ply: 0 })
  expect(held_at('abcdefghij')?.token).toBeUndefined()
  expect(table.unseated).toBe('freed')
})
test('a game that ends by its rules ends the table', () => {
  sit()
  hear({ ...moved([], 'a'), turn: 'over', result: [1, -1], phase: 'ended', seed: '9' })
  expect(table.phase).toBe('ended')
  expect(play.over).toBe(true)
  expect(play.seed).toBe('9')
})
test('a rematch goes to the new table with the new seat', () => {
  sit()
  hear({ type: 'rematch', table: 'cccccccccc', seat: 1, token: 'nnn' })
  expect(held_at('cccccccccc')).toMatchObject({ token: 'nnn', seat: 1 })
  expect(location.hash).toBe('#table?id=cccccccccc')
})
test('the title shows the turn', () => {
  sit()
  expect(table.title).toMatch(/^● /)
  hear(moved([], 'a'))
  expect(table.title).not.toMatch(/^●/)
})
test('late messages of an abandoned game change nothing', () => {
  sit()
  play.begin({ game: 'other' })
  hear(whole(['a', 'b']))
  expect(play.game).toBe('other')
  expect(play.history).toEqual([])
})
test('a shared game is not stored among one’s own', () => {
  sit()
  hear(moved([], 'a'))
  play.save()
  expect(localStorage.getItem('banmen.games') ?? '[]').not.toMatch(/toy/)
})
