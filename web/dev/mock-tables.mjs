// Shared tables for the mock server: tic-tac-toe over the messages of docs/serve.md, as far as the page needs them. It trusts its
// clients.
import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const word = (n) => [...randomBytes(n)].map((b) => letters[b % 32]).join('')

/** `toy`: the rules, as implemented by the server. */
export function tables(toy) {
  const all = new Map()
  const now = () => performance.now() / 1000
  const names = (t) => toy.seats(t.game)

  class Wrong extends Error {
    constructor(what, status = 400, key) {
      super(what)
      this.error = { what, ...(key ? { key } : {}) }
      this.status = status
    }
  }
  const find = (id) => all.get(id) ?? (() => { throw new Wrong(`there is no table '${id}'`, 404, 'table.unknown') })()

  const seat_doc = (t, s, k) => ({
    seat: k, name: names(t)[k], who: s.who, ...(s.person ? { person: s.person } : {}), ...(s.agent ? { agent: s.agent } : {}), present: s.who === 'agent' || s.client !== null,
    ...(s.who === 'human' && s.client === null ? { away: now() - s.gone } : {}), ...(s.substitute ? { substitute: s.substitute } : {}),
  })
  const seats_of = (t) => t.seats.map((s, k) => seat_doc(t, s, k))
  const clock_of = (t) => {
    if (t.clock.kind === 'none') return { kind: 'none', running: null }
    const left = [...t.left]
    if (t.running !== null) left[t.running] = Math.max(0, left[t.running] - (now() - t.since))
    return { ...t.clock, left, running: t.running }
  }
  const turn = (t) => toy.standing(t.moves).turn
  const choices = (t, seat) => (t.phase === 'running' && seat !== null && turn(t) === seat ? toy.choices(t.moves) : null)
  const over = (t) => t.ended !== null || turn(t) === 'over'
  function whole(t, c, more = {}) {
    const seat = t.seats.findIndex((s) => s.client === c)
    return {
      type: 'table', table: t.id, seat: seat < 0 ? null : seat, host: c.host === t.host, phase: t.phase, game: t.game, ply: t.moves.length, start: '.../.../...', history: t.moves, ...toy.standing(t.moves),
      seats: seats_of(t), layout: toy.layout, scene: toy.scene(t.moves), choices: choices(t, seat < 0 ? null : seat), ended: t.ended, clock: clock_of(t), watchers: watchers(t), options: t.options,
      offers: t.offers, ...(t.phase === 'ended' ? { seed: '123' } : {}), ...more,
    }
  }
  const watchers = (t) => [...t.clients].filter((c) => !t.seats.some((s) => s.client === c)).length
  const tell = (t, m) => t.clients.forEach((c) => c.say(typeof m === 'function' ? m(c) : m))
  const presence = (t) => tell(t, { type: 'presence', seats: seats_of(t), watchers: watchers(t), phase: t.phase })
  const tell_offers = (t, more = {}) => tell(t, { type: 'offers', offers: t.offers, ...more })
  function stop_clock(t) {
    t.left = clock_of(t).left ?? t.left
    t.running = null
    clearTimeout(t.flag)
  }
  function start_clock(t) {
    stop_clock(t)
    const on = turn(t)
    if (t.clock.kind === 'none' || t.phase !== 'running' || typeof on !== 'number') return
    if (t.clock.kind === 'move') t.left[on] = t.clock.seconds
    t.running = on
    t.since = now()
    t.flag = setTimeout(() => end(t, 'time', on), t.left[on] * 1000)
  }
  function end(t, how, seat) {
    stop_clock(t)
    t.phase = 'ended'
    t.ended = { how, seat }
    t.offers = []
    tell(t, { type: 'ended', how, seat, result: null, clock: clock_of(t), seed: '123' })
  }
  function begin(t) {
    if (t.phase !== 'waiting' || t.seats.some((s) => s.who === 'open' || (s.who === 'bot' && !s.client))) return
    t.phase = 'running'
    start_clock(t)
    tell(t, (c) => whole(t, c))
    agents(t)
  }
  function move(t, text) {
    const ply = t.moves.length
    const seat = turn(t)
    toy.play([...t.moves, text])
    t.moves.push(text)
    t.offers = t.offers.filter((o) => o.what === 'rematch')
    stop_clock(t)
    if (t.clock.kind === 'fischer') t.left[seat] += t.clock.increment ?? 0
    if (over(t)) t.phase = 'ended'
    start_clock(t)
    tell(t, (c) => {
      const mine = t.seats.findIndex((s) => s.client === c)
      return { type: 'moved', ply, seat, move: text, steps: toy.steps(t.moves), choices: choices(t, mine < 0 ? null : mine), ended: null, clock: clock_of(t), phase: t.phase, ...toy.standing(t.moves) }
    })
    agents(t)
  }
  function agents(t) {
    clearTimeout(t.thinks)
    const on = turn(t)
    const s = t.seats[on]
    if (t.phase !== 'running' || !s || !(s.who === 'agent' || s.substitute)) return
    tell(t, { type: 'thinking', seat: on, agent: s.agent ?? s.substitute })
    t.thinks = setTimeout(() => move(t, toy.legal(t.moves)[0]), 500)
  }
  function open(wish) {
    if (!wish.game || !names({ game: wish.game })) throw new Wrong(`there is no game '${wish.game}'`)
    const t = {
      id: word(10), game: wish.game, host: word(26), join: word(26), phase: 'waiting', moves: [], ended: null, offers: [], clients: new Set(), created: Date.now() / 1000,
      seats: wish.seats.map((s) => ({ who: s.who, agent: s.agent, person: s.name, token: s.who === 'agent' ? null : word(26), client: null, gone: 0, substitute: null })),
      clock: wish.clock ?? { kind: 'none' }, left: [], running: null,
      options: { takeback: wish.takeback ?? true, listed: wish.listed ?? false, kept: wish.kept ?? false, watch: wish.watch ?? true, seating: wish.seating ?? 'chosen', substitute: wish.substitute ?? 'random', claim_after: wish.claim_after ?? 120 },
      wish,
    }
    t.left = t.clock.kind === 'none' ? [] : t.seats.map(() => t.clock.seconds)
    all.set(t.id, t)
    return t
  }
  const info = (t) => ({ id: t.id, game: t.game, seats: seats_of(t), phase: t.phase, ply: t.moves.length, turn: turn(t), moves: t.moves, clock: clock_of(t), watchers: watchers(t), kept: t.options.kept, listed: t.options.listed, open: t.seats.filter((s) => s.who === 'open').length, created: t.created, ended: t.ended, result: toy.standing(t.moves).result })
  const record = (t) => `banmen-record 1\ngame ${t.game}\nmoves\n${t.moves.map((m, k) => `${k + 1}. ${m}`).join('\n')}\n`
  const finished = () => [...all.values()].filter((t) => t.phase === 'ended' && t.options.kept)

  /** Handles a request; returns undefined for an unknown path. */
  function api(path, post) {
    if (path === '/api/tables' && post) {
      const t = open(post)
      return { id: t.id, host: t.host, join: t.join, seats: t.seats.flatMap((s, seat) => (s.token ? [{ seat, token: s.token }] : [])) }
    }
    if (path === '/api/tables') return { tables: [...all.values()].filter((t) => t.options.listed && t.phase !== 'ended').map(info) }
    if (path === '/api/finished') return { games: finished().map((t) => ({ id: t.id, game: t.game, seats: t.seats.map((s, k) => ({ seat: names(t)[k], who: s.agent ?? `human ${s.person ?? ''}`.trim() })), date: new Date(t.created * 1000).toISOString(), plies: t.moves.length, result: toy.standing(t.moves).result, ended: t.ended && { how: t.ended.how, seat: names(t)[t.ended.seat] ?? null } })), more: false }
    const [, place, id, what] = /^\/api\/(tables|finished)\/([^/]+)(\/record)?$/.exec(path) ?? []
    if (!place) return undefined
    const t = find(id)
    return what || place === 'finished' ? { record: record(t) } : info(t)
  }

  /** Handles a message; returns false for an unknown one. */
  function connect(say) {
    const c = { say, table: null, host: null }
    const mine = () => c.table?.seats.findIndex((s) => s.client === c) ?? -1
    const seated = () => {
      const k = mine()
      if (k < 0) throw new Wrong('only who sits here may do that')
      return k
    }
    function take(t, k, name) {
      const s = t.seats[k]
      if (s.client && s.client !== c) s.client.say({ type: 'unseated', why: 'elsewhere' })
      s.client = c
      s.substitute = null
      if (s.who === 'open') s.who = 'human'
      if (name) s.person = name
    }
    function leave() {
      const t = c.table
      if (!t) return
      const k = mine()
      if (k >= 0) Object.assign(t.seats[k], { client: null, gone: now() })
      t.clients.delete(c)
      c.table = null
      presence(t)
    }
    const agreed = {
      draw: (t) => end(t, 'draw', null),
      pause(t) {
        stop_clock(t)
        t.phase = 'paused'
        tell(t, (x) => whole(t, x))
      },
      takeback(t, by) {
        do t.moves.pop()
        while (t.moves.length && turn(t) !== by)
        start_clock(t)
        tell(t, (x) => whole(t, x))
      },
      rematch(t) {
        const next = open(t.wish)
        next.seats = t.seats.map((_, k) => ({ ...t.seats[(k + 1) % t.seats.length], client: null, token: word(26) }))
        next.phase = 'waiting'
        for (const x of [...t.clients]) {
          const k = next.seats.findIndex((_, n) => t.seats[(n + 1) % t.seats.length].client === x)
          x.say({ type: 'rematch', table: next.id, seat: k < 0 ? null : k, ...(k < 0 ? {} : { token: next.seats[k].token }) })
        }
      },
    }
    function settle(t, offer) {
      if (offer.waits.length) return tell_offers(t)
      t.offers = t.offers.filter((o) => o !== offer)
      agreed[offer.what](t, offer.by)
      tell_offers(t)
    }
    const does = {
      join(m) {
        if (c.table && c.table.id !== m.table) leave()
        const t = find(m.table)
        c.host = m.host ?? c.host
        const k = m.token ? t.seats.findIndex((s) => s.token === m.token) : -1
        if (m.token && k < 0) throw new Wrong('this token opens no seat here', 403, 'table.wrong_token')
        c.table = t
        t.clients.add(c)
        if (k >= 0) take(t, k, m.name)
        const missed = m.ply !== undefined && m.ply < t.moves.length ? t.moves.slice(m.ply).map((move, n) => ({ ply: m.ply + n, seat: (m.ply + n) % 2, move, steps: toy.steps(t.moves.slice(0, m.ply + n + 1)) })) : undefined
        say(whole(t, c, missed ? { missed } : {}))
        presence(t)
        begin(t)
      },
      sit(m) {
        const t = c.table
        const k = m.seat ?? t.seats.findIndex((s) => s.who === 'open')
        if (t.seats[k]?.who !== 'open') throw new Wrong('this seat is taken')
        t.seats[k].token = word(26)
        take(t, k, m.name)
        say(whole(t, c, { token: t.seats[k].token }))
        presence(t)
        begin(t)
      },
      stand() {
        Object.assign(c.table.seats[seated()], { who: 'open', client: null, person: undefined, token: word(26) })
        say(whole(c.table, c))
        presence(c.table)
      },
      move(m) {
        const t = c.table
        try {
          if (m.ply === t.moves.length - 1 && t.moves[m.ply] === m.move) return say(whole(t, c))
          if (turn(t) !== seated() || m.ply !== t.moves.length || t.phase !== 'running') throw new Wrong('the game has continued')
          move(t, m.move)
        } catch (e) {
          say({ type: 'refused', ply: m.ply, error: e.error })
          say(whole(t, c))
        }
      },
      offer(m) {
        const by = seated()
        const t = c.table
        const offer = { what: m.what, by, yes: [by], waits: t.seats.flatMap((s, k) => (s.who === 'human' && k !== by ? [k] : [])) }
        t.offers = [...t.offers.filter((o) => o.what !== m.what), offer]
        settle(t, offer)
      },
      answer(m) {
        const by = seated()
        const t = c.table
        const offer = t.offers.find((o) => o.what === m.what)
        if (!offer) throw new Wrong('nobody asks that')
        if (!m.yes) {
          t.offers = t.offers.filter((o) => o !== offer)
          return tell_offers(t, { refused: { what: m.what, by: offer.by } })
        }
        offer.yes.push(by)
        offer.waits = offer.waits.filter((k) => k !== by)
        settle(t, offer)
      },
      go() {
        c.table.phase = 'running'
        start_clock(c.table)
        tell(c.table, (x) => whole(c.table, x))
      },
      resign: () => end(c.table, 'resigned', seated()),
      claim(m) {
        const t = c.table
        seated()
        if (now() - t.seats[m.seat].gone < t.options.claim_after) throw new Wrong('it is too early for that')
        if (m.how === 'win') return end(t, 'left', m.seat)
        if (m.how === 'draw') return end(t, 'draw', null)
        t.seats[m.seat].substitute = t.options.substitute
        presence(t)
        agents(t)
      },
      free(m) {
        const s = c.table.seats[m.seat]
        s.client?.say({ type: 'unseated', why: 'freed' })
        Object.assign(s, { who: 'open', client: null, person: undefined, token: word(26) })
        presence(c.table)
      },
      close() {
        tell(c.table, { type: 'unseated', why: 'closed' })
        all.delete(c.table.id)
      },
    }
    return {
      leave,
      hears(m) {
        if (m.type === 'join' && !m.table) {
          leave()
          return false
        }
        if ((m.type !== 'join' && !c.table) || !does[m.type]) return false
        does[m.type](m)
        return true
      },
    }
  }
  return { api, connect }
}
