// Load test of the server: latency of moves at many tables while the pool searches, against a bare echo server in the same run;
// in-order delivery to a crowd with hostile clients in it; a soak with an hour's traffic in five minutes.
import { execFileSync, fork, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const usage = `node bench/load.mjs [PROGRAM] [--tables N] [--crowd N] [--seconds S] [--rate R] [--durable] [--idle] [--soak]

PROGRAM       server to test (default: build/release/banmen); needs web/node_modules
--tables N    tables of two people while every thread of the pool searches, against an echo server (200; 0: skip)
--crowd N     connections, up to ten of them hostile (1000; 0: skip)
--seconds S   duration of each part (60; soak: 300)
--rate R      moves per second at each table (1)
--durable     the server syncs moves to the disk before it announces them
--idle        nobody searches meanwhile
--soak        run only the soak: an hour's traffic of --tables tables (100), six seconds per move, in --seconds

Targets: median at most 10 times and 99th percentile at most 3 times that of the echo, measured alternately in the same run; at most
64 MB with the crowd; at most 5 % more memory and no more descriptors after the soak. Exit status 1 if a message is lost or out of
order, or if the soak leaks; times are printed but not judged.

  node bench/load.mjs
  node bench/load.mjs --tables 50 --crowd 0 --seconds 10 --rate 4
  node bench/load.mjs --soak`

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const words = process.argv.slice(2)
if (words.includes('--help') || words.includes('-h')) {
  console.log(usage)
  process.exit(0)
}
function refuse(what, status = 2) {
  console.error(`load.mjs: ${what} (see --help)`)
  process.exit(status)
}
let WebSocket
try {
  WebSocket = createRequire(here('../web/package.json'))('ws')
} catch {
  refuse("the package 'ws' is not in web/node_modules (run 'make build')", 77) // a skipped test
}
if (words[0] === '--echo') {
  const server = new WebSocket.Server({ port: 0, host: '127.0.0.1', perMessageDeflate: false }, () => process.send(server.address().port))
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(data.toString())))
  process.on('disconnect', () => process.exit(0))
  await new Promise(() => {})
}

const soaks = words.includes('--soak')
const durable = words.includes('--durable') ? ['--durable'] : []
const idle = words.includes('--idle')
const given = { tables: soaks ? 100 : 200, crowd: 1000, seconds: soaks ? 300 : 60, rate: 1 }
let program = here('../build/release/banmen')
for (let k = 0; k < words.length; k++) {
  const name = words[k].slice(2)
  if (['--soak', '--durable', '--idle'].includes(words[k])) continue
  if (!words[k].startsWith('--') && k === 0) program = words[k]
  else if (!words[k].startsWith('--') || !(name in given)) refuse(`unknown option '${words[k]}'`)
  else {
    given[name] = Number(words[++k])
    const least = name === 'seconds' || name === 'rate' ? 0.1 : 0
    if (words[k] === undefined || !(given[name] >= least)) refuse(`--${name} expects a number of at least ${least}, got '${words[k] ?? ''}'`)
    if (least === 0 && !Number.isInteger(given[name])) refuse(`--${name} expects an integer`)
  }
}
const { tables, crowd, seconds } = given
const rate = soaks ? 3600 / 6 / seconds : given.rate
if (rate > 20) refuse('--rate exceeds 20 moves a second, the rate limit of the server')
const game = 'reversi'
const script = JSON.parse(execFileSync(program, ['play', game, 'random', 'random', '--seed', '5', '--json'])).moves

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const now = () => performance.now()
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? NaN
const folder = mkdtempSync(join(tmpdir(), 'banmen-load-'))
const wrong = []
let server, port

/** Starts a fresh server for each part. */
async function start(connections) {
  const data = mkdtempSync(join(folder, 'data-'))
  server = spawn(program, ['serve', '--port', '0', '--json', '--data', data, '--results', data, '--connections', String(connections + 200), ...durable], { stdio: ['ignore', 'pipe', 'inherit'] })
  port = await new Promise((done, fail) => {
    server.stdout.once('data', (text) => done(JSON.parse(text).port))
    server.once('exit', () => fail(new Error('the server did not start')))
  })
  await sleep(1000)
}
async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise((done) => server.once('exit', done))
  server.kill('SIGTERM')
  await gone
}
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length
/** Tracks the server's peak memory until the returned function is called. */
function watch_memory() {
  let most = memory()
  const timer = setInterval(() => (most = Math.max(most, memory())), 500)
  return () => (clearInterval(timer), Math.max(most, memory()))
}

