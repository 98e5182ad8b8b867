// Latency of the page and its server on this machine; a measurement, not a test.
//   node bench/page.mjs [PROGRAM]        needs web/node_modules (from make build) and Chromium
// Targets: first paint 0.5 s, board 1 s, a scene with all choices of any parameter set 20 ms, first line of analysis 0.3 s, end of
// analysis 0.1 s after leaving, 99 % of requests within 20 ms while every thread of the pool searches.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const require = createRequire(here('../web/package.json'))
const { chromium } = require('playwright-core')
const WebSocket = require('ws')

const program = process.argv[2] ?? here('../build/release/banmen')
const server = spawn(program, ['serve', '--port', '0', '--json', '--data', 'none'], { stdio: ['ignore', 'pipe', 'inherit'] })
const base = await new Promise((done) => server.stdout.once('data', (text) => done(JSON.parse(text).address.split('#')[0])))
const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]
const row = (name, value, unit, note = '') => console.log(`${name.padEnd(46)} ${value.toFixed(unit === 'MB' ? 1 : 2).padStart(9)} ${unit}  ${note}`)
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
const ticks = () => readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(' ').slice(13, 15).reduce((sum, t) => sum + Number(t), 0)
const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const timed = async (work) => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
const post = async (path, body) => {
  const answer = await fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.text()
}

async function scenes() {
  const names = readFileSync(here('../tests/parameter_sets.txt'), 'utf8').split('\n').filter((line) => /^[a-z]/.test(line)).map((line) => line.split(/\s+/)[0])
  let worst = [0, '']
  for (const game of names) {
    await post('api/show', { game }) // opens the game
    const times = []
    for (let k = 0; k < 20; k++) times.push(await timed(() => post('api/show', { game })))
    if (at(times, 0.5) > worst[0]) worst = [at(times, 0.5), game]
  }
  row('scene and choices, the slowest parameter set', worst[0], 'ms', `${worst[1]}; the whole request, median of 20`)
}

async function browser() {
  const chrome = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  const paints = [], boards = [], clicks = []
  for (let k = 0; k < 5; k++) {
    const context = await chrome.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addInitScript(() => localStorage.setItem('banmen.settings', '{"lang":"en","speed":0,"confirm":"off"}'))
    const page = await context.newPage()
    boards.push(await timed(async () => {
      await page.goto(`${base}#play?game=reversi`)
      await page.waitForSelector('[data-stop="d3"]')
    }))
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN))
    clicks.push(await page.evaluate(() => new Promise((done) => {
      const begin = performance.now()
      const seen = new MutationObserver(() => {
        if (!document.querySelector('.moves')?.textContent?.includes('d3')) return
        seen.disconnect()
        requestAnimationFrame(() => done(performance.now() - begin))
      })
      seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      const site = document.querySelector('[data-stop="d3"]')
      const { x, y, width, height } = site.getBoundingClientRect()
      for (const type of ['pointerdown', 'pointerup', 'click'])
        site.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, isPrimary: true }))
      setTimeout(() => done(NaN), 5000)
    })))
    await context.close()
  }
  row('first paint, empty browser cache', at(paints, 0.5), 'ms', 'median of 5')
  row('board ready', at(boards, 0.5), 'ms')
  row('a click to its picture', at(clicks, 0.5), 'ms')
  await chrome.close()
}

const open = () => new Promise((done, fail) => {
  const socket = new WebSocket(base.replace('http', 'ws') + 'api/ws', { origin: base.slice(0, -1) })
  socket.once('open', () => done(socket))
  socket.once('error', fail)
})
const next = (socket, type) => new Promise((done) => {
  const listen = (data) => JSON.parse(data).type === type && (socket.off('message', listen), done())
  socket.on('message', listen)
})

async function analysis() {
  const socket = await open()
  const first = [], ends = []
  for (let k = 0; k < 5; k++) {
    first.push(await timed(async () => {
      const lines = next(socket, 'lines')
      socket.send(JSON.stringify({ type: 'analyse', id: k + 1, game: 'reversi', moves: ['d3', 'c3'], agent: 'alphabeta', lines: 3 }))
      await lines
    }))
    await sleep(500)
    const begin = performance.now()
    socket.send(JSON.stringify({ type: 'stop' }))
    // The analysis has ended when the server is idle.
    let before = ticks(), quiet = 0
    while (quiet < 5 && performance.now() - begin < 5000) {
      await sleep(20)
      quiet = ticks() === before ? quiet + 1 : 0
      before = ticks()
    }
    ends.push(Math.max(0, performance.now() - begin - 100))
  }
  row('first line of analysis', at(first, 0.5), 'ms')
  row('end of analysis after leaving', at(ends, 0.5), 'ms', 'by processor time of the server')
  socket.close()
}

async function busy() {
  const sockets = await Promise.all(Array.from({ length: 4 }, open))
  for (const [k, socket] of sockets.entries())
    socket.send(JSON.stringify({ type: 'analyse', id: k + 1, game: 'amazons', agent: 'uct', lines: 3 }))
  await sleep(500)
  const times = []
  for (let k = 0; k < 500; k++) times.push(await timed(async () => (await fetch(base + 'api/health')).text()))
  row('requests while all threads search, median', at(times, 0.5), 'ms', '500 requests')
  row('… 99 % of them', at(times, 0.99), 'ms')
  for (const socket of sockets) socket.close()
}

try {
  await sleep(3000)
  row('memory, idle', memory(), 'MB')
  await scenes()
  await browser()
  await analysis()
  await busy()
  await sleep(1000)
  row('memory afterwards', memory(), 'MB')
} finally {
  server.kill('SIGINT')
}
