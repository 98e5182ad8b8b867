// Many tables at once: how long a move takes to the other screen while every thread of the pool searches, against a bare echo server
// in the same run; then a crowd with hostile clients in it, of whose neighbours every message must arrive, in order.
//   node bench/load.mjs [PROGRAM] [--tables 200] [--crowd 1000] [--seconds 60] [--rate 1]     needs web/node_modules
// Wanted: at the median at most ten times and for 99 % at most three times what the echo takes; 64 MB; descriptors as before.
// It ends with status 1 where a message is lost or out of order.
import { execFileSync, fork, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const WebSocket = createRequire(here('../web/package.json'))('ws')

if (process.argv[2] === '--echo') {
  const server = new WebSocket.Server({ port: 0, host: '127.0.0.1', perMessageDeflate: false }, () => process.send(server.address().port))
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(data.toString())))
  process.on('disconnect', () => process.exit(0))
  await new Promise(() => {})
}

const words = process.argv.slice(2)
const option = (name, usual) => (words.includes(`--${name}`) ? Number(words[words.indexOf(`--${name}`) + 1]) : usual)
const [tables, crowd, seconds, rate] = [option('tables', 200), option('crowd', 1000), option('seconds', 60), option('rate', 1)]
const program = words[0]?.startsWith('--') || !words[0] ? here('../build/release/banmen') : words[0]
const game = 'reversi'
const script = JSON.parse(execFileSync(program, ['play', game, 'random', 'random', '--seed', '5', '--json'])).moves

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? NaN
const folder = mkdtempSync(join(tmpdir(), 'banmen-load-'))
const server = spawn(program, ['serve', '--port', '0', '--json', '--data', folder, '--connections', String(2 * crowd + 200)], { stdio: ['ignore', 'pipe', 'inherit'] })
const port = await new Promise((done) => server.stdout.once('data', (text) => done(JSON.parse(text).port)))
const echo = fork(here('load.mjs'), ['--echo'])
const echo_port = await new Promise((done) => echo.once('message', done))
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length
const wrong = []

function connect(to, path = '/api/ws', options = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${to}${path}`, { perMessageDeflate: false, ...options })
  return new Promise((done, fail) => (socket.once('open', () => done(socket)), socket.once('error', fail)))
}
const say = (socket, message) => socket.send(JSON.stringify(message))

/** Two people who play the script by turns, a move every 1/rate seconds, at one table after the other. */
class Pair {
  times = []
  sent = 0
  got = [0, 0]

  async sit() {
    const body = JSON.stringify({ game, seats: [{ who: 'open' }, { who: 'open' }], listed: false })
    const answer = await fetch(`http://127.0.0.1:${port}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (answer.status !== 201) throw new Error(await answer.text())
    const table = await answer.json()
    this.ply = 0
    this.heard = [0, 0]
    this.people ??= await Promise.all([connect(port), connect(port)])
    await Promise.all(
      this.people.map(
        (socket, seat) =>
          new Promise((done) => {
            socket.removeAllListeners('message')
            socket.on('message', (text) => this.hear(seat, JSON.parse(text), done))
            socket.removeAllListeners('close')
            socket.once('close', (code) => this.leaving || wrong.push(`a player was closed with ${code}`))
            say(socket, { type: 'join', table: table.id, token: table.seats[seat].token })
          }),
      ),
    )
  }
  hear(seat, message, seated) {
    if (message.type === 'table' && message.phase !== 'ended') {
      if (message.ply > this.heard[seat]) this.heard[seat] = message.ply
      return seated()
    }
    if (message.type === 'refused' || message.type === 'error') wrong.push(message.error.what)
    if (message.type !== 'moved') return
    if (message.ply !== this.heard[seat]) wrong.push(`ply ${this.heard[seat]} was due and ${message.ply} came`)
    this.heard[seat] = message.ply + 1
    this.got[seat]++
    if (message.seat !== seat) this.times.push(performance.now() - this.begun)
    else this.mine?.()
  }
  async play(until) {
    await sleep((Math.random() * 1000) / rate)
    while (performance.now() < until) {
      if (this.ply === script.length) await this.sit()
      const mover = this.turn()
      this.begun = performance.now()
      this.sent++
      say(this.people[mover], { type: 'move', ply: this.ply, move: script[this.ply] })
      this.ply++
      for (let k = 0; k < 1000 && Math.min(...this.heard) < this.ply; k++) await sleep(Math.max(1, 10 / rate))
      if (Math.min(...this.heard) < this.ply) return wrong.push(`a move did not come back within ten seconds`)
      await sleep(Math.max(0, this.begun + 1000 / rate - performance.now()))
    }
  }
  /** Passes are moves too, so seats alternate. */
  turn() {
    return this.ply % 2
  }
  leave() {
    this.leaving = true
    for (const one of this.people) one.terminate()
  }
}

