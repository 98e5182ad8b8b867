// A phone 360 pixels wide: touch targets are large enough, nothing scrolls sideways, and nothing scrolls during play.
import assert from 'node:assert/strict'
import { begin, open, ready, until } from './kit.mjs'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const people = (n) => Array(n).fill('human')
/** Game, seats, the minimum cell size in pixels, and a place whose smaller side is one. */
const wanted = [
  ['backgammon', 2, 29, 'p6'],
  ['amazons', 2, 33, 'd4'],
  ['reversi', 2, 39, 'd3'],
  ['yonin', 4, 39, 'd3'],
  ['hichain', 2, 42, null],
  ['bao', 2, 42, 'd'],
]

export default {
  async 'cells on a phone are large enough, and nothing scrolls sideways'({ server, browser, keep }) {
    for (const [game, seats, least, id] of wanted) {
      const page = keep(await open(browser, phone))
      await begin(page, server, { game, seats: people(seats) })
      await ready(page)
      const place = id === null ? page.locator('.board .stop').filter({ hasNot: page.locator('[data-stop*="hand"]') }) : page.locator(`.board [data-stop="${id}"]`)
      // The focus ring is drawn inside the cell: three pixels belong to it as well.
      const boxes = await place.evaluateAll((all) => all.map((e) => e.getBBox()).map((b) => Math.min(b.width, b.height) + 3))
      const cell = id === null ? Math.max(...boxes) : boxes[0]
      assert.ok(cell >= least, `${game}: a cell has ${cell.toFixed(1)} px, expected ${least}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= 360, `${game}: ${wide} px wide`)
      const outside = await page.evaluate(() =>
        [...document.querySelectorAll('.play *')].filter((e) => !e.closest('svg') && e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().right > 361 && !e.closest('.hidden')).map((e) => e.className).slice(0, 3))
      assert.deepEqual(outside, [], `${game}: nothing sticks out`)
      const board = await page.locator('.board .stage > svg').boundingBox()
      assert.ok(board.y + board.height <= 740, `${game}: the whole board is on the screen`)
    }
  },

  async 'no page is wider than a phone\'s screen'({ server, browser, keep }) {
    for (const lang of ['en', 'ja']) {
      const page = keep(await open(browser, { ...phone, settings: { lang } }))
      for (const place of ['home', 'experiments', 'studies', 'claims', 'about']) {
        await page.goto(`${server.home}#${place}`)
        await until(async () => (await page.locator('main h1').count()) > 0, place)
        await page.waitForLoadState('networkidle')
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(wide <= 360, `${place} in ${lang}: ${wide} px wide`)
      }
    }
  },

  async 'from a phone to 4K the board fits, without scrolling if a panel is beside it'({ server, browser, keep }) {
    for (const [width, height] of [[1280, 800], [1024, 640], [844, 390], [3840, 2160]]) {
      const page = keep(await open(browser, { viewport: { width, height } }))
      await begin(page, server, { game: 'amazons:size=10', seats: people(2) })
      await ready(page)
      const [high, wide] = await page.evaluate(() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth])
      assert.ok(high <= height && wide <= width, `${width}×${height}: the page is ${wide}×${high}`)
      const cell = await page.locator('.board [data-stop="e5"]').evaluate((e) => e.getBBox().width + 3)
      assert.ok(cell >= Math.min(20, height / 20), `${width}×${height}: a cell of ${cell}`)
    }
  },
}
