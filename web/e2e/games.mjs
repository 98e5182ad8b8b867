// Plays every game of the catalog by clicks against an agent, and tests what is special about each.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { begin, chance, check, click, look, moves, oneMove, open, playOn, ready, serve, site, spoken, status, until } from './kit.mjs'

/** Plays a whole game by clicks; `after` checks the moves. */
const whole = (game, seats, after) => async ({ server, browser, keep }) => {
  const page = keep(await open(browser))
  await begin(page, server, { game, seats, seed: 7 })
  await playOn(page, { seed: 3 })
  const { list } = await check(page, server, { game })
  after?.(list)
}

const stones = (page) => page.locator('.board .piece.stones .number').allTextContents()
const clickAt = async (page, place) => {
  const box = await place.boundingBox()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
const clickSite = (page, id) => clickAt(page, site(page, id))
/** Returns the pips of a play in notation. */
const pips = (play) =>
  play.split(',').reduce((sum, part) => {
    const way = part.replace(/\(.*|\*/g, '').split('/').map((p) => (p === 'bar' ? 25 : p === 'off' ? 0 : Number(p)))
    return sum + (way[0] - way[way.length - 1]) * Number(/\((\d)\)/.exec(part)?.[1] ?? 1)
  }, 0)
const stopsOf = async (page) => (await look(page)).stops.map((s) => s.id)

export default {
  'bao: a whole game': whole('bao:holes=4', ['human', 'greedy']),
  'reversi: a whole game': whole('reversi:size=4', ['human', 'greedy']),
  'amazons: a whole game with arrows': whole('amazons:size=4', ['human', 'greedy'], (list) => assert.ok(list.every((m) => /^[a-d][1-4]-[a-d][1-4]\/[a-d][1-4]$/.test(m)), list.join(' '))),
  'amazons: a whole game of knights': whole('amazons:size=5,piece=knight', ['human', 'greedy']),
  'backgammon: a whole game': whole('backgammon:checkers=3', ['human', 'greedy']),
  'tic-tac-toe: a whole game': whole('tictactoe', ['human', 'alphabeta']),

  async 'chess: a whole game against Stockfish, named by the operator'({ program, browser, keep }) {
    if (![...(process.env.PATH ?? '').split(':'), '/usr/games'].some((folder) => existsSync(`${folder}/stockfish`))) return 'stockfish is not installed (scripts/setup test installs it)'
    const server = await serve(program, 0, ['--agent', 'Stockfish=uci:time=0.05,cmd=stockfish'])
    try {
      const page = keep(await open(browser))
      await begin(page, server, { game: 'chess', seats: ['human', 'Stockfish'] })
      await playOn(page, { seed: 5 })
      const { shown } = await check(page, server, { game: 'chess' })
      assert.deepEqual(shown.result, [-1, 1], 'random clicks do not beat it')
      assert.ok((await page.locator('.strip .agent').allTextContents()).includes('Stockfish'), 'its seat has the name that the operator gave it')
    } finally {
      assert.equal(await server.stop(), 0)
    }
  },

  async 'bao: a relay is animated to its end'({ server, browser, keep }) {
    const page = keep(await open(browser, { settings: { speed: 1 } }))
    await begin(page, server, { game: 'bao:holes=4', seats: ['human', 'human'] })
    const { steps, scene } = await server.ask('/api/show', { game: 'bao:holes=4', moves: ['d'] })
    assert.ok(steps.filter((s) => s.do === 'sow').length >= 5, 'the first move from d is a relay')
    await ready(page)
    await clickSite(page, 'd')
    // The animation can be stopped, stepped stone by stone, scrubbed, and accelerated.
    const player = page.locator('.board .player')
    await player.waitFor()
    await player.getByRole('button', { name: 'Pause' }).click()
    const at = () => player.locator('input').inputValue().then(Number)
    const stopped = await at()
    const seen = new Set()
    for (let k = 0; k < 4; ++k) {
      await player.getByRole('button', { name: 'One step forward' }).click()
      seen.add((await stones(page)).join())
    }
    assert.ok(seen.size >= 3, 'stones fall one by one')
    assert.ok((await at()) > stopped)
    await player.locator('input').fill('0')
    assert.equal(await at(), 0)
    await player.getByRole('button', { name: /^Speed/ }).click()
    await player.getByRole('button', { name: 'Resume' }).click()
    await player.waitFor({ state: 'detached' })
    const wanted = scene.pieces.filter((p) => p.kind === 'stones').map((p) => String(p.count))
    assert.deepEqual((await stones(page)).sort(), wanted.sort())
    assert.match(await spoken(page), /sowings/)
  },

  async 'bao: an endless move loops and is marked as endless'({ server, browser, keep }) {
    const page = keep(await open(browser, { settings: { speed: 3 } }))
    const live = ['d', 'e']
    await begin(page, server, { game: 'bao:holes=4', seats: ['human', 'human'], live })
    await ready(page)
    await clickSite(page, 'b')
    const player = page.locator('.board .player')
    await player.waitFor()
    assert.ok((await player.locator('input').getAttribute('max')) > 3000, 'two rounds take a while')
    await page.locator('.status.over').waitFor()
    await page.mouse.click(640, 400) // a click skips the animation
    await player.waitFor({ state: 'detached' })
    assert.ok((await page.locator('.board .loop').count()) > 0, 'the holes of the loop are marked')
    assert.match(await page.locator('.board .pill-text').textContent(), /loop: .*period/)
    assert.match(await spoken(page), /never ends/)
    assert.match(await status(page), /never ends/)
    await check(page, server, { game: 'bao:holes=4' })
  },

  async 'yonin: a whole game with a forced pass'({ server, browser, keep }) {
    const page = keep(await open(browser))
    const game = 'yonin:size=4'
    // The four discs before A's second turn, in which A can't place one.
    await begin(page, server, { game, seats: ['human', 'greedy', 'greedy', 'greedy'], live: ['b4', 'c4', 'd2', 'a4'] })
    await until(async () => (await moves(page))[4] === 'pass', 'the pass is made by itself')
    await until(async () => /passes/.test(await spoken(page)), 'and said')
    assert.ok((await page.locator('.board [fill*="hatch"]').count()) > 0, 'the forbidden quadrant is hatched')
    await playOn(page, { seed: 3 })
    await check(page, server, { game })
  },

  async 'reversi: pointer and focus preview the flipped discs'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'reversi:size=6', seats: ['human', 'human'] })
    const { stops } = await ready(page)
    await page.mouse.move(stops[0].x, stops[0].y)
    await page.locator('.board .hint').first().waitFor()
    await page.mouse.move(5, 5)
    await page.locator('.board .hint').first().waitFor({ state: 'detached' })
    await site(page, stops[1].id).focus()
    await page.keyboard.press('Home')
    await page.locator('.board .hint').first().waitFor()
  },

  async 'amazons: parts of a move are undone, a drag is a move'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'amazons:size=6', seats: ['human', 'human'] })
    const first = await ready(page)
    await click(page, first.stops[0])
    const squares = await stopsOf(page)
    await clickSite(page, squares[0])
    assert.ok((await look(page)).begun)
    assert.deepEqual(await moves(page), [])
    await page.keyboard.press('Escape')
    assert.deepEqual(await stopsOf(page), squares)
    await clickSite(page, first.stops[0].id) // the piece again: deselected
    assert.deepEqual(await stopsOf(page), first.stops.map((s) => s.id))
    // Piece and square by one drag, the arrow by a click.
    const from = first.stops[0]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 12, from.y + 12)
    const to = (await look(page)).stops.find((s) => s.id === squares[0])
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    const arrows = await look(page)
    await click(page, arrows.stops[0])
    await until(async () => (await moves(page)).length === 1, 'the move is made')
    assert.equal((await moves(page))[0], `${from.id}-${to.id}/${arrows.stops[0].id}`)
    await page.locator('.board .burnt').waitFor()
  },

  // Too many moves to send at once: the page requests the choices after each pick.
  async 'amazons: the first move on the largest board'({ server, browser, keep }) {
    const page = keep(await open(browser))
    const game = 'amazons:size=16'
    await begin(page, server, { game, seats: ['human', 'human'] })
    const [first] = await oneMove(page, chance(5))
    assert.match(first, /^[a-p]\d+-[a-p]\d+\/[a-p]\d+$/)
    // Picks piece and square of the other side, takes them back and picks again; then tries a variation of the first move.
    await click(page, (await ready(page)).stops[0])
    await click(page, (await ready(page)).stops.at(-1))
    await until(async () => (await look(page)).stops.length > 1, 'arrows')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await oneMove(page, chance(6))
    const { list } = await check(page, server, { game, ended: false })
    assert.equal(list.length, 2)
    await page.locator('.record .move.start').click()
    await oneMove(page, chance(8))
    const all = await moves(page)
    assert.equal(new Set(all).size, 3, all.join(' '))
  },

  async 'hichain: a whole game, with cards turned by key, wheel and button'({ server, browser, keep }) {
    const page = keep(await open(browser))
    const game = 'hichain'
    await begin(page, server, { game, seats: ['human', 'greedy'] })
    const rng = chance(11)
    const hands = (now) => now.stops.filter((s) => s.label.includes('field'))
    const cells = (now) => now.stops.filter((s) => !s.label.includes('field'))
    const turned = []
    for (let k = 0; k < 6; ++k) {
      let now = await ready(page)
      if (now.over) break
      const before = now.moves.length
      const hand = hands(now)
      await click(page, hand[rng(hand.length)])
      if (k % 3 === 0) await page.keyboard.press('r')
      else if (k % 3 === 1) await page.getByRole('button', { name: /^Turn/ }).first().click()
      else {
        now = await look(page)
        const cell = cells(now)[0]
        await page.mouse.move(cell.x, cell.y)
        await page.mouse.wheel(0, 100)
      }
      now = await look(page)
      const free = cells(now)
      assert.ok(free.length > 0, 'there are cells for the card')
      await click(page, free[rng(free.length)])
      await until(async () => {
        now = await look(page)
        return now.moves.length > before || now.confirm
      }, 'the card is laid, or waits for a word')
      if (now.confirm) await click(page, now.confirm)
      await until(async () => (await look(page)).moves.length > before, 'the card is laid')
      turned.push((await moves(page))[before])
    }
    const { shown } = await check(page, server, { game, ended: false })
    assert.ok(shown.scene.pieces.some((p) => p.kind === 'card' && typeof p.at !== 'string' && p.turn), `a card lies turned: ${turned.join(' ')}`)
    await playOn(page, { seed: 5, choose: (now, n) => (n === 0 ? hands(now)[rng(hands(now).length)] : cells(now)[0]) })
    const { list, shown: end } = await check(page, server, { game })
    assert.equal(list.length, 54, 'every card is placed')
    assert.equal(end.scene.pieces.filter((p) => typeof p.at === 'string').length, 0, 'the hands are empty')
    assert.match(await status(page), new RegExp(`${Math.abs(end.result[0])}`), 'the page shows the margin')
  },

  async 'backgammon: a double with entry from the bar, a doubled cube'({ server, browser, keep }) {
    const page = keep(await open(browser))
    const game = 'backgammon:checkers=3,payoff=cube'
    const position = 'bar,8,6/24,20,1/first:3-3'
    await begin(page, server, { game, position, seats: ['human', 'greedy'], seed: 4 })
    let now = await ready(page)
    assert.deepEqual(now.stops.map((s) => s.label.replace(/,.*/, '')), ["First's bar"], 'only the bar can be played from')
    let doubled = false
    const choose = (now) => {
      const key = now.keys.find((k) => k.words.startsWith('Double'))
      if (key && !doubled) {
        doubled = true
        return key
      }
    }
    const [first] = await oneMove(page, chance(2), choose)
    assert.match(first, /^bar\//, 'the checker enters')
    assert.equal(pips(first), 12, `${first}: a double is played four times`)
    await playOn(page, { seed: 9, choose })
    const { list } = await check(page, server, { game, position })
    assert.ok(list.includes('double'), list.join(' '))
    assert.ok(list.includes('take') || list.includes('drop'))
  },

  async 'backgammon: the cube between two people'({ server, browser, keep }) {
    const page = keep(await open(browser))
    const position = '6,5,4/6,5,4/first'
    await begin(page, server, { game: 'backgammon:checkers=3,payoff=cube', position, seats: ['human', 'human'] })
    await ready(page)
    await page.getByRole('button', { name: 'Double', exact: true }).click()
    await page.getByRole('button', { name: 'Take', exact: true }).click()
    await until(async () => (await page.locator('.board .cube .on').textContent()) === '2', 'the cube shows two')
    await until(async () => (await page.locator('.board .die').count()) >= 2, 'who doubled rolls')
  },

  async 'backgammon: one drag uses both dice'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'backgammon:checkers=3', position: '24,13,6/24,23,22/first:2-1', seats: ['human', 'human'] })
    await ready(page)
    const from = await site(page, 'p13').boundingBox(), to = await site(page, 'p10').boundingBox()
    const middle = (b) => [b.x + b.width / 2, b.y + b.height / 2]
    await page.mouse.move(...middle(from))
    await page.mouse.down()
    await page.mouse.move(middle(from)[0] + 15, middle(from)[1])
    await page.mouse.move(...middle(to), { steps: 4 })
    await page.mouse.up()
    await until(async () => (await moves(page))[0] === '13/10', 'both dice are played')
  },

  async 'backgammon: dice are used in the order clicked'({ server, browser, keep }) {
    // A checker of the second player is on 9 and one on 8: a play through 8 hits that one, a play through 9 the other.
    const position = '23,10,6/17,16,1/first:2-1'
    for (const [die, by, other] of [[1, 'p9', 'p8'], [2, 'p8', 'p9']]) {
      const page = keep(await open(browser))
      await begin(page, server, { game: 'backgammon:checkers=3', position, seats: ['human', 'human'] })
      await ready(page)
      const dice = page.locator('.board [data-stop^="dice/"]')
      await until(async () => (await dice.count()) === 2, 'the dice lie there')
      for (const one of await dice.all()) if ((await one.getAttribute('aria-label')).includes(`die ${die}`)) await clickAt(page, one)
      assert.ok(await page.locator('.board .chosen.over').count(), 'the die is marked')
      await clickSite(page, 'p10')
      const ends = await stopsOf(page)
      assert.ok(ends.includes(by) && !ends.includes(other), `${die} first: ${ends}`)
      await clickSite(page, by)
      assert.equal(await page.locator('.board .die.used').count(), 1, 'its die is dim')
      await clickSite(page, by)
      await until(async () => (await moves(page)).length > 0, 'the other die follows')
      assert.equal((await moves(page))[0], die === 1 ? '10/9*/7' : '10/8*/7')
    }
  },

  async 'backgammon: points are numbered from the mover\'s side, and an analysis has arrows'({ server, browser, keep }) {
    const page = keep(await open(browser))
    await begin(page, server, { game: 'backgammon', seats: ['human', 'human'], live: ['3-1'] })
    await ready(page)
    const numbers = () => page.locator('.board .number-of').allTextContents()
    assert.deepEqual((await numbers()).map(Number), Array.from({ length: 24 }, (_, k) => k + 1))
    await page.getByRole('button', { name: 'Rotate the board' }).click()
    await until(async () => (await numbers())[0] === '24', 'the other side counts from the other end')
    await page.locator('#tab-analysis').click()
    await page.getByRole('switch').check()
    // The best play of this roll makes the point with two checkers.
    await until(async () => (await page.locator('.board .arrow .shaft').count()) >= 2, 'both checkers have an arrow')
  },

  async 'texts: edges of a seat are drawn, trays on a phone don\'t overlap'({ server, browser, keep }) {
    const hex = keep(await open(browser))
    await begin(hex, server, { game: 'hex:size=5', seats: ['human', 'human'] })
    await ready(hex)
    for (const seat of [0, 1]) assert.equal(await hex.locator(`.board .border.s${seat}`).count(), 6, 'two sides without their corners')
    const page = keep(await open(browser, { viewport: { width: 360, height: 740 } }))
    await begin(page, server, { game: 'pig', seats: ['human', 'human'], live: ['6', 'hold', '4'] })
    await ready(page)
    const boxes = await page.locator('.board .tray').evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()))
    assert.equal(boxes.length, 4, 'points of both, the pot, the die')
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1)) assert.ok(a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1, 'no tray lies over another')
    assert.match(await page.locator('.board .caption').allTextContents().then(String), /points.*pot/)
  },
}
