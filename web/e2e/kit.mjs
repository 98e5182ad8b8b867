// Shared by the scenarios: the program as a server, a browser that collects errors, and a player that clicks only targets offered
// by the board, without knowing any rules.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Long enough for a busy machine. */
export const patience = 45_000

// ---- The program

/** `data`: a folder that survives a restart of the server; otherwise its files are temporary. */
export async function serve(program, port = 0, more = [], data = undefined) {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'banmen-data-'))
  const child = spawn(program, ['serve', '--json', '--port', String(port), ...more], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, XDG_DATA_HOME: folder } })
  if (!data) child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  let errors = ''
  child.stderr.on('data', (text) => (errors += text))
  const ended = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)))
  const first = await Promise.race([
    new Promise((done) => {
      let text = ''
      child.stdout.on('data', (more) => {
        text += more
        if (text.includes('\n')) done(text.slice(0, text.indexOf('\n')))
      })
    }),
    ended.then((code) => Promise.reject(new Error(`${program} serve ended with ${code}: ${errors}`))),
  ])
  const { address, port: found, page } = JSON.parse(first)
  const home = address.split('#')[0]
  return {
    home, address, port: found, page,
    async stop(signal = 'SIGINT') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      return ended
    },
    async ask(path, body) {
      const answer = await fetch(new URL(path, home), body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const document = await answer.json()
      assert.ok(answer.ok, `${path}: ${JSON.stringify(document)}`)
      return document
    },
  }
}

// ---- The browser

/** Opens a page in its own browser context. The browser's errors are collected in `page.wrong`. */
export async function open(browser, options = {}) {
  const { settings = {}, ...rest } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...rest })
  context.setDefaultTimeout(patience)
  const first = JSON.stringify({ lang: 'en', theme: 'light', speed: 0, confirm: 'off', ...settings })
  await context.addInitScript((words) => {
    localStorage.getItem('banmen.settings') ?? localStorage.setItem('banmen.settings', words)
    document.addEventListener('securitypolicyviolation', (e) => console.error(`policy violation: ${e.violatedDirective} ${e.blockedURI}`))
  }, first)
  const page = await context.newPage()
  page.wrong = []
  page.on('console', (m) => (m.type() === 'error' || m.type() === 'warning') && page.wrong.push(m.text()))
  page.on('pageerror', (e) => page.wrong.push(String(e)))
  page.on('requestfailed', (r) => r.failure()?.errorText !== 'net::ERR_ABORTED' && page.wrong.push(`${r.url()}: ${r.failure()?.errorText}`))
  page.on('request', (r) => /^(https?|wss?):/.test(r.url()) && !['127.0.0.1', 'lab.example'].includes(new URL(r.url()).hostname) && page.wrong.push(`another address is asked: ${r.url()}`))
  return page
}

/** Opens a game as if resumed: any game, start, seats and seed, without the new-game form. */
export async function begin(page, server, { game, position = '', seats, seed = 1, live = [] }) {
  const who = seats.map((s) => (s === 'human' ? { who: 'human' } : { who: 'agent', agent: s }))
  const below = Math.max(0, seats.indexOf('human'))
  const kept = { uid: 'test', when: 1, game, position, seats: who, names: [], seed, record: live.map((move) => ({ move })), live, here: live, below, paused: false, ended: null, over: false }
  await page.goto(server.home + '#about') // a page without a board, to store the game there
  await page.evaluate((k) => localStorage.setItem('banmen.games', JSON.stringify([k])), kept)
  await page.evaluate(() => (location.hash = '#play'))
  await page.waitForSelector('.board .stop, .picture')
}

export const moves = (page) => page.locator('.record .move:not(.start)').allTextContents()
export const status = (page) => page.locator('.status strong').textContent()
export const spoken = (page) => page.locator('[data-testid=spoken]').textContent()
export const site = (page, id) => page.locator(`.board [data-stop="${id}"]`)