async function echoes(count, ms) {
  const times = []
  const sockets = await Promise.all(Array.from({ length: count }, () => connect(echo_port, '/')))
  const until = performance.now() + ms
  await Promise.all(
    sockets.map(async (socket) => {
      await sleep((Math.random() * 1000) / rate)
      while (performance.now() < until) {
        const begun = performance.now()
        socket.send('x'.repeat(1000))
        await new Promise((done) => socket.once('message', done))
        times.push(performance.now() - begun)
        await sleep(Math.max(0, begun + 1000 / rate - performance.now()))
      }
    }),
  )
  for (const one of sockets) one.terminate()
  return times
}

/** What hostile clients do, again and again until the end. */
const half_open = () =>
  new Promise((done) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write('GET /api/health HTTP/1.1\r\nHo'))
    socket.on('close', done).on('error', done)
    setTimeout(() => socket.destroy(), 5000)
  })
const with_socket = (work, options) => async () => {
  const socket = await connect(port, '/api/ws', options).catch(() => null)
  if (!socket) return sleep(100)
  socket.on('error', () => {})
  await new Promise((done) => (socket.once('close', done), work(socket), setTimeout(() => (socket.terminate(), done()), 5000)))
}
const agents = [0, 1].map(() => ({ who: 'agent', agent: 'random' }))
const hostile = [
  half_open,
  half_open,
  with_socket((socket) => (say(socket, { type: 'join', game: 'backgammon:match=25', seats: agents }), socket.pause())),
  with_socket((socket) => (say(socket, { type: 'join', game: 'backgammon:match=25', seats: agents }), socket.pause())),
  with_socket((socket) => Array.from({ length: 500 }, () => say(socket, { type: 'stop' }))),
  with_socket((socket) => Array.from({ length: 500 }, () => say(socket, { type: 'choices' }))),
  with_socket((socket) => socket.send('garbage')),
  with_socket((socket) => socket.send(Buffer.alloc(1000))),
  with_socket((socket) => socket.send('x'.repeat(1_000_000))),
  with_socket(() => {}, { origin: 'http://evil.example' }),
]

async function seated(count) {
  const pairs = Array.from({ length: count }, () => new Pair())
  for (let k = 0; k < count; k += 20) await Promise.all(pairs.slice(k, k + 20).map((pair) => pair.sit()))
  return pairs
}
function report(name, times, against = null) {
  const [median, most] = [at(times, 0.5), at(times, 0.99)]
  const ratio = against ? `   ${(median / at(against, 0.5)).toFixed(1)} and ${(most / at(against, 0.99)).toFixed(1)} times the echo` : ''
  console.log(`${name.padEnd(34)} ${String(times.length).padStart(7)}  median ${median.toFixed(2)} ms  99 % ${most.toFixed(2)} ms${ratio}`)
}
function delivered(name, pairs) {
  const sent = pairs.reduce((sum, pair) => sum + pair.sent, 0)
  const got = pairs.reduce((sum, pair) => sum + pair.got[0] + pair.got[1], 0)
  console.log(`${name.padEnd(34)} ${got} of ${2 * sent} delivered`)
  if (got !== 2 * sent) wrong.push(`${2 * sent - got} messages were lost`)
}

try {
  await sleep(1000)
  const open = descriptors()
  const searching = await Promise.all(Array.from({ length: 8 }, () => connect(port)))
  const search = () => searching.forEach((socket) => socket.readyState === 1 && say(socket, { type: 'analyse', game: 'reversi' }))
  search()
  const again = setInterval(search, 20_000)
  const bare = await echoes(2 * tables, (seconds * 1000) / 2)
  let pairs = await seated(tables)
  await Promise.all(pairs.map((pair) => pair.play(performance.now() + seconds * 1000)))
  bare.push(...(await echoes(2 * tables, (seconds * 1000) / 2)))
  report(`${2 * tables} echoes`, bare)
  report(`${tables} tables of two`, pairs.flatMap((pair) => pair.times), bare)
  delivered(`${tables} tables of two`, pairs)
  clearInterval(again)
  for (const one of searching) one.terminate()
  for (const pair of pairs) pair.leave()
  await sleep(1000)

  const before = memory()
  pairs = await seated(Math.floor((crowd - hostile.length) / 2))
  const until = performance.now() + seconds * 1000
  const enemies = hostile.map(async (attack) => {
    while (performance.now() < until) await Promise.all([attack(), sleep(100)])
  })
  await Promise.all(pairs.map((pair) => pair.play(until)))
  const most = memory()
  await Promise.all(enemies)
  report(`${crowd} connections, ${hostile.length} hostile`, pairs.flatMap((pair) => pair.times))
  delivered(`${crowd} connections`, pairs)
  for (const pair of pairs) pair.leave()
  await sleep(3000)
  console.log(`memory: ${before.toFixed(1)} MB before the crowd, ${most.toFixed(1)} MB with it, ${memory().toFixed(1)} MB after it; descriptors: ${open}, then ${descriptors()}`)
} finally {
  server.kill('SIGTERM')
  await new Promise((done) => server.once('exit', done))
  echo.disconnect()
  rmSync(folder, { recursive: true })
}
if (wrong.length > 0) {
  console.log(`${wrong.length} things went wrong:\n${[...new Set(wrong)].slice(0, 10).join('\n')}`)
  process.exit(1)
}
