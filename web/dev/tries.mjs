// Plays the sample boards with a real browser's pointer and keyboard: node dev/tries.mjs
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const server = await createServer({ root: new URL('..', import.meta.url).pathname, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
await server.listen()
const { port } = server.httpServer.address()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
let errors = []
let page

async function open(sample, options = {}) {
  await page?.context().close()
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options })
  page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && errors.push(m.text()))
  page.on('pageerror', (e) => errors.push(String(e)))
  await page.goto(`http://127.0.0.1:${port}/dev/index.html?sample=${sample}`)
  await page.waitForSelector('.stop')
}
const place = async (id) => {
  const box = await page.locator(`[data-stop="${id}"]`).boundingBox()
  return [box.x + box.width / 2, box.y + box.height / 2]
}
const click = async (id) => page.mouse.click(...(await place(id)))
const drag = async (from, to) => {
  await page.mouse.move(...(await place(from)))
  await page.mouse.down()
  await page.mouse.move(...(await place(to)), { steps: 6 })
  await page.mouse.up()
}
const moves = () => page.evaluate(() => window.moves)
const count = (selector) => page.locator(selector).count()
const tests = {
  async 'an amazon by clicks, parts taken back'() {
    await open('amazons')
    assert.equal(await count('.targets .ring'), 4)
    await click('d1')
    assert.equal(await count('.targets .site'), 12)
    await page.keyboard.press('Escape')
    assert.equal(await count('.targets .ring'), 4)
    await click('d1')
    await click('d4')
    await click('d4') // again: take it back
    assert.equal(await count('.targets .site'), 12)
    await click('d4')
    await click('g5')
    assert.deepEqual(await moves(), ['move/g5'])
    assert.equal(await count('.targets *'), 0)
    await page.evaluate(() => window.again())
    assert.equal(await count('.targets .ring'), 4)
    await drag('d1', 'd4')
    await click('g5')
    assert.equal((await moves()).length, 2)
  },
  async 'an amazon by drag'() {
    await open('amazons')
    await drag('d1', 'd4')
    await click('e6')
    assert.deepEqual(await moves(), ['move/e6'])
  },
  async 'checkers: one drag for both dice, the other die first'() {
    await open('backgammon')
    await drag('bar0', 'p18')
    assert.deepEqual(await moves(), ['bar/18'])
    await open('backgammon')
    const die = page.locator('[data-stop^="dice/"]').nth(1)
    const box = await die.boundingBox()
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await click('bar0')
    await click('p20')
    assert.equal(await count('.die.used'), 1)
    await click('p6')
    assert.deepEqual(await moves(), ['bar/20 6/4*'])
  },
  async 'a card chosen, turned, placed'() {
    await open('hichain')
    await click('h0/7')
    assert.ok((await count('.targets circle')) > 0)
    const before = await page.locator('.targets .site').count()
    await page.keyboard.press('r')
    await page.keyboard.press('r')
    assert.ok(before >= 0)
    const target = page.locator('.targets .site').first()
    const box = await target.boundingBox()
    await page.mouse.move(box.x + 4, box.y + 4)
    assert.equal(await count('.ghost'), 1)
    await page.mouse.click(box.x + 4, box.y + 4)
    assert.equal((await moves()).length, 1)
  },
  async 'two fingers turn the card'() {
    await open('hichain', { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
    await page.touchscreen.tap(...(await place('h0/7')))
    const turned = () => page.locator('.chosen.over').evaluate((n) => n.previousElementSibling.querySelector('.card > g').getAttribute('transform'))
    assert.equal(await turned(), 'rotate(0)')
    const client = await page.context().newCDPSession(page)
    const touch = (type, angle) => client.send('Input.dispatchTouchEvent', { type, touchPoints: angle === null ? [] : [{ x: 180, y: 250, id: 0 }, { x: 180 + 60 * Math.cos(angle), y: 250 + 60 * Math.sin(angle), id: 1 }] })
    await touch('touchStart', 0)
    for (let i = 1; i <= 8; ++i) await touch('touchMove', (i * Math.PI) / 24)
    await touch('touchEnd', null)
    assert.equal(await turned(), 'rotate(90)')
    assert.deepEqual(await moves(), [])
  },
  async 'an unbounded board is moved, zoomed, centred'() {
    await open('hichain')
    const at = () => page.locator('[data-stop="0,0"]').boundingBox()
    const a = await at()
    const [x, y] = [200, a.y]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 30, { steps: 4 })
    await page.mouse.up()
    const b = await at()
    assert.ok(Math.abs(b.x - a.x - 60) < 1.5 && Math.abs(b.y - a.y - 30) < 1.5)
    await page.mouse.wheel(0, -200)
    await page.waitForTimeout(50)
    assert.ok((await at()).width > b.width * 1.2)
    await page.keyboard.press('c')
    await page.waitForTimeout(50)
    assert.ok(Math.abs((await at()).x - a.x) < 1)
  },
  async 'keys alone'() {
    await open('chess')
    await page.keyboard.press('Tab')
    while (!(await page.evaluate(() => document.activeElement.dataset.stop))) await page.keyboard.press('Tab')
    while ((await page.evaluate(() => document.activeElement.dataset.stop)) !== 'g1') await page.keyboard.press(((await page.evaluate(() => document.activeElement.dataset.stop[1])) === '1' ? 'ArrowRight' : 'ArrowDown'))
    await page.keyboard.press('ArrowLeft')
    assert.equal(await page.evaluate(() => document.activeElement.dataset.stop), 'f1')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /h3, empty, selectable/)
    await page.keyboard.press('Enter')
    assert.deepEqual(await moves(), ['Nh3'])
  },
  async 'touch asks before it plays'() {
    await open('chess', { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
    await page.touchscreen.tap(...(await place('d2')))
    await page.touchscreen.tap(...(await place('d4')))
    assert.deepEqual(await moves(), [])
    assert.equal(await count('.tools .main'), 1)
    await page.locator('.tools .main').tap()
    assert.deepEqual(await moves(), ['d4'])
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
  },
  async 'a sowing is shown, stepped, and ends at the scene'() {
    await open('bao')
    await page.evaluate(() => window.show())
    await page.waitForSelector('.player')
    await page.locator('.player button').nth(1).click()
    const stones = () => page.locator('.piece.stones .number').allTextContents()
    const total = (list) => list.reduce((n, x) => n + Number(x), 0)
    const sum = total(await stones())
    await page.locator('.player button').nth(1).click()
    assert.equal(total(await stones()), sum)
    await page.locator('.player button').last().click()
    assert.equal(await count('.player'), 0)
    assert.equal(total(await stones()), sum)
    assert.equal(await count('.last.end'), 1)
  },
  async 'reduced motion is one assignment'() {
    await open('bao', { reducedMotion: 'reduce' })
    await page.evaluate(() => window.show())
    await page.waitForTimeout(60)
    assert.equal(await count('.player'), 0)
  },
  async 'a forced pass is said and done'() {
    await open('pass')
    await page.waitForTimeout(300)
    assert.deepEqual(await moves(), [])
    await page.waitForTimeout(700)
    assert.deepEqual(await moves(), ['pass'])
  },
  async 'a piece of a hand, by click and by drag'() {
    await open('hand')
    await click('h0/' + (await page.locator('[data-stop^="h0/"]').first().getAttribute('data-stop')).slice(3))
    assert.equal(await count('.chosen.over'), 1)
    assert.equal(await count('.targets .site'), 3)
    await click('c2')
    assert.deepEqual(await moves(), ['drop c2'])
    await open('slots')
    assert.equal(await page.locator('[data-stop^="h0."]').count(), 25)
    await page.evaluate(() => window.show())
    await page.waitForTimeout(900)
    assert.equal(await page.locator('[data-stop^="h0."]').count(), 24)
  },
  async 'a list is filtered'() {
    await open('list')
    await page.locator('.moves input').fill('take 42')
    await page.keyboard.press('Enter')
    assert.deepEqual(await moves(), ['take 42'])
  },
}
let bad = 0
for (const [name, test] of Object.entries(tests)) {
  errors = []
  try {
    await test()
    assert.deepEqual(errors, [])
    console.log(`ok   ${name}`)
  } catch (error) {
    ++bad
    console.log(`BAD  ${name}\n${error.stack}`)
  }
}
await browser.close()
await server.close()
process.exit(bad ? 1 : 0)
