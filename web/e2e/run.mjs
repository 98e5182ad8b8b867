// Tests the page in a real browser against the real program.
//   node e2e/run.mjs PROGRAM [names…]     all scenarios, or those whose names contain one of these words
// Exits with 77 without a browser, or if the program was built without the page.
import { existsSync } from 'node:fs'
import { serve } from './kit.mjs'

const [program, ...words] = process.argv.slice(2)
if (!program) {
  console.error('usage: node e2e/run.mjs PROGRAM [names…]')
  process.exit(2)
}
const executablePath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const { chromium } = await import('playwright-core').catch(() => ({}))
if (!executablePath || !chromium) {
  console.log(executablePath ? 'skipped: playwright-core is not installed (npm ci in web/)' : 'skipped: there is no chromium (scripts/setup test installs it)')
  process.exit(77)
}
const scenarios = { ...(await import('./games.mjs')).default, ...(await import('./shell.mjs')).default, ...(await import('./sizes.mjs')).default, ...(await import('./tables.mjs')).default }
const chosen = Object.entries(scenarios).filter(([name]) => words.length === 0 || words.some((w) => name.includes(w)))

const server = await serve(program)
let passed = 0, failed = 0, status = 0
if (!server.page) {
  console.log('skipped: this program was built without the page')
  status = 77
} else {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP lab.example 127.0.0.2'] }) // lab.example: another machine
  for (const [name, scenario] of chosen) {
    const began = Date.now()
    const pages = []
    try {
      const skipped = await scenario({ program, server, browser, keep: (page) => (pages.push(page), page) })
      const wrong = pages.flatMap((p) => p.wrong)
      if (wrong.length) throw new Error(`the browser complained: ${wrong.slice(0, 5).join(' | ')}`)
      if (!skipped) ++passed
      console.log(skipped ? `skip  ${name}: ${skipped}` : `ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    } catch (e) {
      ++failed
      console.log(`FAIL  ${name}\n      ${String(e.stack).replace(/\n/g, '\n      ')}`)
      for (const p of pages.filter((p) => p.wrong.length)) console.log(`      the browser complained: ${p.wrong.slice(0, 5).join(' | ')}`)
      if (process.env.SHOTS) await Promise.all(pages.map((p, i) => p.screenshot({ path: `${process.env.SHOTS}/${name.replace(/\W+/g, '-')}-${i}.png` }).catch(() => undefined)))
    }
    await Promise.all(pages.map((p) => p.context().close().catch(() => undefined)))
  }
  await browser.close()
}
const code = await server.stop()
if (code !== 0) {
  ++failed
  console.log(`FAIL  the server exits with ${code}, expected 0`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : status
