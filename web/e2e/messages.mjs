// Checks the server's messages against the page's types: real messages become constants of the type FromServer, and the TypeScript
// compiler checks them. A field that the page does not know is an error too.
//   node e2e/messages.mjs PROGRAM
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import WebSocket from 'ws'
import { serve } from './kit.mjs'
import { a_move } from './moves.mjs'

const [program] = process.argv.slice(2)
if (!program) {
  console.error('usage: node e2e/messages.mjs PROGRAM')
  process.exit(2)
}

const games = ['tictactoe', 'reversi:size=4', 'yonin:size=4', 'amazons:size=4', 'amazons:size=4,piece=knight', 'bao:holes=4', 'hichain', 'backgammon:payoff=cube',
  'hex:size=3', 'morris', 'kalah', 'draughts', 'losalamos', 'pig', 'nim']
const server = await serve(program)
const messages = []
try {
  const connected = async () => {
    const socket = new WebSocket(server.home.replace('http', 'ws') + 'api/ws', { origin: server.home.slice(0, -1) })
    await new Promise((done, fail) => (socket.once('open', done), socket.once('error', fail)))
    socket.on('message', (data) => messages.push(JSON.parse(data)))
    return socket
  }
  const socket = await connected()
  /** Returns the first message from number `from` on that satisfies `wanted`. */
  const wait_for = async (wanted, from) => {
    for (let k = 0; k < 1500; k++) {
      const found = messages.slice(from).find(wanted)
      if (found) return found
      await new Promise((done) => setTimeout(done, 20))
    }
    throw new Error(`waited in vain for ${wanted} after ${JSON.stringify(messages.at(-1)).slice(0, 400)}`)
  }
  const say = async (message, wanted, by = socket) => {
    await new Promise((done) => setTimeout(done, 55)) // a client may send twenty messages a second
    const from = messages.length
    by.send(JSON.stringify(message))
    return wait_for(wanted, from)
  }
  const can_move = (m) => (m.type === 'table' || m.type === 'moved') && (m.choices || m.turn === 'over')
  const { games: known, library = [] } = await server.ask('/api/games')
  for (const game of games) {
    const info = [...known, ...library].find((g) => g.id === game.split(':')[0])
    const seats = Array.from({ length: info?.players ?? 2 }, () => ({ who: 'human' }))
    let here = await say({ type: 'join', game, seats }, can_move)
    for (let k = 0; k < 4 && here.choices; k++)
      here = await say({ type: 'move', ply: here.type === 'table' ? here.ply : here.ply + 1, move: a_move(here.choices) }, (m) => can_move(m) || m.type === 'refused')
  }
  await say({ type: 'join', game: 'reversi', seats: [{ who: 'human', name: 'Ada' }, { who: 'agent', agent: 'greedy' }] }, (m) => m.type === 'table')
  await say({ type: 'move', ply: 7, move: 'd3' }, (m) => m.type === 'refused')
  await say({ type: 'move', ply: 0, move: 'd3' }, (m) => m.type === 'moved' && m.ply === 1)
  await say({ type: 'analyse', id: 1, game: 'reversi', moves: ['d3'], lines: 2 }, (m) => m.type === 'lines')
  socket.send(JSON.stringify({ type: 'stop' }))
  await say({ type: 'end', how: 'resigned', seat: 0 }, (m) => m.type === 'ended')
  const large = await say({ type: 'join', game: 'amazons:size=16', seats: [{ who: 'human' }, { who: 'human' }] }, (m) => m.type === 'table')
  await say({ type: 'choices', ply: 0, node: large.choices.nodes.length }, (m) => m.type === 'choices')
  await say({ type: 'nothing of the kind' }, (m) => m.type === 'error', await connected()) // for which the server closes the connection

  // A shared table, with all its messages.
  const of_type = (type) => (m) => m.type === type
  const table = await server.ask('/api/tables', { game: 'reversi:size=4', seats: [{ who: 'open' }, { who: 'open' }], clock: { kind: 'fischer', seconds: 60, increment: 1 }, claim_after: 1 })
  const other = await connected(), watcher = await connected()
  const join = (by, seat, more = {}) => say({ type: 'join', table: table.id, ...(seat === null ? {} : { token: table.seats[seat].token }), ...more }, (m) => m.type === 'table' && m.seat === seat, by)
  await join(watcher, null)
  await join(socket, 0, { name: 'Ada', host: table.host })
  await join(other, null)
  await say({ type: 'sit', name: 'Bo', join: table.join }, (m) => m.type === 'table' && m.token, other)
  const bo = messages.find((m) => m.type === 'table' && m.token).token
  await wait_for((m) => m.type === 'table' && m.phase === 'running', 0)
  const first = messages.findLast((m) => m.type === 'table' && m.choices)
  await say({ type: 'move', ply: 3, move: 'a1' }, of_type('refused'))
  const move = a_move(first.choices)
  await say({ type: 'move', ply: 0, move }, of_type('moved'))
  await say({ type: 'offer', what: 'takeback' }, (m) => m.type === 'offers' && m.offers.length > 0)
  await say({ type: 'answer', what: 'takeback', yes: false }, (m) => m.type === 'offers' && m.refused, other)
  await say({ type: 'join', table: table.id, token: bo, ply: 0 }, (m) => m.type === 'table' && m.missed, other)
  const device = await connected()
  await say({ type: 'join', table: table.id, token: bo }, of_type('unseated'), device)
  await say({ type: 'claim', seat: 1, how: 'win' }, of_type('error'))
  device.close()
  await wait_for((m) => m.type === 'presence' && m.seats[1].away !== undefined, 0)
  // Rejected until the absence has lasted for the second of claim_after.
  const claimed = (m) => m.type === 'table' && m.seats[1].substitute
  while (!claimed(await say({ type: 'claim', seat: 1, how: 'agent' }, (m) => m.type === 'error' || claimed(m))));
  await wait_for((m) => m.type === 'moved' && m.clock && m.seat === 1, 0)
  await say({ type: 'join', table: table.id, token: bo }, (m) => m.type === 'table' && m.seat === 1 && !m.seats[1].substitute, other)
  await say({ type: 'resign' }, (m) => m.type === 'ended' && m.clock)
  await say({ type: 'offer', what: 'rematch' }, of_type('offers'))
  await say({ type: 'answer', what: 'rematch', yes: true }, (m) => m.type === 'rematch' && m.token, other)
  for (const one of [socket, other, watcher]) one.close()
} finally {
  await server.stop()
}