function connect(to, path = '/api/ws', options = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${to}${path}`, { perMessageDeflate: false, ...options })
  return new Promise((done, fail) => (socket.once('open', () => done(socket)), socket.once('error', fail)))
}
const say = (socket, message) => socket.readyState === 1 && socket.send(JSON.stringify(message))

/** Two people who play the script alternately, a move every 1/rate seconds, at one table after another. */
class Pair {
  times = []
  sent = 0
  got = [0, 0]
  games = 0

  async sit() {
    const body = JSON.stringify({ game, seats: [{ who: 'open' }, { who: 'open' }], listed: false })
    const answer = await fetch(`http://127.0.0.1:${port}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (answer.status !== 201) throw new Error(`the server refused a table with ${answer.status}: ${await answer.text()}`)
    const table = await answer.json()
    this.games++
    this.ply = 0
    this.heard = [0, 0]
    this.table = table
    this.people ??= await Promise.all([connect(port), connect(port)])
    await Promise.all(this.people.map((_, seat) => this.join(seat)))
  }
  join(seat) {
    const socket = this.people[seat]
    return new Promise((done) => {
      socket.removeAllListeners('message')
      socket.on('message', (text) => this.hear(seat, JSON.parse(text), done))
      socket.removeAllListeners('close')
      socket.once('close', (code) => socket.left || (wrong.push(`the connection of a player was closed with ${code}`), done()))
      say(socket, { type: 'join', table: this.table.id, token: this.table.seats[seat].token })
    })
  }
  hear(seat, message, seated) {
    if (message.type === 'table' && message.phase !== 'ended') {
      if (message.ply > this.heard[seat]) this.heard[seat] = message.ply
      return seated()
    }
    if (message.type === 'refused' || message.type === 'error') wrong.push(message.error.what)
    if (message.type !== 'moved') return
    if (message.ply !== this.heard[seat]) wrong.push(`expected ply ${this.heard[seat]}, got ${message.ply}`)
    this.heard[seat] = message.ply + 1
    this.got[seat]++
    if (message.seat !== seat) this.times.push(now() - this.begun)
    if (Math.min(...this.heard) === this.ply) this.both?.()
  }
  async play(until) {
    await sleep((Math.random() * 1000) / rate)
    while (now() < until) {
      if (this.ply === script.length) {
        if (soaks && Math.random() < 0.3) this.go()
        await this.sit()
      }
      this.begun = now()
      this.sent++
      const both = new Promise((done) => (this.both = done))
      say(this.people[this.ply % 2], { type: 'move', ply: this.ply, move: script[this.ply] }) // passes are moves, so seats alternate
      this.ply++
      const late = setTimeout(() => (wrong.push('no answer to a move within ten seconds'), this.both()), 10_000)
      await both
      clearTimeout(late)
      if (Math.min(...this.heard) < this.ply) return
      await sleep(Math.max(0, this.begun + 1000 / rate - now()))
    }
  }
  /** Disconnects both; they reconnect for the next game. */
  go() {
    for (const one of this.people ?? []) (one.left = true), one.terminate()
    this.people = undefined
  }
}

async function seated(count) {
  const pairs = Array.from({ length: count }, () => new Pair())
  for (let k = 0; k < count; k += 20) await Promise.all(pairs.slice(k, k + 20).map((pair) => pair.sit()))
  return pairs
}

/** Clients of the echo server, with the same message rate as players. */
class Echoes {
  times = []
  constructor(sockets, child) {
    Object.assign(this, { sockets, child })
  }
  static async of(count) {
    const child = fork(here('load.mjs'), ['--echo'])
    const to = await new Promise((done) => child.once('message', done))
    return new Echoes(await Promise.all(Array.from({ length: count }, () => connect(to, '/'))), child)
  }
  play(until) {
    return Promise.all(
      this.sockets.map(async (socket) => {
        await sleep((Math.random() * 1000) / rate)
        while (now() < until) {
          const begun = now()
          socket.send('x'.repeat(1000))
          await new Promise((done) => socket.once('message', done))
          this.times.push(now() - begun)
          await sleep(Math.max(0, begun + 1000 / rate - now()))
        }
      }),
    )
  }
  go() {
    for (const one of this.sockets) one.terminate()
    this.child.disconnect()
  }
}

/** Keeps every thread of the pool busy with analyses and games between agents. */
async function search() {
  const analysts = await Promise.all(Array.from({ length: 8 }, () => connect(port)))
  const players = await Promise.all(Array.from({ length: 4 }, () => connect(port)))
  const thinker = { who: 'agent', agent: 'alphabeta:time=2' }
  const begin = () => {
    for (const one of analysts) say(one, { type: 'analyse', game })
    for (const one of players) say(one, { type: 'join', game, seats: [thinker, thinker] })
  }
  begin()
  const again = setInterval(begin, 20_000)
  return () => {
    clearInterval(again)
    for (const one of [...analysts, ...players]) one.terminate()
  }
}

/** Attacks, repeated until the end. */
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
  with_socket((socket) => (say(socket, { type: 'join', game: 'backgammon:match=25', seats: agents }), socket.pause())),
  with_socket((socket) => Array.from({ length: 500 }, () => say(socket, { type: 'stop' }))),
  with_socket((socket) => socket.send('garbage')),
  with_socket((socket) => socket.send('x'.repeat(1_000_000))),
  with_socket(() => {}, { origin: 'http://evil.example' }),
  with_socket((socket) => Array.from({ length: 500 }, () => say(socket, { type: 'choices' }))),
  with_socket((socket) => socket.send(Buffer.alloc(1000))),
  half_open,
  with_socket((socket) => (say(socket, { type: 'join', game: 'backgammon:match=25', seats: agents }), socket.pause())),
]
const attack = (count, until) =>
  hostile.slice(0, count).map(async (one) => {
    while (now() < until) await Promise.all([one(), sleep(100)])
  })

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

