// Takes screenshots of the page around the board, against the mock server, and prints the browser's errors.
//   node dev/mock-server.mjs 8433 &  node dev/look.mjs 8433 FOLDER
import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright-core'

const [port = '8421', folder = 'look'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } }
let wrong = 0

for (const [size, viewport] of Object.entries(sizes))
  for (const [lang, theme] of [['en', 'light'], ['ja', 'dark']]) {
    const context = await browser.newContext({ viewport, colorScheme: theme, deviceScaleFactor: 1, hasTouch: size === 'phone' })
    const page = await context.newPage()
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && (wrong++, console.log(size, lang, m.text())))
    page.on('pageerror', (e) => (wrong++, console.log(size, lang, String(e))))
    await page.addInitScript((l) => {
      if (!localStorage.getItem('banmen.settings')) localStorage.setItem('banmen.settings', JSON.stringify({ lang: l, confirm: 'off' }))
    }, lang)
    const shot = async (name) => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (over > 0) (wrong++, console.log(`${name} ${size} ${lang}: ${over} px too wide`))
      if (size === 'wide' && page.url().includes('#play')) {
        const high = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
        if (high > 0) (wrong++, console.log(`${name} ${size} ${lang}: ${high} px too high`))
      }
      await page.screenshot({ path: `${folder}/${name}-${size}-${lang}-${theme}.png` })
    }
    await page.goto(`http://127.0.0.1:${port}/#key=toy`)
    await page.waitForSelector('.games .face')
    await shot('home')
    await page.locator('.games .under button').first().click()
    await page.waitForSelector('dialog')
    await page.locator('dialog summary').first().click()
    await shot('new')
    await page.keyboard.press('Escape')
    await page.locator('.games .face').nth(6).click()
    await page.waitForSelector('[data-stop=b2],[data-site=b2]')
    await page.locator('[data-stop=b2],[data-site=b2]').click()
    await page.waitForTimeout(900)
    await page.locator('.moves .move').nth(0).click()
    await page.waitForTimeout(300)
    await page.locator('[data-stop=a1],[data-site=a1]').click()
    await page.waitForTimeout(1200)
    await shot('play')
    await page.locator('#tab-analysis').click()
    await page.getByRole('switch').check()
    await page.waitForTimeout(900)
    await shot('analysis')
    await page.getByRole('toolbar').first().locator('button').last().click()
    await page.waitForSelector('dialog')
    await shot('more')
    await page.keyboard.press('Escape')
    for (const [name, link] of [['experiments', '#experiments?name=bao'], ['studies', '#studies?game=tictactoe&study=ends'], ['claims', '#claims'], ['about', '#about']]) {
      await page.goto(`http://127.0.0.1:${port}/${link}`)
      await page.waitForTimeout(500)
      if (name === 'studies') {
        await page.locator('form button.main').click()
        await page.waitForSelector('table', { timeout: 8000 })
      }
      await shot(name)
    }
    await context.close()
  }
await browser.close()
console.log(wrong === 0 ? 'nothing wrong' : `${wrong} things wrong`)
process.exitCode = wrong === 0 ? 0 : 1
