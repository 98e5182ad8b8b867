// Shared tables: browsers that play each other, disconnect, reconnect, leave, watch and move to another device.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chance, check, click, look, moves, oneMove, open, serve, site, spoken, status, until } from './kit.mjs'

const run = promisify(execFile)
const button = (page, name) => page.getByRole('button', { name, exact: true })
const fragment = (id, more = '') => `#table?id=${id}${more}`

/** Closes all browsers before the server stops, or a page with an open request would log an error. */
const leave = (browser) => Promise.all(browser.contexts().map((c) => c.close()))

/** Starts a server with its own folder. */
async function house(program, browser, then) {
  const server = await serve(program)
  try {
    await then(server)
    await leave(browser)
  } finally {
    await server.stop()
  }
}
const open_seats = (n) => Array.from({ length: n }, () => ({ who: 'open' }))
const opened = (server, game, more = {}) => server.ask('/api/tables', { game, seats: open_seats(2), listed: false, ...more })

/** A person with a separate browser, whose connection can be cut. */
async function person(browser, keep, name, settings = {}, options = {}) {
  const { cuttable = true, ...rest } = options
  const page = keep(await open(browser, { settings, ...rest }))
  await page.addInitScript((n) => localStorage.getItem('banmen.name') ?? localStorage.setItem('banmen.name', n), name)
  if (!cuttable) return page
  let down = false
  const live = new Set()
  await page.routeWebSocket(/\/api\/ws$/, (ws) => {
    if (down) return void ws.close()
    const server = ws.connectToServer()
    live.add(ws)
    ws.onMessage((text) => (page.bend ? page.bend(JSON.parse(text), (m) => server.send(JSON.stringify(m))) : server.send(text)))
    ws.onClose((code, reason) => (live.delete(ws), server.close({ code: code === undefined || code === 1005 ? 1000 : code, reason })))
  })
  page.cut = async () => {
    down = true
    for (const ws of live) await ws.close({ code: 4000 })
    live.clear()
    await page.locator('.lost').waitFor()
  }
  page.mend = async () => {
    down = false
    // Don't wait long: the page may have reconnected by itself, and then the button is gone.
    await button(page, 'Reconnect now').click({ timeout: 500 }).catch(() => undefined)
    await page.locator('.lost').waitFor({ state: 'detached' })
  }
  return page
}
/** Takes the seat that a link offers. */
async function sit(page, server, table, seat) {
  const { token } = table.seats.find((s) => s.seat === seat)
  await page.goto(server.home + fragment(table.id, `&seat=${seat}&token=${token}`))
  await button(page, 'Take a seat').click()
  await page.locator('.waiting, .board, .picture').first().waitFor()
  assert.doesNotMatch(page.url(), /token/, 'the token leaves the address bar')
}
async function two(program_server, browser, keep, game, more = {}, settings = {}, options = {}) {
  const table = await opened(program_server, game, more)
  const a = await person(browser, keep, 'Ada', settings, options), b = await person(browser, keep, 'Bo', settings, options)
  await sit(a, program_server, table, 0)
  await sit(b, program_server, table, 1)
  await Promise.all([a, b].map((p) => p.waitForSelector('.board .stop')))
  return { table, a, b }
}
const can_act = (now) => now.stops.length > 0 || now.keys.length > 0 || now.confirm
/** Returns the page on turn, once it can act; null at the end. */
async function on_turn(pages) {
  let who = null, over = false
  await until(async () => {
    const all = await Promise.all(pages.map(look))
    over = all.every((n) => n.over)
    // Once all have the same moves: a page that lags behind may show outdated choices.
    who = new Set(all.map((n) => n.moves.length)).size === 1 ? (pages[all.findIndex(can_act)] ?? null) : null
    return over || who
  }, 'somebody is on turn, or all see the end')
  return over ? null : who
}
async function play_together(pages, { seed = 1, most = 500, choose } = {}) {
  const rng = chance(seed)
  for (let k = 0; k < most; ++k) {
    const who = await on_turn(pages)
    if (!who) return true
    await oneMove(who, rng, choose)
  }
  return false
}
const same_moves = async (pages) => {
  const [first, ...others] = await Promise.all(pages.map(moves))
  for (const other of others) assert.deepEqual(other, first)
  return first
}

