// What the server sends, against the page's own types: real messages are written down as constants of the type FromServer, and the
// TypeScript compiler says whether they are. A field that the page does not know is an error too.
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
  const socket = new WebSocket(server.home.replace('http', 'ws') + 'api/ws', { origin: server.home.slice(0, -1) })
  await new Promise((done, fail) => (socket.once('open', done), socket.once('error', fail)))
  socket.on('message', (data) => messages.push(JSON.parse(data)))
  /** The first message from number `from` on that is wanted. */
  const wait_for = async (wanted, from) => {
    for (let k = 0; k < 1500; k++) {
      const found = messages.slice(from).find(wanted)
      if (found) return found
      await new Promise((done) => setTimeout(done, 20))
    }
    throw new Error(`waited in vain for ${wanted} after ${JSON.stringify(messages.at(-1)).slice(0, 400)}`)
  }
  const say = async (message, wanted) => {
    await new Promise((done) => setTimeout(done, 55)) // twenty messages a second are a client's share
    const from = messages.length
    socket.send(JSON.stringify(message))
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
  await say({ type: 'end', how: 'resigned', seat: 0 }, (m) => m.type === 'ended')
  await say({ type: 'nothing of the kind' }, (m) => m.type === 'error')
  socket.close()
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
