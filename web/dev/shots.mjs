// Takes screenshots of all sample boards: node dev/shots.mjs FOLDER [NAME…]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const [folder, ...only] = process.argv.slice(2)
if (!folder) throw new Error('say which folder the pictures go to: node dev/shots.mjs FOLDER')
mkdirSync(folder, { recursive: true })
const server = await createServer({ root: new URL('..', import.meta.url).pathname, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
await server.listen()
const { port } = server.httpServer.address()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const names = only.length ? only : ['reversi', 'yonin', 'amazons', 'bao', 'bao-rotated', 'backgammon', 'hichain', 'hex', 'morris', 'chess', 'hand', 'slots', 'list']
let bad = 0
for (const [width, height] of [[1280, 800], [360, 740]])
  for (const theme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme })
    page.on('console', (m) => m.type() === 'error' && (++bad, console.error(m.text())))
    page.on('pageerror', (e) => (++bad, console.error(String(e))))
    for (const name of names) {
      await page.goto(`http://127.0.0.1:${port}/dev/index.html?bare&sample=${name}&theme=${theme}`)
      await page.waitForSelector('.board .stage > svg')
      await page.waitForTimeout(150)
      await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
    }
    await page.close()
  }
await browser.close()
await server.close()
process.exit(bad ? 1 : 0)