const folder = fileURLToPath(new URL('../src/', import.meta.url))
const name = `${folder}messages-of-the-server.ts`
const text = `import type { FromServer } from './protocol'\n` + messages.map((m, k) => `export const m${k}: FromServer = ${JSON.stringify(m)}\n`).join('')
const options = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, skipLibCheck: true, types: [] }
const host = ts.createCompilerHost(options)
const { getSourceFile, fileExists } = host
host.fileExists = (path) => path === name || fileExists.call(host, path)
host.getSourceFile = (path, ...rest) => (path === name ? ts.createSourceFile(path, text, options.target) : getSourceFile.call(host, path, ...rest))
const wrong = ts.getPreEmitDiagnostics(ts.createProgram([name], options, host))
const seen = new Set()
for (const fault of wrong) {
  const words = ts.flattenDiagnosticMessageText(fault.messageText, '\n  ')
  if (seen.has(words)) continue
  seen.add(words)
  const { line = 0 } = fault.file?.getLineAndCharacterOfPosition(fault.start ?? 0) ?? {}
  console.log(`${messages[line - 1]?.type ?? fault.file?.fileName}: ${words.slice(0, 600)}`)
}
const kinds = [...new Set(messages.map((m) => m.type))].sort()
console.log(`${messages.length} messages of ${kinds.length} kinds (${kinds.join(', ')}), ${wrong.length} faults`)
process.exit(wrong.length ? 1 : 0)
