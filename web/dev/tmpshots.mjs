import { chromium } from 'playwright-core'
import { createServer } from 'vite'
const server = await createServer({ root: new URL('..', import.meta.url).pathname, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
await server.listen()
const { port } = server.httpServer.address()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
let page
const open = async (s, w=800, h=640, theme='light', extra='') => { await page?.close(); page = await browser.newPage({ viewport:{width:w,height:h}, colorScheme: theme }); page.on('console', m=>m.type()==='error'&&console.log(m.text())); await page.goto(`http://127.0.0.1:${port}/dev/index.html?bare&sample=${s}&theme=${theme}${extra}`); await page.waitForSelector('.stop') }
const place = async (id) => { const b = await page.locator(`[data-stop="${id}"]`).boundingBox(); return [b.x+b.width/2,b.y+b.height/2] }
const click = async id => page.mouse.click(...await place(id))
const shot = n => page.screenshot({ path: `/tmp/shots/x-${n}.png` })
await open('amazons'); await click('d1'); await shot('am1'); await click('d4'); await page.mouse.move(...await place('g5')); await shot('am2')
await open('backgammon'); await click('bar0'); await shot('bg1'); await click('p20'); await page.mouse.move(...await place('p6')); await page.mouse.down(); await page.mouse.move(...await place('p5'),{steps:4}); await shot('bg2')
await open('hichain'); await click('h0/7'); await page.keyboard.press('r'); const b = await page.locator('.targets .site').first().boundingBox(); await page.mouse.move(b.x+4,b.y+4); await shot('hi1')
const f = await page.locator('.targets .faint').first().boundingBox(); await page.mouse.click(f.x+4,f.y+4); await shot('hi2')
await open('bao'); await page.evaluate(()=>window.show()); await page.waitForTimeout(700); await shot('bao1')
await open('reversi'); await page.evaluate(()=>window.show()); await page.waitForTimeout(430); await shot('rev1')
await open('backgammon', 800,640,'dark'); await page.evaluate(()=>window.show()); await page.waitForTimeout(300); await shot('bg3'); await page.waitForTimeout(500); await shot('bg4')
await open('yonin'); const c = await page.context().newCDPSession(page); await c.send('Emulation.setEmulatedVisionDeficiency',{type:'deuteranopia'}); await shot('cb1'); await c.send('Emulation.setEmulatedVisionDeficiency',{type:'achromatopsia'}); await shot('cb2')
await open('chess',800,640,'dark'); await page.locator('[data-stop="e4"]').focus(); await page.keyboard.press('ArrowUp'); await shot('ch1')
await open('yonin',800,640,'light','&below=1'); await shot('yo1')
await open('list',1280,800); await shot('li1')
await browser.close(); await server.close(); process.exit(0)