/** Plays a whole game between two browsers. */
const whole_game = (game, more = {}) =>
  async ({ program, browser, keep }) =>
    house(program, browser, async (server) => {
      const { table, a, b } = await two(server, browser, keep, game)
      assert.ok(await play_together([a, b], { seed: 3, ...more }), 'the game comes to its end')
      const list = await same_moves([a, b])
      for (const p of [a, b]) await check(p, server, { game })
      const state = await server.ask(`/api/tables/${table.id}`)
      assert.deepEqual(state.moves, list)
      assert.equal(state.phase, 'ended')
    })

export default {
  async 'tables: opened by the form, joined by link, a whole game of bao, a rematch, the finished game replayed'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const a = await person(browser, keep, 'Ada'), b = await person(browser, keep, 'Bo')
      await a.goto(server.address.replace('#', '#tables&'))
      await button(a, 'Open a table').click()
      const form = a.locator('dialog')
      await form.locator('select').first().selectOption('bao')
      assert.equal(await form.getByLabel('Your name').inputValue(), 'Ada')
      await form.getByLabel('Public').check()
      await button(form, 'Open').click()
      await a.waitForSelector('.waiting')
      assert.match(await a.title(), /Waiting – Bao/)
      assert.match(await a.locator('.waiting .kept').textContent(), /stored/, 'the page says that the game is stored')
      // The links are labelled and differ.
      const links = await a.locator('.link').evaluateAll((all) => all.map((e) => [e.className.split(' ')[1], e.querySelector('input').value]))
      const kinds = Object.fromEntries(links)
      assert.match(kinds.join, /&join=[a-z2-7]{26}$/)
      assert.match(kinds.watch, /#table\?id=[a-z2-7]{10}$/)
      // It is in the lobby too.
      await b.goto(server.home + '#tables')
      await b.locator('.listed li').getByText('Ada').waitFor()
      await b.goto(kinds.join)
      await b.getByLabel('Your name').fill('Bo')
      await b.getByRole('button', { name: /^Take (a|the) seat/ }).press('Enter')
      await Promise.all([a, b].map((p) => p.waitForSelector('.board .stop')))
      // The game's name comes with the list of games, which may arrive after the board.
      await until(async () => /^● Your turn – Bao/.test(await a.title()), 'Ada begins')
      await until(async () => /^Ada to move – Bao/.test(await b.title()), 'Bo sees whose turn it is')
      assert.ok(await play_together([a, b], { seed: 5 }))
      const list = await same_moves([a, b])
      await check(a, server, { game: 'bao' })
      assert.match(await spoken(b), /won|Draw|void|ended/i)
      // A rematch, with seats moved on.
      await button(a, 'Rematch').click()
      await button(b, 'Accept').click()
      await until(async () => /^● Your turn/.test(await b.title()), 'Bo begins now')
      assert.notEqual(a.url(), kinds.watch)
      await a.waitForSelector('.board .stop')
      await button(a, 'Resign').click()
      await button(a.locator('dialog'), 'Resign').click()
      await until(async () => /resigned/.test(await status(b)), 'Bo sees it')
      // The finished game can be found and viewed.
      await a.goto(server.home + '#finished')
      await a.getByLabel("Player's name").fill('Bo')
      await until(async () => (await a.locator('li.card').count()) === 2, 'both games are there')
      await button(a.locator('li.card').filter({ hasText: `${list.length} moves` }).last(), 'Replay').click()
      await until(async () => (await moves(a)).length === list.length, 'the record is on the board')
      assert.deepEqual(await moves(a), list)
    })
  },
  'tables: two browsers play amazons': whole_game('amazons:size=6'),
  'tables: two browsers play hichain': whole_game('hichain'),
  'tables: two browsers play backgammon with the cube': whole_game('backgammon:payoff=cube', {
    // The doubling cube is used, and nobody resigns too soon.
    choose: (now) => now.keys.find((k) => /Take/.test(k.words)) ?? (now.keys.length > 1 && now.moves.length > 6 ? now.keys.find((k) => /Double/.test(k.words)) : undefined),
  }),

  async 'tables: a connection breaks during an animation, and missed moves are shown later'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { table, a, b } = await two(server, browser, keep, 'bao', {}, { speed: 0.5 })
      const rng = chance(2)
      await oneMove(a, rng)
      const shown = (p) => p.locator('.board input[type=range]').waitFor()
      const skip = (p) => p.locator('.player button').last().click()
      await shown(b)
      await b.cut()
      await until(async () => (await a.locator('.seat.gone, .seat .warn').count()) > 0, 'Ada sees that Bo is gone')
      assert.match(await spoken(a), /Bo disconnected/)
      await b.mend()
      await shown(b) // it was not aborted
      await skip(b)
      await until(async () => can_act(await look(b)), 'Bo is on turn')
      await until(async () => (await a.locator('.seat .warn').count()) === 0, 'Ada sees that Bo is back')
      // Ada disconnects while Bo is on turn; Bo's move is animated when she reconnects.
      await a.cut()
      await oneMove(b, rng)
      await a.mend()
      await until(async () => (await moves(a)).length === 2, 'the move that was missed')
      await shown(a)
      await skip(a)
      await until(async () => can_act(await look(a)), 'Ada is on turn')
      assert.equal((await server.ask(`/api/tables/${table.id}`)).moves.length, 2)
      await same_moves([a, b])
    })
  },

  async 'tables: a connection breaks during a staged move, which is kept and played'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { table, a, b } = await two(server, browser, keep, 'amazons:size=6')
      const rng = chance(4)
      for (let k = 0; k < 2; ++k) {
        const now = await look(a)
        await click(a, now.stops[rng(now.stops.length)])
        await until(async () => (await look(a)).begun, 'a part of the move')
      }
      const before = (await look(a)).stops.map((s) => s.id)
      await a.cut()
      assert.ok((await look(a)).begun, 'it stays while the server is away')
      await a.mend()
      await until(async () => /^● Your turn/.test(await a.title()), 'back in the seat')
      const now = await look(a)
      assert.deepEqual(now.stops.map((s) => s.id), before, 'and after it is back')
      await click(a, now.stops[0])
      await until(async () => (await moves(b)).length === 1, 'Bo gets the move')
      // A move made while the server is away is sent after reconnecting, and counts once.
      await b.cut()
      const there = await moves(b)
      for (let clicks = 0; clicks < 6; ++clicks) {
        const offered = await look(b)
        if (!can_act(offered)) break
        await click(b, offered.stops[0])
        await b.waitForTimeout(150)
      }
      assert.equal((await server.ask(`/api/tables/${table.id}`)).moves.length, there.length)
      await b.mend()
      await until(async () => (await moves(a)).length === 2, 'Ada gets it')
      assert.equal((await server.ask(`/api/tables/${table.id}`)).moves.length, 2)
      // A reload resumes the seat as well.
      await a.reload()
      await until(async () => /^● Your turn/.test(await a.title()), 'Ada is in her seat after a reload')
    })
  },

  async 'tables: four play yonin, one leaves, is replaced by an agent and returns; a spectator joins late'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const game = 'yonin:size=4'
      const table = await server.ask('/api/tables', { game, seats: open_seats(4), claim_after: 1, substitute: 'random', listed: false })
      const all = []
      for (const [k, name] of ['Ada', 'Bo', 'Cy', 'Di'].entries()) {
        all.push(await person(browser, keep, name))
        await sit(all[k], server, table, k)
      }
      await Promise.all(all.map((p) => p.waitForSelector('.board .stop')))
      for (const [k, p] of all.entries()) assert.equal(await p.locator('.left > .strip').last().locator('.seat .you').count(), 1, `seat ${k} has its own side below`)
      const rng = chance(6)
      for (let k = 0; k < 4; ++k) await oneMove(await on_turn(all), rng)
      // Bo leaves; on his turn the game is blocked until the others let an agent play.
      await all[1].evaluate(() => (location.hash = '#play?game=tictactoe'))
      await all[1].locator('.notice').getByText('You have left the table').waitFor()
      const others = all.filter((p) => p !== all[1])
      await others[0].getByRole('button', { name: 'Let an agent play' }).waitFor()
      assert.equal(await others[0].getByRole('button', { name: 'Claim the win' }).count(), 0, 'with four seats there is no plain winner')
      await others[0].getByRole('button', { name: 'Let an agent play' }).click()
      await others[2].locator('.seat').filter({ hasText: 'Bo (agent)' }).waitFor()
      const played = (await moves(others[0])).length
      for (let k = 0; k < 4; ++k) {
        const who = await on_turn(others)
        if (!who) break
        await oneMove(who, rng)
      }
      assert.ok((await moves(others[0])).length >= played + 4, 'the game continues')
      // A late spectator gets the scene without choices, and may analyse where the players may not.
      const watcher = await person(browser, keep, 'Wu')
      await watcher.goto(server.home + fragment(table.id))
      await watcher.waitForSelector('.board .stop')
      await until(async () => (await moves(watcher)).length >= played + 4, 'all that was played')
      assert.ok(!can_act(await look(watcher)))
      assert.equal(await watcher.locator('#tab-analysis').count(), 1)
      assert.equal(await others[0].locator('#tab-analysis').count(), 0)
      await until(async () => /1 watching/.test(await others[0].locator('.watchers').textContent()), 'the others see the number')
      // Bo returns.
      await all[1].evaluate(() => (location.hash = '#tables'))
      await all[1].getByRole('link', { name: /your seat: B/ }).click()
      await all[1].locator('.seat .you').waitFor()
      await until(async () => (await others[0].locator('.seat').filter({ hasText: 'Bo (agent)' }).count()) === 0, 'the agent goes')
      assert.ok(await play_together(all, { seed: 7 }))
      assert.equal(await all[2].locator('.ranks li').count(), 4, 'ranks for all')
      await same_moves([...all, watcher])
      await check(all[0], server, { game })
    })
  },

  async "tables: one's own move is shown at once, and taken back when the server says no"({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { a, b } = await two(server, browser, keep, 'reversi:size=6')
      const discs = () => a.locator('.board .piece').count()
      const before = await discs()
      let late = null
      // The connection is slow, and changes the move into one for another ply.
      a.bend = (m, on) => (m.type === 'move' ? (late = () => on({ ...m, ply: m.ply + 7 })) : on(m))
      const [first] = (await look(a)).stops
      const known = a.waitForResponse((r) => r.url().endsWith('/api/show'))
      await a.mouse.move(first.x, first.y)
      await known
      await click(a, first)
      await until(async () => (await moves(a)).length === 1 && (await discs()) === before + 1, 'it is on the board before the server has it')
      assert.deepEqual(await moves(b), [])
      await until(() => late, 'it is on its way')
      late()
      await a.locator('.notice').getByText('The game has moved on.').waitFor()
      await until(async () => (await moves(a)).length === 0 && (await discs()) === before, 'it is taken back')
      a.bend = null
      await oneMove(a, chance(1))
      await until(async () => (await moves(b)).length === 1, 'another is played')
    })
  },

  async 'tables: a seat moves to another device and back'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { a, b } = await two(server, browser, keep, 'reversi:size=4')
      await oneMove(a, chance(1))
      await button(b, 'Links and host').click()
      await b.locator('dialog summary').click()
      const link = await b.locator('dialog .link.seat input').inputValue()
      await b.keyboard.press('Escape')
      const phone = await person(browser, keep, 'Bo', {}, { viewport: { width: 360, height: 740 } })
      await phone.goto(link)
      await button(phone, 'Take a seat').click()
      await until(async () => can_act(await look(phone)), 'Bo plays there')
      await b.locator('.note').getByText('This seat is in use elsewhere; you are a spectator here.').waitFor()
      assert.ok(!can_act(await look(b)))
      await oneMove(phone, chance(2))
      await until(async () => (await moves(b)).length === 2, 'the older place watches')
      await button(b, 'Play here').click()
      await b.locator('.seat .you').waitFor()
      await phone.locator('.note').getByText('This seat is in use elsewhere; you are a spectator here.').waitFor()
      await oneMove(a, chance(3))
      await until(async () => can_act(await look(b)), 'Bo plays here again')
    })
  },

  async 'tables: a clock runs out while the client sleeps'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { a, b } = await two(server, browser, keep, 'reversi:size=4', { clock: { kind: 'move', seconds: 4 } })
      assert.ok((await a.locator('.clock.running').count()) === 1, 'a clock runs')
      await oneMove(a, chance(1))
      const session = await b.context().newCDPSession(b)
      await session.send('Page.setWebLifecycleState', { state: 'frozen' })
      await until(async () => /ran out of time/.test(await status(a)), 'the server sees the flag fall')
      await session.send('Page.setWebLifecycleState', { state: 'active' })
      await until(async () => /ran out of time/.test(await status(b)), 'and the sleeper when it wakes')
      assert.ok(!can_act(await look(b)))
    })
  },

  async 'tables: take back, draw and pause are offered, declined, accepted'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { a, b } = await two(server, browser, keep, 'reversi:size=6')
      await oneMove(a, chance(1))
      await until(async () => (await moves(b)).length === 1, 'Bo sees it')
      await button(a, 'Request a takeback').click()
      await b.locator('.note').getByText('requests a takeback').waitFor()
      assert.match(await b.title(), /^●/)
      await until(async () => /Ada.*takeback of the last move/.test(await spoken(b)), 'it is said aloud')
      await button(b, 'Decline').click()
      await a.locator('.notice').getByText('Takeback declined.').waitFor()
      assert.equal((await moves(a)).length, 1)
      await button(a, 'Request a takeback').click()
      await button(b, 'Accept').click()
      await until(async () => (await moves(a)).length === 0 && (await moves(b)).length === 0, 'the move is gone')
      await until(async () => can_act(await look(a)), 'Ada is on turn again')
      await button(b, 'Request a pause').click()
      await button(a, 'Accept').click()
      await until(async () => /paused/.test(await status(a)) && /paused/.test(await status(b)), 'paused')
      assert.ok(!can_act(await look(a)))
      await button(b, 'Resume').click()
      await until(async () => can_act(await look(a)), 'it goes on')
      await button(b, 'Offer a draw').click()
      await button(a, 'Accept').click()
      await until(async () => /Draw/.test(await status(b)), 'a draw')
      // The record opens as one's own game, with analysis.
      await button(a, 'Analyse the game').click()
      await until(async () => /#play/.test(a.url()), 'on the board')
      await until(async () => /Draw/.test(await status(a)), 'with how it ended')
      assert.equal(await a.locator('#tab-analysis').count(), 1)
    })
  },

  async 'tables: a win against an absent player is claimed, and a missing table is reported'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { a, b } = await two(server, browser, keep, 'reversi:size=4', { claim_after: 2 })
      await b.cut()
      await a.locator('.note').getByText(/Bo .*has disconnected\. In \d/).waitFor()
      await button(a, 'Claim the win').click()
      await until(async () => /left the game/.test(await status(a)), 'claimed')
      await b.mend()
      await until(async () => /left the game/.test(await status(b)), 'Bo reads why')
      const c = await person(browser, keep, 'Cy')
      await c.goto(server.home + fragment('aaaaaaaaaa'))
      await c.getByText('There is no such table').waitFor()
    })
  },

  async 'tables: the server is stopped, and is killed, under open pages: both reconnect by themselves and continue'({ program, browser, keep }) {
    const data = await mkdtemp(join(tmpdir(), 'banmen-restart-'))
    let server = await serve(program, 0, [], data)
    try {
      const game = 'reversi:size=6'
      const { table, a, b } = await two(server, browser, keep, game, { clock: { kind: 'fischer', seconds: 600, increment: 0 } }, {}, { cuttable: false })
      const rng = chance(8), both = [a, b]
      for (const signal of ['SIGTERM', 'SIGKILL']) {
        for (let k = 0; k < 3; ++k) await oneMove(await on_turn(both), rng)
        const next = both[(await same_moves(both)).length % 2]
        await server.stop(signal)
        await Promise.all(both.map((p) => p.locator('.lost').waitFor()))
        assert.ok(can_act(await look(next)), 'the player on turn may continue')
        if (signal === 'SIGKILL') {
          // A move made without a server is played when it is back.
          await click(next, (await look(next)).stops[0])
          await next.waitForTimeout(300)
        }
        const before = (await moves(a)).length
        server = await serve(program, server.port, [], data)
        // Both pages recover without user input.
        await Promise.all(both.map((p) => p.locator('.lost').waitFor({ state: 'detached' })))
        await Promise.all(both.map((p) => until(async () => (await p.locator('.seat .you').count()) === 1 && (await p.locator('.seat .warn').count()) === 0, 'in their seats, and each sees the other')))
        if (signal === 'SIGKILL') await until(async () => (await moves(a)).length === before + 1 && (await moves(b)).length === before + 1, 'the move of meanwhile, once')
        const list = await same_moves(both)
        assert.deepEqual((await server.ask(`/api/tables/${table.id}`)).moves, list, 'no move is lost or duplicated')
      }
      assert.ok(await play_together(both, { seed: 9 }))
      await same_moves(both)
      for (const p of both) p.wrong.length = 0 // the browser itself logs each failed attempt
      await check(a, server, { game })
      await leave(browser)
    } finally {
      await server.stop()
      await rm(data, { recursive: true, force: true })
    }
  },

  async 'tables: a bot joins by the command on the page, plays, and is offered a rematch'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const bots = []
      /** Follows the instructions on the page. */
      const start = async (page) => {
        const line = await page.locator('.link.bot input').inputValue()
        assert.match(line, /^banmen engine \S+ uct --connect 'http:\/\/127\.0\.0\.1:\d+\/#table\?id=\w+&seat=\d&token=\w+'$/)
        bots.push(spawn('sh', ['-c', line.replace(/^banmen /, 'exec "$0" ').replace(' uct ', ' greedy '), program], { stdio: 'ignore' }))
      }
      try {
        const a = await person(browser, keep, 'Ada')
        await a.goto(server.address.replace('#', '#tables&'))
        await button(a, 'Open a table').click()
        const form = a.locator('dialog')
        await form.locator('select').first().selectOption('reversi')
        await form.getByText('Rules', { exact: true }).click()
        await form.getByLabel('Size').fill('4')
        await form.locator('.seat').nth(1).getByLabel('bot').check()
        await form.getByLabel('Name of the bot').fill('Robo')
        await button(form, 'Open').click()
        await a.waitForSelector('.waiting')
        await a.getByText('Robo').first().waitFor()
        await start(a)
        await a.waitForSelector('.board .stop')
        await a.locator('.seat').filter({ hasText: 'Robo' }).waitFor()
        assert.equal(await a.locator('.seat .warn').count(), 0, 'the bot is there')
        assert.equal(await button(a, 'Offer a draw').isEnabled(), false, 'bots decline draws')
        assert.ok(await play_together([a], { seed: 4 }))
        await check(a, server, { game: 'reversi:size=4' })
        // The bot has stayed and joins the rematch.
        await button(a, 'Rematch').click()
        await until(async () => can_act(await look(a)) && (await moves(a)).length === 1, 'the bot begins this time')
        assert.ok(await play_together([a], { seed: 5 }))
        await check(a, server, { game: 'reversi:size=4' })
        // After the bot has left, a rematch waits for it, and the page explains how to bring it back.
        bots[0].kill()
        await a.locator('.seat .warn').first().waitFor()
        await button(a, 'Rematch').click()
        await a.waitForSelector('.waiting')
        await a.locator('.waiting').getByText('Robo').first().waitFor()
        await start(a)
        await a.waitForSelector('.board .stop')
        assert.ok(await play_together([a], { seed: 6 }))
        await check(a, server, { game: 'reversi:size=4' })
      } finally {
        for (const one of bots) one.kill()
      }
    })
  },

  async 'tables: a finished game is replayed, analysed and downloaded, from the table and from the list'({ program, browser, keep }) {
    await house(program, browser, async (server) => {
      const { table, a, b } = await two(server, browser, keep, 'reversi:size=4')
      assert.ok(await play_together([a, b], { seed: 11 }))
      const list = await same_moves([a, b])
      const folder = await mkdtemp(join(tmpdir(), 'banmen-finished-'))
      const saved = async (page, name) => {
        const coming = page.waitForEvent('download')
        await button(page, name).first().click()
        const file = await coming
        const path = join(folder, file.suggestedFilename())
        await file.saveAs(path)
        return path
      }
      const read = async (path) => JSON.parse((await run(program, ['show', '--record', path, '--json'])).stdout).history
      try {
        // At the table: navigated, downloaded, opened with analysis.
        await a.keyboard.press('Home')
        await until(async () => (await a.locator('.record .move[aria-current]').textContent()) === 'Start', 'the start')
        await a.keyboard.press('ArrowRight')
        await until(async () => (await a.locator('.record .move[aria-current]').textContent()) === list[0], 'the first move')
        const own = await saved(a, 'Save the record')
        assert.deepEqual(await read(own), list)
        await button(a, 'Analyse the game').click()
        await until(async () => /#play/.test(a.url()), 'on the board')
        await a.locator('#tab-analysis').click()
        await a.getByRole('switch').check()
        await a.keyboard.press('Home')
        await a.locator('.analysis .lines li').first().waitFor()
        // From the list: one, all, and replayed with lines.
        await b.goto(server.home + '#finished')
        await b.locator('li.card').first().waitFor()
        const one = await saved(b, 'Download')
        assert.equal(await readFile(one, 'utf8'), await readFile(own, 'utf8'))
        const all = await saved(b, 'Download all matching games (ZIP)')
        const out = join(folder, 'all')
        await run('python3', ['-m', 'zipfile', '-e', all, out])
        assert.equal(await readFile(join(out, `banmen-reversi-${table.id}.txt`), 'utf8'), await readFile(own, 'utf8'))
        await button(b, 'Replay').click()
        await until(async () => (await moves(b)).length === list.length, 'the record is on the board')
        assert.equal(await b.locator('.record .move[aria-current]').textContent(), 'Start')
        await b.keyboard.press('ArrowRight')
        await b.locator('#tab-analysis').click()
        await b.getByRole('switch').check()
        await b.locator('.analysis .lines li').first().waitFor()
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  },

  async 'tables: two people on one network, by an address other than the loopback one'({ program, browser, keep }) {
    const server = await serve(program, 0, ['--listen', '0.0.0.0', '--allow-host', 'lab.example'])
    try {
      assert.match(server.address, /^http:\/\/lab\.example:\d+\/#key=\w{26}$/, 'the printed address is one that others can open')
      const a = await person(browser, keep, 'Ada', {}, { cuttable: false }), b = await person(browser, keep, 'Bo', {}, { cuttable: false })
      await a.goto(server.address.replace('#', '#tables&'))
      assert.ok(!(await a.evaluate(() => isSecureContext)), 'as at any address by http')
      await button(a, 'Open a table').click()
      const form = a.locator('dialog')
      await form.locator('select').first().selectOption('tictactoe')
      await button(form, 'Open').click()
      await a.waitForSelector('.waiting')
      const join = await a.locator('.link.join input').inputValue()
      await a.locator('.link.join button').click()
      await a.locator('.notice').getByText('copied').waitFor()
      // The copied text can be pasted: here into the address bar.
      await a.goto(server.home + '#tables')
      await a.getByLabel('Link or id of a table').focus()
      await a.keyboard.press('Control+V')
      assert.equal(await a.getByLabel('Link or id of a table').inputValue(), join)
      await button(a, 'Go').click()
      await a.waitForSelector('.waiting')
      // Without a key a reader can't open tables, and the page explains why; the link still gives a seat.
      await b.goto(server.home + '#tables')
      await b.getByText('Only the operator may open tables').waitFor()
      assert.ok(await button(b, 'Open a table').isDisabled())
      await b.goto(join)
      await b.getByRole('button', { name: /^Take (a|the) seat/ }).first().click()
      await Promise.all([a, b].map((p) => p.waitForSelector('.board .stop')))
      assert.ok(await play_together([a, b], { seed: 2 }))
      await same_moves([a, b])
      // Over HTTP from another machine, browsers report one header as valid for HTTPS only.
      for (const p of [a, b]) p.wrong = p.wrong.filter((w) => !/Cross-Origin-Opener-Policy/.test(w))
      await leave(browser)
    } finally {
      await server.stop()
    }
  },
}
