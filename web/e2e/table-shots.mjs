// Takes screenshots of shared tables in all their states. The other players are plain sockets; the page takes one seat repeatedly,
// in every size, theme and language.
import WebSocket from 'ws'
import { open, until } from './kit.mjs'
import { a_move } from './moves.mjs'

const options = { listed: false, claim_after: 3600 }

/** A player without a browser. */
async function guest(server, table, token, name) {
  const socket = new WebSocket(server.home.replace('http', 'ws') + 'api/ws', { origin: server.home.slice(0, -1) })
  await new Promise((done, fail) => (socket.once('open', done), socket.once('error', fail)))
  const one = { socket, last: null, said: [], say: (m) => socket.send(JSON.stringify(m)) }
  socket.on('message', (data) => {
    const m = JSON.parse(data)
    one.said.push(m)
    if (m.type === 'table') one.last = m
    if (m.type === 'moved' && one.last) Object.assign(one.last, { ply: m.ply + 1, choices: m.choices, phase: m.phase })
  })
  one.say({ type: 'join', table: table.id, ...(token ? { token } : {}), name })
  await until(() => one.last, `${name} is at the table`)
  return one
}

export async function table_shots({ server, browser, folder, sizes, fits }) {
  let made = 0
  const ask = (body) => server.ask('/api/tables', { ...options, ...body })
  const people = (n) => Array.from({ length: n }, () => ({ who: 'open' }))
  const record = (game, moves) => server.ask('/api/record/write', { game, tree: moves.map((move) => ({ move })), result: null, ended: null }).then((d) => d.text)
  const token = (table, seat) => table.seats.find((s) => s.seat === seat).token
  const mine = (table, seat = 0) => `#table?id=${table.id}&seat=${seat}&token=${token(table, seat)}`
  /** Captures one state in every size, theme and language. */
  async function shoot(name, fragment, then = async () => undefined, held = []) {
    for (const [size, device] of Object.entries(sizes))
      for (const theme of ['light', 'dark'])
        for (const lang of ['en', 'ja']) {
          const file = ['table', name, size, theme, lang].join('-')
          if (!fits(file)) continue
          const page = await open(browser, { ...device, settings: { theme, lang, confirm: 'touch' } })
          await page.addInitScript(([n, h]) => {
            localStorage.setItem('banmen.name', n)
            localStorage.getItem('banmen.tables') ?? localStorage.setItem('banmen.tables', h)
          }, [lang === 'ja' ? '愛' : 'Ada', JSON.stringify(held)])
          await page.goto(server.home + fragment)
          await page.locator('main h1, main .play').first().waitFor()
          await then(page)
          await page.waitForTimeout(400)
          await page.screenshot({ path: `${folder}/${file}.png` })
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (wide > 0) console.log(`${file}: ${wide} px too wide`)
          for (const w of page.wrong) console.log(`${file}: ${w}`)
          await page.context().close()
          ++made
        }
  }
  const sit = async (page) => {
    await page.locator('form.invited button.main').click()
    await page.locator('.play .board, .play .picture, .waiting').first().waitFor()
  }
  const some = await server.ask('/api/show', { game: 'reversi', moves: [] })
  const middle = [some.moves[0]]
  while (middle.length < 12) middle.push((await server.ask('/api/show', { game: 'reversi', moves: middle })).moves[0])
  const going = await record('reversi', middle)
  const wants = (name) => ['wide', 'phone'].some((s) => ['light', 'dark'].some((t) => ['en', 'ja'].some((l) => fits(['table', name, s, t, l].join('-')))))
  const guests = []
  const with_two = async (name, more, prepare, then) => {
    if (!wants(name)) return
    const table = await ask({ game: 'reversi', seats: people(2), record: going, ...more })
    const ada = await guest(server, table, token(table, 0), 'Ada')
    const bo = await guest(server, table, token(table, 1), 'Bo')
    guests.push(ada, bo)
    await until(() => bo.last.phase === 'running', 'the game begins')
    await prepare?.({ table, ada, bo })
    await shoot(name, mine(table), async (page) => (await sit(page), await then?.({ page, table, ada, bo })))
  }

  /** Plays moves of the players without browsers, any offered ones. */
  async function play_on(all, most) {
    for (let k = 0; k < most; k++) {
      let who
      await until(() => all[0].last.phase === 'ended' || (who = all.find((g) => g.last.choices)), 'somebody is on turn')
      if (!who) break
      const { ply, choices } = who.last
      who.last.choices = null
      who.say({ type: 'move', ply, move: a_move(choices) })
      await until(() => all.every((g) => g.last.ply > ply), 'all have it')
      await new Promise((d) => setTimeout(d, 60))
    }
  }

  const held = []
  for (const [game, seats] of [['bao', [{ who: 'open' }, { who: 'agent', agent: 'greedy' }]], ['yonin', people(4)], ['backgammon:match=5,payoff=cube', people(2)]])
    held.push(await ask({ game, seats, listed: true, clock: game === 'bao' ? undefined : { kind: 'fischer', seconds: 300, increment: 5 } }))
  guests.push(await guest(server, held[1], token(held[1], 1), 'Björk'))
  await shoot('lobby', '#tables', (page) => page.locator('.listed li').first().waitFor(), [{ id: held[2].id, when: 1, game: 'backgammon:match=5,payoff=cube', seat: 0, token: token(held[2], 0), host: held[2].host }])
  await shoot('form', '#tables', (page) => page.locator('.between button.main').click())
  const wait = await ask({ game: 'reversi', seats: people(2), clock: { kind: 'move', seconds: 60 } })
  await shoot('waiting', `#table?id=${wait.id}`, (page) => page.locator('.waiting').waitFor(), [{ id: wait.id, when: 1, game: 'reversi', host: wait.host, join: wait.join, seats: wait.seats, seat: 0, token: token(wait, 0) }])
  const inviting = await ask({ game: 'yonin', seats: people(4), clock: { kind: 'fischer', seconds: 600, increment: 10 } })
  guests.push(await guest(server, inviting, token(inviting, 1), 'Bo'))
  await shoot('joining', `#table?id=${inviting.id}&join=${inviting.join}`)
  await shoot('invited', mine(inviting))
  await with_two('playing', { clock: { kind: 'fischer', seconds: 600, increment: 5 } })
  await with_two('offer', {}, ({ bo }) => bo.say({ type: 'offer', what: 'draw' }))
  await with_two('gone', { claim_after: 100 }, ({ bo }) => bo.socket.close())
  await with_two('claim', { claim_after: 1 }, async ({ bo }) => (bo.socket.close(), await new Promise((d) => setTimeout(d, 1500))))
  await with_two('paused', {}, ({ ada, bo }) => (bo.say({ type: 'offer', what: 'pause' }), setTimeout(() => ada.say({ type: 'answer', what: 'pause', yes: true }), 300)))
  await with_two('elsewhere', {}, undefined, async ({ table }) => guests.push(await guest(server, table, token(table, 0), 'Ada')))
  await with_two('links', {}, undefined, async ({ page }) => page.locator('[role=toolbar] button').nth(5).click())
  await with_two('ended', {}, ({ bo }) => bo.say({ type: 'resign' }))
  await with_two('rematch', {}, async ({ bo }) => {
    bo.say({ type: 'resign' })
    await until(() => bo.said.some((m) => m.type === 'ended'), 'the end')
    bo.say({ type: 'offer', what: 'rematch' })
  })
  if (wants('watching')) {
    const table = await ask({ game: 'reversi', seats: people(2), record: going })
    for (const [k, name] of ['Ada', 'Bo'].entries()) guests.push(await guest(server, table, token(table, k), name))
    await shoot('watching', `#table?id=${table.id}`, (page) => page.locator('.play .board').waitFor())
  }
  for (const name of ['four', 'substitute', 'ranks']) {
    if (!wants(name)) continue
    const table = await ask({ game: name === 'ranks' ? 'yonin:size=4' : 'yonin', seats: people(4), claim_after: 1, clock: name === 'four' ? { kind: 'fischer', seconds: 600, increment: 10 } : undefined })
    const all = []
    for (const [k, who] of ['Ada', 'Bo', 'Cy', 'Didrikke'].entries()) all.push(await guest(server, table, token(table, k), who))
    guests.push(...all)
    await until(() => all.every((g) => g.last.phase === 'running'), 'four play')
    await play_on(all, name === 'ranks' ? 200 : 9)
    if (name === 'substitute') {
      all[2].socket.close()
      await new Promise((d) => setTimeout(d, 1600))
      all[0].say({ type: 'claim', seat: 2, how: 'agent' })
      await new Promise((d) => setTimeout(d, 500))
    }
    await shoot(name, mine(table, 1), sit)
  }
  if (wants('finished') || wants('replay')) {
    // Games that ended in different ways, for the list.
    for (const [game, names, end] of [['bao', ['Ada', 'Björk'], 'resign'], ['amazons:size=6', ['花子', '太郎'], 'draw'], ['backgammon', ['Ada', 'Bo'], 'resign'], ['yonin:size=4', ['Ada', 'Bo', 'Cy', 'Didrikke'], 'moves'], ['reversi', ['Ada', '太郎'], 'record']]) {
      const table = await ask({ game, seats: people(names.length), ...(end === 'record' ? { record: going } : {}) })
      const all = []
      for (const [k, who] of names.entries()) all.push(await guest(server, table, token(table, k), who))
      guests.push(...all)
      await until(() => all.every((g) => g.last.phase === 'running'), 'they play')
      await play_on(all, end === 'moves' ? 200 : 4)
      if (end === 'draw') {
        all[0].say({ type: 'offer', what: 'draw' })
        await until(() => all[1].said.some((m) => m.type === 'offers' && m.offers.length), 'a draw is offered')
        all[1].say({ type: 'answer', what: 'draw', yes: true })
      } else if (end !== 'moves') all[1].say({ type: 'resign' })
      await until(() => all[0].last.phase === 'ended' || all[0].said.some((m) => m.type === 'ended'), 'the end')
    }
  }
  const listed = (page) => page.locator('li.card').first().waitFor()
  await shoot('finished', '#finished', listed)
  await shoot('replay', '#finished', async (page) => {
    await listed(page)
    await page.locator('li.card').first().locator('button.main').click()
    await page.locator('.board .stop').first().waitFor()
    for (let k = 0; k < 9; ++k) await page.keyboard.press('ArrowRight')
  })
  await shoot('unknown', '#table?id=aaaaaaaaaa')
  for (const g of guests) g.socket.close()
  return made
}