export async function until(what, words, limit = patience) {
  const end = Date.now() + limit
  for (let last; ; ) {
    try {
      if (await what()) return
      last = undefined
    } catch (e) {
      last = e
    }
    if (Date.now() > end) throw last ?? new Error(`waited in vain: ${words}`)
    await new Promise((done) => setTimeout(done, 60))
  }
}

// ---- Playing

/** A portable random number generator, so that the same games are played every time. */
export function chance(seed) {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

/** Returns the targets offered by the board. */
export function look(page) {
  return page.evaluate(() => {
    const middle = (e) => {
      const box = e.getBoundingClientRect()
      return { x: box.left + box.width / 2, y: box.top + box.height / 2, w: box.width, h: box.height }
    }
    const seen = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
    const stops = [...document.querySelectorAll('.board .stop')]
      .filter((s) => /, (selectable|選択可)$/.test(s.getAttribute('aria-label')))
      .map((s) => ({ id: s.dataset.stop, label: s.getAttribute('aria-label'), ...middle(s) }))
      .filter((s) => seen(s) && document.elementFromPoint(s.x, s.y)?.closest('svg') === document.querySelector('.board .stage > svg'))
    const buttons = [...document.querySelectorAll('.board .tools button')].map((b) => ({ words: b.textContent.trim(), main: b.classList.contains('main'), ...middle(b) }))
    return {
      stops,
      confirm: buttons.find((b) => b.main && /^(Play|指す)$/.test(b.words)) ?? null,
      keys: buttons.filter((b) => !/^(Play|Back|Turn|指す|戻す|回す)/.test(b.words)),
      begun: buttons.some((b) => /^(Back|戻す)/.test(b.words)),
      moves: [...document.querySelectorAll('.record .move:not(.start)')].map((m) => m.textContent),
      over: document.querySelector('.status.over') !== null,
    }
  })
}

export const click = (page, at) => page.mouse.click(at.x, at.y)

/** Waits until there is something to do, or the game is over. */
export async function ready(page) {
  let now
  await until(async () => {
    now = await look(page)
    return now.over || now.stops.length > 0 || now.keys.length > 0 || now.confirm
  }, 'something to pick, or the end of the game')
  return now
}

/**
 * Plays one move by clicks, at random or chosen by `choose` (from the offered targets and the number of clicks so far). Returns the
 * moves since.
 */
export async function oneMove(page, rng, choose) {
  let now = await ready(page)
  const before = now.moves.length
  for (let clicks = 0; clicks < 60 && !now.over; ++clicks) {
    if (now.moves.length > before) break
    if (now.confirm) await click(page, now.confirm)
    else {
      const all = [...now.stops, ...now.keys]
      const next = choose?.(now, clicks) ?? all[rng(all.length)]
      await click(page, next)
    }
    // The click takes effect at once; only a complete move goes to the server.
    await until(async () => {
      now = await look(page)
      return now.over || now.moves.length > before || now.stops.length > 0 || now.keys.length > 0 || now.confirm
    }, 'what follows a click')
  }
  assert.ok(now.moves.length > before || now.over, 'sixty clicks make no move')
  return now.moves.slice(before)
}

/** Plays a game to its end, or `most` moves. Returns the moves. */
export async function playOn(page, { seed = 1, most = 400, choose } = {}) {
  const rng = chance(seed)
  for (let k = 0; k < most; ++k) {
    const now = await ready(page)
    if (now.over) break
    await oneMove(page, rng, choose)
  }
  return moves(page)
}

/** Returns the moves on the page in the program's notation. */
export async function check(page, server, { game, position, ended = true }) {
  const list = await moves(page)
  const shown = await server.ask('/api/show', { game, ...(position ? { position } : {}), moves: list })
  if (ended) {
    assert.ok(shown.result, `${game} has ended after ${list.length} moves`)
    assert.ok(await page.locator('.status.over').count(), 'the page says that it has')
    assert.match(await status(page), /won|Draw|shared|ended|over/)
  }
  return { list, shown }
}
