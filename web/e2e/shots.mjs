// Takes screenshots of every game of the catalog, for review: in mid-game and with analysis, desktop and phone, light and dark, in
// both languages; shared tables in all their states (the word `table`); the pages around the board (the word `page`); backgammon
// and Yonin also with simulated colour blindness.
//   node e2e/shots.mjs PROGRAM FOLDER [words…]     only those whose names hold all of these words; with the word `library` every
//                                                  game of the library as well
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { begin, chance, open, ready, serve } from './kit.mjs'
import { page_shots } from './page-shots.mjs'
import { table_shots } from './table-shots.mjs'

const [program, folder, ...words] = process.argv.slice(2)
if (!program || !folder) {
  console.error('usage: node e2e/shots.mjs PROGRAM FOLDER [words…]')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
const server = await serve(program)
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] })

/** The first moves of a game between two experts. */
async function played(game, agent, count) {
  const place = await mkdtemp(join(tmpdir(), 'banmen-shots-'))
  const record = join(place, 'game.txt')
  execFileSync(program, ['play', game, agent, agent, '--seed', '3', '--save', record, '--quiet'], { stdio: 'ignore' })
  const { history } = JSON.parse(execFileSync(program, ['show', '--record', record, '--json']))
  await rm(place, { recursive: true })
  return history.slice(0, count)
}
/** Plays `count` random moves. */
async function middle(game, count, seed) {
  const rng = chance(seed)
  const list = []
  while (list.length < count) {
    const shown = await server.ask('/api/show', { game, moves: list })
    if (shown.result || !shown.moves.length) break
    list.push(shown.moves[rng(shown.moves.length)])
  }
  return list
}

const around = { table: table_shots, page: page_shots }
const games = words.some((w) => w in around) ? [] : [
  { name: 'bao', game: 'bao', seats: ['human', 'greedy'], live: await middle('bao', 4, 5) },
  { name: 'reversi', game: 'reversi', seats: ['human', 'greedy'], live: await played('reversi', 'alphabeta:depth=4', 26) },
  { name: 'yonin', game: 'yonin', seats: ['human', 'greedy', 'greedy', 'greedy'], live: await middle('yonin', 20, 5) },
  { name: 'amazons', game: 'amazons', seats: ['human', 'greedy'], live: await played('amazons', 'greedy', 16) },
  { name: 'hichain', game: 'hichain', seats: ['human', 'greedy'], live: await played('hichain', 'scorer', 18) },
  { name: 'backgammon', game: 'backgammon:match=5,payoff=cube', seats: ['human', 'greedy'], live: ['3-1', '8/5,6/5', 'roll', '6-4', '24/18,13/9', 'roll', '5-2'] },
  { name: 'tictactoe', game: 'tictactoe', seats: ['human', 'greedy'], live: ['b2', 'a1'] },
  { name: 'chess', game: 'chess', seats: ['human', 'random'], live: ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'] },
  { name: 'hex', game: 'hex', seats: ['human', 'random'], live: await middle('hex', 16, 9) },
  { name: 'morris', game: 'morris', seats: ['human', 'random'], live: await middle('morris', 12, 9) },
]
if (words.includes('library'))
  for (const g of (await server.ask('/api/games')).library) {
    const live = await middle(g.id, 12, 9)
    games.push({ name: `library-${g.id}`, game: g.id, seats: g.seats.map((_, k) => (k === 0 ? 'human' : 'random')), live: live.length < 12 ? live.slice(0, live.length / 2) : live })
  }
const sizes = { wide: { viewport: { width: 1280, height: 800 } }, phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } }
let made = 0
for (const g of games)
  for (const [size, options] of Object.entries(sizes))
    for (const theme of ['light', 'dark'])
      for (const lang of ['en', 'ja'])
        for (const what of ['play', 'analysis']) {
          const name = [g.name, what, size, theme, lang].join('-')
          if (!words.every((w) => name.split('-').includes(w))) continue
          const page = await open(browser, { ...options, settings: { theme, lang, confirm: 'touch' } })
          await begin(page, server, g)
          await ready(page)
          if (what === 'analysis') {
            await page.locator('#tab-analysis').click()
            await page.getByRole('switch').check()
            await page.locator('.analysis .lines li').first().waitFor()
            await page.locator('.analysis .lines .value').last().waitFor()
          }
          await page.screenshot({ path: `${folder}/${name}.png` })
          ++made
          if (what === 'play' && lang === 'en' && theme === 'light' && (g.name === 'backgammon' || g.name === 'yonin')) {
            const cdp = await page.context().newCDPSession(page)
            for (const type of ['deuteranopia', 'protanopia', 'tritanopia', 'achromatopsia']) {
              await cdp.send('Emulation.setEmulatedVisionDeficiency', { type })
              await page.screenshot({ path: `${folder}/${g.name}-${size}-${type}.png` })
              ++made
            }
          }
          for (const w of page.wrong) console.log(`${name}: ${w}`)
          await page.context().close()
        }
for (const [name, shots] of Object.entries(around))
  if (words.length === 0 || words.includes(name)) made += await shots({ server, browser, folder, sizes, fits: (file) => words.every((w) => file.split('-').includes(w)) })
await browser.close()
await server.stop()
console.log(`${made} pictures in ${folder}`)