async function beside_an_echo() {
  await start(2 * tables + 12)
  const echoes = await Echoes.of(2 * tables)
  const pairs = await seated(tables)
  const quiet = idle ? () => {} : await search()
  // Alternate, so that both run under the same conditions.
  const turns = Math.max(1, Math.min(6, Math.floor(seconds / 5)))
  for (let k = 0; k < turns; k++) {
    await echoes.play(now() + (seconds * 1000) / turns)
    const until = now() + (seconds * 1000) / turns
    await Promise.all(pairs.map((pair) => pair.play(until)))
  }
  report(`${2 * tables} echoes`, echoes.times)
  report(`${tables} tables of two`, pairs.flatMap((pair) => pair.times), echoes.times)
  delivered(`${tables} tables of two`, pairs)
  const searching = memory()
  for (const one of [...pairs, echoes]) one.go()
  quiet()
  await sleep(3000)
  console.log(`memory: ${searching.toFixed(1)} MB while ${idle ? 'playing' : 'searching'}, ${memory().toFixed(1)} MB afterwards`)
  await stop()
}

async function in_a_crowd() {
  await start(2 * crowd)
  const [open, before] = [descriptors(), memory()]
  const most = watch_memory()
  const enemies = Math.min(hostile.length, crowd)
  const pairs = await seated(Math.floor((crowd - enemies) / 2))
  const until = now() + seconds * 1000
  const attacks = attack(enemies, until)
  await Promise.all(pairs.map((pair) => pair.play(until)))
  const peak = most()
  await Promise.all(attacks)
  if (pairs.length > 0) report(`${crowd} connections, ${enemies} hostile`, pairs.flatMap((pair) => pair.times))
  delivered(`${crowd} connections`, pairs)
  for (const pair of pairs) pair.go()
  await sleep(3000)
  console.log(`memory: ${before.toFixed(1)} MB before the crowd, at most ${peak.toFixed(1)} MB with it, ${memory().toFixed(1)} MB after it; descriptors: ${open}, then ${descriptors()}`)
  if (descriptors() > open) wrong.push(`${descriptors() - open} descriptors are still open`)
  await stop()
}

/** People play, disconnect, reconnect and watch; occasional analyses; hostile clients. */
async function soak() {
  await start(2 * tables + 50)
  const open = descriptors()
  const pairs = await seated(tables)
  const [begun, until] = [now(), now() + seconds * 1000]
  const after = (share) => sleep(Math.max(0, begun + share * seconds * 1000 - now()))
  const every = async (ms, work) => {
    while (now() + ms < until) await Promise.all([work(), sleep(ms)])
  }
  const some = () => pairs[Math.floor(Math.random() * pairs.length)]
  const watch = async () => {
    const socket = await connect(port)
    say(socket, { type: 'join', table: some().table.id })
    await sleep(2000)
    socket.close()
  }
  const analyse = async () => {
    const socket = await connect(port)
    say(socket, { type: 'analyse', game, agent: 'alphabeta:time=1' })
    await sleep(3000)
    socket.close()
  }
  const others = [...attack(hostile.length, until), ...Array.from({ length: 10 }, () => every(500, watch)), every(4000, analyse)]
  const playing = pairs.map((pair) => pair.play(until))
  const windows = []
  for (const [from, to] of [[0.2, 0.4], [0.8, 1]]) {
    await after(from)
    const most = watch_memory()
    await after(to)
    windows.push(most())
  }
  await Promise.all([...playing, ...others])
  report(`${tables} tables of two`, pairs.flatMap((pair) => pair.times))
  delivered(`${pairs.reduce((sum, pair) => sum + pair.games, 0)} games`, pairs)
  for (const pair of pairs) pair.go()
  await sleep(12_000)
  const [early, late] = windows
  const more = (100 * (late - early)) / early
  console.log(`memory: at most ${early.toFixed(1)} MB early on and ${late.toFixed(1)} MB at the end, ${more.toFixed(1)} % more; ${memory().toFixed(1)} MB after all disconnected; descriptors: ${open}, then ${descriptors()}`)
  if (more > 5) wrong.push(`memory grew by ${more.toFixed(1)} %`)
  if (descriptors() > open) wrong.push(`${descriptors() - open} descriptors are still open`)
  await stop()
}

let failed
try {
  if (soaks) await soak()
  else {
    if (tables > 0) await beside_an_echo()
    if (crowd > 0) await in_a_crowd()
  }
} catch (error) {
  failed = error
} finally {
  await stop()
  rmSync(folder, { recursive: true })
}
if (failed) console.error(`load.mjs: ${failed.message}`)
if (wrong.length > 0) console.log(`${wrong.length} errors:\n${[...new Set(wrong)].slice(0, 10).join('\n')}`)
process.exit(failed || wrong.length > 0 ? 1 : 0)
