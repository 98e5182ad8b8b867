// Walks through the page in a real browser, against the mock server that it starts: play, branches, links, reload, a server
// restart, records, pictures, keys, languages. Needs dist/.
//   npx vite build && node dev/walk.mjs
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const toy = fileURLToPath(new URL('mock-server.mjs', import.meta.url))
function serve(port) {
  const child = spawn(process.execPath, [toy, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((done) => child.stdout.once('data', (text) => done({ child, address: String(text).trim() })))
}
let { child, address } = await serve(0)
const home = address.split('#')[0]
const port = new URL(home).port
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const wrong = []
const open = async (options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'], ...options })
  await context.addInitScript(() => localStorage.getItem('banmen.settings') ?? localStorage.setItem('banmen.settings', '{"lang":"en","speed":0,"confirm":"off"}'))
  const page = await context.newPage()
  // Some steps provoke rejections and connection failures, which the browser logs by itself.
  page.on('console', (m) => m.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(m.text()) && wrong.push(m.text()))
  page.on('pageerror', (e) => wrong.push(String(e)))
  return page
}
const site = (page, id) => page.locator(`[data-stop="${id}"],[data-site="${id}"]`)
const moves = (page) => page.locator('.moves .move:not(.start)').allTextContents()
const status = (page) => page.locator('.status strong').textContent()
const until = async (what, page) => {
  for (let k = 0; k < 60; k++) {
    if (await what()) return
    await page.waitForTimeout(100)
  }
  assert.fail(`waited in vain for ${what}`)
}
const steps = {
  async 'the key leaves the address'() {
    const page = await open()
    await page.goto(address)
    await page.waitForSelector('.games .face')
    assert.equal(await page.evaluate(() => location.hash), '')
    assert.equal(await page.evaluate(() => sessionStorage.getItem('banmen.key')), 'toy')
    await page.goto(home + '#experiments')
    assert.equal(await page.locator('.runs button').first().isEnabled(), true)
    await page.locator('.runs button').first().click()
    await page.getByText('running').first().waitFor()
    await page.context().close()
  },
  async 'without the key nothing can be started'() {
    const page = await open()
    await page.goto(home + '#experiments')
    await page.waitForSelector('.runs button')
    assert.equal(await page.locator('.runs button').first().isEnabled(), false)
    await page.context().close()
  },
  async 'a game, a branch, a reload, another server'() {
    const page = await open()
    await page.goto(home)
    await page.getByRole('button', { name: /^Tic-tac-toe/ }).click()
    await site(page, 'b2').click()
    await until(async () => (await moves(page)).length === 2, page)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.waitForTimeout(300)
    await site(page, 'a1').click()
    await until(async () => (await moves(page)).length === 4, page)
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.locator('.note textarea').fill('a good try')
    await page.waitForTimeout(500)
    const before = await moves(page)
    await page.reload()
    await until(async () => (await moves(page)).length === 4, page)
    assert.deepEqual(await moves(page), before)
    await page.getByText('a good try').waitFor()
    // The server stops; the page reports it, keeps its state, and reconnects.
    child.kill()
    await page.getByText('Connection lost').waitFor()
    assert.deepEqual(await moves(page), before)
    ;({ child } = await serve(port))
    await page.getByText('Connection lost').waitFor({ state: 'detached', timeout: 20_000 })
    await page.waitForTimeout(300)
    const free = (await Promise.all(['a3', 'c3', 'c1', 'a2'].map(async (id) => [id, !before.slice(1, 3).includes(id)]))).find(([, is]) => is)[0]
    await site(page, free).click()
    await until(async () => (await moves(page)).length === 6, page)
    // Branches: promoted, deleted.
    await page.getByRole('button', { name: 'Promote' }).click()
    assert.equal((await moves(page))[0], 'a1')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(async () => (await moves(page)).length === 4, page)
    await page.context().close()
  },
  async 'a link opens the same picture elsewhere'() {
    const page = await open()
    await page.goto(home + '#play?game=tictactoe&moves=b2,a1,c3&ply=2&turned=1&analysis=1')
    await until(async () => (await page.getByRole('switch').count()) === 1 && (await page.getByRole('switch').isChecked()), page)
    await page.locator('#tab-record').click()
    assert.deepEqual(await moves(page), ['b2', 'a1', 'c3'])
    assert.equal(await page.locator('.moves [aria-current]').textContent(), 'a1')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Copy link' }).last().click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url())
    await page.context().close()
  },
  async 'keys leaf through the record'() {
    const page = await open()
    await page.goto(home + '#play?game=tictactoe&moves=b2,a1,c3')
    await until(async () => (await moves(page)).length === 3, page)
    const here = () => page.locator('.moves [aria-current]').textContent()
    for (const [key, at] of [['ArrowLeft', 'a1'], ['ArrowLeft', 'b2'], ['Home', 'Start'], ['ArrowRight', 'b2'], ['End', 'c3']]) {
      await page.keyboard.press(key)
      assert.equal(await here(), at)
    }
    await page.locator('.foot input').fill('a3')
    await page.keyboard.press('Enter')
    await until(async () => (await here()) === 'a3', page)
    assert.match(await page.locator('[aria-live]').last().textContent(), /a3/)
    await page.locator('.foot input').fill('a3')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor() // illegal the second time
    assert.equal((await moves(page)).length, 4)
    await page.context().close()
  },
  async 'records are saved, read again, and refused with line and column'() {
    const page = await open()
    await page.goto(home + '#play?game=tictactoe&moves=b2,a1')
    await until(async () => (await moves(page)).length === 2, page)
    await page.getByRole('button', { name: 'More' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to file' }).click()])
    const text = await readFile(await file.path(), 'utf8')
    assert.match(text, /^banmen-record 1\ngame tictactoe/)
    for (const kind of ['SVG', 'PNG']) {
      const [picture] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Board as ${kind}` }).click()])
      const bytes = await readFile(await picture.path())
      assert.ok(bytes.length > 500, `${kind} has ${bytes.length} bytes`)
    }
    await page.locator('dialog textarea').fill('no record')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText(/1:1/).waitFor()
    await page.locator('dialog textarea').fill(text.replace('2. a1', '2. a3 ; here'))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await until(async () => (await moves(page)).join() === 'b2,a3', page)
    await page.evaluate((t) => {
      const data = new DataTransfer()
      data.items.add(new File([t], 'game.txt'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    }, text)
    await until(async () => (await moves(page)).join() === 'b2,a1', page)
    await page.context().close()
  },
  async 'resigning, agents alone, seats exchanged'() {
    const page = await open()
    await page.goto(home)
    await page.getByRole('button', { name: /^Tic-tac-toe/ }).click()
    await site(page, 'b2').waitFor()
    await page.getByRole('button', { name: 'Resign' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click()
    await until(async () => /resigned/.test(await status(page)), page)
    await page.getByRole('button', { name: 'New game' }).click()
    const dialog = page.locator('dialog')
    await dialog.getByLabel('Agent').first().check()
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.waitForTimeout(700)
    const n = (await moves(page)).length
    await page.getByRole('button', { name: 'One move', exact: true }).click()
    await until(async () => (await moves(page)).length === n + 1, page)
    await page.waitForTimeout(800)
    assert.equal((await moves(page)).length, n + 1)
    await page.getByRole('button', { name: 'Resume' }).click()
    await until(async () => /Draw|won/.test(await status(page)), page)
    await page.context().close()
  },
  async 'language and theme change in the middle'() {
    const page = await open()
    await page.goto(home + '#play?game=tictactoe&moves=b2')
    await until(async () => (await moves(page)).length === 1, page)
    await page.getByRole('button', { name: '日本語' }).click()
    await until(async () => /手番/.test(await status(page)), page)
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja')
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.getByRole('button', { name: '設定' }).click()
    await page.locator('#set-theme').selectOption('dark')
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), light)
    assert.deepEqual(await moves(page), ['b2'])
    await page.context().close()
  },
  async 'a clock runs out'() {
    const page = await open()
    await page.goto(home)
    await page.getByRole('button', { name: 'Set up…: Tic-tac-toe' }).click()
    const dialog = page.locator('dialog')
    await dialog.getByText('Position, seed, clock').click()
    await dialog.getByLabel(/Minutes/).fill('0.02')
    await dialog.getByRole('button', { name: 'Start' }).click()
    await until(async () => /out of time/.test(await status(page)), page)
    await page.context().close()
  },
}

const only = process.argv[2]
let failed = 0
for (const [name, step] of Object.entries(steps)) {
  if (only && !name.includes(only)) continue
  wrong.length = 0
  try {
    await step()
    assert.deepEqual(wrong, [], 'the browser complained')
    console.log(`ok    ${name}`)
  } catch (e) {
    failed++
    console.log(`FAIL  ${name}\n${e.stack}`)
  }
}
await browser.close()
child.kill()
process.exitCode = failed ? 1 : 0
