// Everything around the board: keys, records, links, languages, analysis, and a server restart.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { begin, chance, check, click, look, moves, oneMove, open, playOn, ready, serve, site, spoken, status, until } from './kit.mjs'

const run = promisify(execFile)
const clickSite = async (page, id) => click(page, (await look(page)).stops.find((s) => s.id === id))
const button = (page, name) => page.getByRole('button', { name, exact: true })
/** Presses Tab until the focused element matches. */
async function tabTo(page, fits, words) {
  for (let k = 0; k < 150; ++k) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(fits)) return
  }
  assert.fail(`Tab does not lead to ${words}`)
}
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-stop'))

export default {
  async 'the first page lists every game and loads nothing from other hosts'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await page.goto(server.address)
    await page.waitForSelector('.games .face')
    const { games, library } = await server.ask('/api/games')
    assert.equal(await page.locator('.games .game').count(), games.filter((g) => g.group === 'native').length)
    assert.equal(await page.locator('.texts .text').count(), library.length)
    assert.doesNotMatch(page.url(), /key=/, 'the key leaves the address bar')
    for (const place of ['Experiments', 'Studies', 'Claims', 'Help']) {
      await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).first().click()
      await until(async () => (await page.locator('main h1').count()) > 0, place)
    }
  },

  async 'a whole game by keyboard alone'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await page.goto(server.home)
    await page.waitForSelector('.games .face')
    await tabTo(page, () => /^Tic-tac-toe/.test(document.activeElement?.textContent?.trim() ?? '') && document.activeElement.classList.contains('face'), 'the game')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.board .stop')
    await ready(page)
    await tabTo(page, () => document.activeElement?.hasAttribute('data-stop'), 'the board')
    // The arrow keys walk the board; the record does not move.
    await page.keyboard.press('Home')
    const first = await focused(page)
    await page.keyboard.press('ArrowRight')
    assert.notEqual(await focused(page), first)
    await page.keyboard.press('ArrowLeft')
    assert.equal(await focused(page), first)
    for (let k = 0; k < 5; ++k) {
      const now = await ready(page)
      if (now.over) break
      await page.keyboard.press(k % 2 ? 'End' : 'Home')
      assert.equal(await focused(page), (k % 2 ? now.stops.at(-1) : now.stops[0]).id)
      await page.keyboard.press('Enter')
      await until(async () => (await look(page)).moves.length > now.moves.length, 'Enter makes the move')
    }
    await until(async () => (await look(page)).over, 'the end')
    await check(page, server, { game: 'tictactoe' })
    assert.match(await spoken(page), /won|Draw/)
    await page.keyboard.press('Escape')
    await tabTo(page, () => document.activeElement?.getAttribute('role') === 'tab', 'the record')
  },

  async 'arrow keys leaf through the record after a click on a tab or a switch'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'reversi:size=4', seats: ['human', 'human'], live: ['b1', 'a1'] })
    await ready(page)
    const shown = () => page.locator('.record .move[aria-current]').textContent()
    await page.locator('#tab-analysis').click()
    await page.locator('#tab-record').click()
    await page.keyboard.press('ArrowLeft')
    await until(async () => (await shown()) === 'b1', 'one move back')
    await page.locator('#tab-analysis').click()
    await page.getByRole('switch').check()
    await page.keyboard.press('ArrowRight')
    await page.locator('#tab-record').click()
    assert.equal(await shown(), 'a1')
    // After keyboard navigation the arrow keys walk the tabs.
    await page.locator('#tab-record').focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await page.locator('#tab-analysis').getAttribute('aria-selected'), 'true')
  },

  async 'arrow keys leaf through the record while an agent thinks and a move is animated'({ server, browser, keep }) {
    const page = keep(await open(browser, { settings: { speed: 0.3 } }))
    await begin(page, server, { game: 'reversi:size=6', seats: ['human', 'uct:time=3'] })
    const shown = () => page.locator('.record .move[aria-current]').textContent()
    await click(page, (await ready(page)).stops[0]) // the board has the focus from now on
    await until(async () => (await moves(page)).length === 1, 'the move')
    const [own] = await moves(page)
    await page.keyboard.press('ArrowLeft')
    await until(async () => (await shown()) === 'Start', 'one back')
    await page.keyboard.press('ArrowRight')
    await until(async () => (await shown()) === own, 'and on')
    await page.keyboard.press('ArrowLeft')
    await until(async () => (await moves(page)).length === 2, 'the agent has moved')
    assert.equal(await shown(), 'Start', 'the position shown does not change')
    await page.keyboard.press('End')
    await until(async () => (await shown()) !== own && (await shown()) !== 'Start', 'the last move')
  },

  async 'amazons by keyboard: parts, and Esc takes one back'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'amazons:size=4', seats: ['human', 'human'] })
    await ready(page)
    await tabTo(page, () => document.activeElement?.hasAttribute('data-stop'), 'the board')
    await page.keyboard.press('Home')
    const piece = await focused(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    const to = await focused(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    const arrow = await focused(page)
    await page.keyboard.press('Enter')
    await until(async () => (await moves(page))[0] === `${piece}-${to}/${arrow}`, 'the move is made of the three')
  },

  async 'a library game to its end: hex'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await page.goto(server.home)
    await page.getByRole('button', { name: 'Set up…: Hex' }).click()
    const dialog = page.locator('dialog')
    await dialog.getByText('Rules').click()
    await dialog.getByLabel('size').fill('4')
    await dialog.getByRole('button', { name: 'Any agent' }).first().click().catch(() => undefined)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await page.waitForSelector('.board .stop')
    await playOn(page, { seed: 2 })
    await check(page, server, { game: 'hex:size=4' })
  },

  async 'library games: chess and morris by clicks, in the colours of their seats'({ server, browser, keep }) {
    for (const game of ['chess', 'morris']) {
      const page = keep(await open(browser))
      await begin(page, server, { game, seats: ['human', 'random'] })
      await playOn(page, { seed: 4, most: 5 })
      await check(page, server, { game, ended: false })
      const lightness = (selector) => page.locator(selector).first().evaluate((e) => getComputedStyle(e).fill.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0))
      assert.ok((await lightness('.board .piece.s1 .body')) > 600, 'white is light')
      const { scene } = await server.ask('/api/show', { game, moves: await moves(page) })
      const whites = scene.pieces.filter((p) => p.seat === 0 && (p.kind === 'piece' || p.kind === 'disc')).length
      assert.equal(await page.locator('.board .piece.s1').count(), whites, `${game}: the first seat is white`)
    }
  },

  async 'a record gets a variation, is saved, read by the command line, and reopened'({ program, server, browser, keep }) {
    const page = keep(await open(browser))
    const folder = await mkdtemp(join(tmpdir(), 'banmen-page-'))
    try {
      await begin(page, server, { game: 'reversi:size=6', seats: ['human', 'human'] })
      const rng = chance(8)
      for (let k = 0; k < 4; ++k) await oneMove(page, rng)
      const main = await moves(page)
      // A variation of the second position, with a comment.
      await page.locator('.record .move').nth(1).click()
      const taken = main[1]
      await until(async () => (await look(page)).stops.length > 0, 'other moves can be tried')
      await click(page, (await look(page)).stops.find((s) => s.id !== taken))
      await until(async () => (await moves(page)).length === 5, 'a branch grows')
      const tried = await page.locator('.record .move[aria-current]').textContent()
      await button(page, 'Comment').click()
      await page.locator('.note textarea').fill('another way')
      await button(page, 'More').click()
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to file' }).click()])
      const path = join(folder, 'game.txt')
      await file.saveAs(path)
      const text = await readFile(path, 'utf8')
      assert.match(text, /another way/)
      assert.ok(text.includes(tried))
      const shown = JSON.parse((await run(program, ['show', '--record', path, '--json'])).stdout)
      assert.deepEqual(shown.history, main)
      // Two people sit there: the program gives up after reading the record, since nobody answers.
      const played = run(program, ['play', '--from', path])
      played.child.stdin.end()
      const { stdout } = await played.catch((e) => e)
      assert.match(stdout, new RegExp(main.at(-1)), 'play --from continues after the last move')
      // Back into the page: through the form, with variation and comment.
      await page.locator('dialog textarea').fill(text)
      await button(page, 'Open').click()
      await until(async () => (await moves(page)).length === 5, 'the record is opened')
      await page.locator('.record .comment').getByText('another way').waitFor()
      // Promoted, then deleted.
      await page.locator('.record .move').getByText(tried, { exact: true }).click()
      await button(page, 'Promote variation').click()
      await until(async () => (await moves(page))[1] === tried, 'the branch is the main line')
      await button(page, 'Delete from here').click()
      await until(async () => (await moves(page)).length === 4, 'and is deleted')
      assert.deepEqual(await moves(page), main)
    } finally {
      await rm(folder, { recursive: true })
    }
  },

  async 'a record of the command line opens in the page'({ program, server, browser, keep }) {
    const page = keep(await open(browser))
    const folder = await mkdtemp(join(tmpdir(), 'banmen-page-'))
    try {
      const path = join(folder, 'game.txt')
      await run(program, ['play', 'bao:holes=3', 'random', 'random', '--seed', '3', '--save', path, '--quiet'])
      const { history } = JSON.parse((await run(program, ['show', '--record', path, '--json'])).stdout)
      await page.goto(server.home + '#play?game=tictactoe')
      await page.waitForSelector('.board .stop')
      await button(page, 'More').click()
      await page.locator('dialog input[type=file]').setInputFiles(path)
      await until(async () => (await moves(page)).join() === history.join(), 'its moves are there')
    } finally {
      await rm(folder, { recursive: true })
    }
  },

  async 'a game of two agents equals that of the command line with the same seed'({ program, server, browser, keep }) {
    const folder = await mkdtemp(join(tmpdir(), 'banmen-page-'))
    try {
      for (const [game, ...seats] of [['reversi:size=4', 'random', 'greedy'], ['backgammon:checkers=3', 'random', 'random']]) {
        const path = join(folder, 'game.txt')
        await run(program, ['play', game, ...seats, '--seed', '5', '--save', path, '--quiet'])
        const { history } = JSON.parse((await run(program, ['show', '--record', path, '--json'])).stdout)
        const page = keep(await open(browser))
        await begin(page, server, { game, seats, seed: 5 })
        await until(async () => (await look(page)).over, `${game} is played to its end`)
        assert.deepEqual(await moves(page), history)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  },

  async 'language and theme change during a game'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'yonin:size=6', seats: ['human', 'greedy', 'greedy', 'greedy'] })
    await oneMove(page, chance(1))
    await ready(page)
    const before = await moves(page)
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await colour()
    await button(page, '日本語').click()
    await until(async () => /手番/.test(await status(page)), 'the words are Japanese')
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja')
    assert.match(await page.locator('.board .ask').textContent(), /[ぁ-ん一-龠]/)
    assert.match((await look(page)).stops[0].label, /選択可$/)
    await button(page, '設定').click()
    await page.locator('#set-theme').selectOption('dark')
    await page.keyboard.press('Escape')
    assert.notEqual(await colour(), light)
    assert.deepEqual((await moves(page)).slice(0, before.length), before)
    await oneMove(page, chance(2))
    // No dictionary key without a text.
    assert.doesNotMatch(await page.locator('body').innerText(), /\b(say|ask|seat|site|tray|banner|mark|key|play)\.[a-z]+\.?[a-z]*\b/)
  },

  async 'claims, studies, experiments and errors are in Japanese'({ server, browser, keep }) {
    const page = keep(await open(browser, { settings: { lang: 'ja' } }))
    const japanese = async (selector, least) => {
      await until(async () => (await page.locator(selector).count()) >= least, `${selector} are there`)
      assert.deepEqual((await page.locator(selector).allTextContents()).filter((text) => !/[ぁ-んァ-ン一-龠]/.test(text)), [])
      assert.equal(await page.locator(`${selector}:is([lang=en], [lang=en] *)`).count(), 0)
    }
    await page.goto(`${server.home}#claims`)
    await japanese('article p[lang] strong', 150)
    await page.goto(`${server.home}#studies`)
    await japanese('.list a span', 40)
    await page.goto(`${server.home}#studies?game=bao&study=loops`)
    await japanese('.field label', 5)
    await page.goto(`${server.home}#experiments`)
    await japanese('.runs strong', 6)
    await page.goto(`${server.home}#play?game=reversy`)
    await page.locator('[role=alert]').first().waitFor()
    assert.match(await page.locator('[role=alert]').first().innerText(), /「reversy」というゲームはありません。「reversi」のことですか？/)
  },

  async 'a reload loses nothing'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'bao:holes=4', seats: ['human', 'human'] })
    const rng = chance(5)
    for (let k = 0; k < 3; ++k) await oneMove(page, rng)
    const before = await moves(page)
    await page.locator('.record .move').nth(1).click()
    await until(async () => (await look(page)).stops.length > 0, 'the first move is looked at')
    await button(page, 'Comment').click()
    await page.locator('.note textarea').fill('kept')
    const picture = async () => (await page.locator('.board .piece').evaluateAll((all) => all.map((p) => p.parentElement.getAttribute('transform') + p.textContent))).sort()
    const drawn = await picture()
    await page.reload()
    await until(async () => (await moves(page)).length === 3, 'the moves are there again')
    assert.deepEqual(await moves(page), before)
    assert.equal(await page.locator('.record .move[aria-current]').textContent(), before[0])
    await page.locator('.comment').getByText('kept').waitFor()
    await until(async () => (await picture()).join() === drawn.join(), 'the same picture')
  },

  async 'a link opens the same position elsewhere'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'amazons:size=5,layout=corners', seats: ['human', 'human'] })
    const rng = chance(6)
    for (let k = 0; k < 2; ++k) await oneMove(page, rng)
    await button(page, 'Rotate the board').click()
    await button(page, 'One move back').click()
    await until(async () => /ply=1/.test(page.url()) && /turned=1/.test(page.url()), 'the address says what is shown')
    const drawing = async (p) => {
      await p.mouse.move(2, 2)
      return (await p.locator('.board .piece').evaluateAll((all) => all.map((x) => x.getAttribute('class') + x.parentElement.getAttribute('transform')))).sort().join('\n')
    }
    const other = keep(await open(browser))
    await other.goto(page.url())
    await until(async () => (await moves(other)).length === 2, 'the moves are there')
    await until(async () => (await drawing(other)) === (await drawing(page)), 'the pieces lie alike')
  },

  async 'broken links report the error'({ server, browser, keep }) {
    for (const [fragment, words] of [['game=reversy', /reversi/], ['game=reversi&position=nonsense', /position/], ['game=reversi&moves=z9', /z9/]]) {
      const page = keep(await open(browser))
      await page.goto(`${server.home}#play?${fragment}`)
      await page.locator('[role=alert]').first().waitFor()
      assert.match(await page.locator('[role=alert]').first().innerText(), words)
    }
  },

  async 'analysis streams lines, follows the board, and stops'({ server, browser, keep }) {
    const page = keep(await open(browser))
    let open_searches = 0, lines = 0
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        const { type } = JSON.parse(payload)
        if (type === 'analyse') ++open_searches
        if (type === 'stop') open_searches = 0
      })
      socket.on('framereceived', ({ payload }) => (lines += JSON.parse(payload).type === 'lines'))
    })
    await begin(page, server, { game: 'reversi', seats: ['human', 'human'] })
    await ready(page)
    await page.locator('#tab-analysis').click()
    await page.getByRole('switch').check()
    await page.locator('.analysis .lines li').first().waitFor()
    await page.locator('.bar').waitFor()
    await until(() => lines >= 2, 'lines are replaced by better ones')
    assert.ok((await page.locator('.board .arrow').count()) > 0, 'the best are drawn on the board')
    const first = await page.locator('.analysis .lines .move.first').first().textContent()
    const { stops } = await look(page)
    await click(page, stops.find((s) => s.id === first) ?? stops[0])
    await until(async () => /White/.test(await page.locator('.analysis').innerText()), 'values are of who moves now')
    await page.getByRole('switch').uncheck()
    await until(() => open_searches === 0, 'it is stopped')
    const seen = lines
    await page.getByRole('navigation').getByRole('link', { name: 'Help' }).click()
    await page.locator('main h1').waitFor()
    assert.ok(lines - seen <= 1, 'no more lines arrive')
  },

  async 'exact values equal those of banmen solve'({ program, server, browser, keep }) {
    const page = keep(await open(browser))
    const live = ['b2', 'b1']
    await begin(page, server, { game: 'tictactoe', seats: ['human', 'human'], live })
    await page.locator('#tab-analysis').click()
    await page.getByRole('switch').check()
    await page.locator('.exact .value').first().waitFor()
    const written = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '±0')
    const solved = async (moves) => {
      const { position } = await server.ask('/api/show', { game: 'tictactoe', moves })
      return written(JSON.parse((await run(program, ['solve', 'tictactoe', '--position', position, '--json'])).stdout).value)
    }
    assert.match(await page.locator('section.exact p').first().innerText(), new RegExp(`Exact value: \\${await solved(live)} `))
    const rows = await page.locator('section.exact .values li').evaluateAll((all) => all.map((li) => [li.querySelector('.move').textContent, li.querySelector('.value').textContent]))
    assert.equal(rows.length, 7)
    for (const [move, value] of rows) assert.equal(value, await solved([...live, move]), move)
  },

  async 'an open page survives a server restart'({ program, browser, keep }) {
    let server = await serve(program)
    try {
      const page = keep(await open(browser))
      await begin(page, server, { game: 'reversi:size=4', seats: ['human', 'greedy'] })
      const rng = chance(3)
      await oneMove(page, rng)
      await ready(page)
      const before = await moves(page)
      await server.stop('SIGKILL')
      await page.getByText('Connection lost').waitFor()
      assert.deepEqual(await moves(page), before)
      // Parts not opened before can't load now; they can once the server is back.
      await button(page, 'New game').click()
      await page.getByRole('alert').filter({ hasText: "Can't reach" }).waitFor()
      server = await serve(program, server.port)
      await button(page, 'Reconnect now').click({ timeout: 500 }).catch(() => undefined)
      await page.getByText('Connection lost').waitFor({ state: 'detached' })
      // The first request may still hit the old connection: like a user, click again if nothing appears.
      const begins = page.locator('dialog').getByRole('button', { name: 'Start' })
      for (let k = 0; k < 3 && !(await begins.isVisible()); k++) {
        await button(page, 'New game').click()
        await begins.waitFor({ timeout: 10_000 }).catch(() => undefined)
      }
      await begins.waitFor({ timeout: 1000 })
      await page.keyboard.press('Escape')
      await playOn(page, { seed: 5 })
      page.wrong.length = 0 // the browser itself logs each failed attempt
      await check(page, server, { game: 'reversi:size=4' })
      await page.context().close() // before the server stops, which the page would log again
    } finally {
      await server.stop()
    }
  },

  async 'on a touch screen a move needs confirmation'({ server, browser, keep }) {
    const page = keep(await open(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, settings: { confirm: 'touch' } }))
    await begin(page, server, { game: 'reversi:size=6', seats: ['human', 'human'] })
    const { stops } = await ready(page)
    await page.touchscreen.tap(stops[0].x, stops[0].y)
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    assert.deepEqual(await moves(page), [])
    await page.getByRole('button', { name: 'Back', exact: true }).tap()
    const [, other] = (await ready(page)).stops
    await page.touchscreen.tap(other.x, other.y)
    await page.getByRole('button', { name: 'Play', exact: true }).tap()
    await until(async () => (await moves(page)).length === 1, 'the move is made')
    assert.equal((await moves(page))[0], other.id)
  },

  async 'notation, take back, resign, draw, pictures'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'reversi', seats: ['human', 'human'] })
    const { stops } = await ready(page)
    const field = page.locator('.foot input')
    await field.fill(stops[2].id.toUpperCase())
    await field.press('Enter')
    await until(async () => (await moves(page)).length === 1, 'the move is made')
    await field.fill('a1')
    await field.press('Enter')
    await page.getByRole('alert').first().waitFor()
    assert.equal((await moves(page)).length, 1)
    await button(page, 'Undo').click()
    await until(async () => (await moves(page)).length === 0, 'it is taken back')
    await button(page, 'More').click()
    for (const kind of ['SVG', 'PNG']) {
      const [file] = await Promise.all([page.waitForEvent('download'), button(page, `Board as ${kind}`).click()])
      assert.ok((await readFile(await file.path())).length > 1500, kind)
    }
    await page.keyboard.press('Escape')
    await button(page, 'Resign').click()
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click()
    await until(async () => /resigned/.test(await status(page)), 'the game is given up')
  },
}
