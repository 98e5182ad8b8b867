// Mock server for work on the page without the program: tic-tac-toe over the protocol of docs/serve.md, with the page's content
// policy.
//   node dev/mock-server.mjs [PORT]      serves dist/ and /api; `npx vite` may proxy to it
// The key of the operator is "toy": http://127.0.0.1:8421/#key=toy
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocketServer } from 'ws'
import { tables } from './mock-tables.mjs'

const port = Number(process.argv[2] ?? 8421)
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ---- The game.

const sites = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1']
const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
class Wrong extends Error {
  constructor(what, more = {}) {
    super(what)
    this.error = { what, ...more }
  }
}
function play_out(moves) {
  const board = Array(9).fill('.')
  moves.forEach((move, k) => {
    const at = sites.indexOf(move)
    if (at < 0 || board[at] !== '.' || result(board)) throw new Wrong(`'${move}' is not a legal move`, { hint: `such as ${legal(board)[0] ?? 'none'}`, where: 'moves' })
    board[at] = 'xo'[k % 2]
  })
  return board
}
function result(board) {
  for (const [a, b, c] of rows) if (board[a] !== '.' && board[a] === board[b] && board[a] === board[c]) return board[a] === 'x' ? [1, -1] : [-1, 1]
  return board.includes('.') ? null : [0, 0]
}
const legal = (board) => (result(board) ? [] : sites.filter((_, k) => board[k] === '.'))
function value(board, me, depth = 9) {
  const r = result(board)
  if (r) return r[me]
  const on = board.filter((c) => c !== '.').length % 2
  let best = -2
  for (const m of legal(board)) {
    const next = [...board]
    next[sites.indexOf(m)] = 'xo'[on]
    best = Math.max(best, value(next, on, depth - 1))
  }
  return on === me ? best : -best
}
const layout = {
  v: 1, game: 'tictactoe', tone: 'paper', view: { bounds: [0, 0, 3, 3], turns: [0, 2], portrait: 'keep' },
  grid: { cols: 3, rows: 3, names: 'a1-bottom' }, seats: [{ key: 'seat.first' }, { key: 'seat.second' }],
}
const turn_of = (board) => (result(board) ? 'over' : board.filter((c) => c !== '.').length % 2)
const scene_of = (board, last) => ({
  turn: turn_of(board),
  pieces: sites.flatMap((at, k) => (board[k] === '.' ? [] : [{ kind: 'disc', at, seat: board[k] === 'x' ? 0 : 1 }])),
  marks: last ? [{ kind: 'last', sites: [last] }] : [],
})
const choices_of = (board) => ({ form: 'tree', asks: [{ key: 'ask.square' }], nodes: legal(board).length ? [{ ask: 0, picks: legal(board).map((m) => ({ site: m, next: m })) }] : [] })
const steps_of = (after, move, seat) => [
  { do: 'put', piece: { kind: 'disc', at: move, seat } },
  { do: 'mark', marks: [{ kind: 'last', sites: [move] }], turn: turn_of(after) },
]
const position_of = (board) => [0, 3, 6].map((k) => board.slice(k, k + 3).join('')).join('/')
const picture_of = (board) => [3, 2, 1].map((n, k) => `${n} ${board.slice(3 * k, 3 * k + 3).join(' ')}`).concat('  a b c')
const standing = (moves) => {
  const board = play_out(moves)
  return { position: position_of(board), turn: turn_of(board), score: [0, 0], result: result(board), picture: picture_of(board) }
}
function lines_of(moves, count) {
  const board = play_out(moves)
  const on = turn_of(board)
  return legal(board)
    .map((move) => ({ move, value: value(play_out([...moves, move]), on), exact: true, line: [move] }))
    .sort((a, b) => b.value - a.value)
    .slice(0, count)
}

// ---- Lists.

const number = (name, by_default, range, help) => ({ name, type: 'integer', default: String(by_default), range, help })
const agents = [
  { id: 'random', help: 'any legal move, uniformly', parameters: [number('seed', 0, '0..1000000000000', "random seed; 0: the match's seed")] },
  { id: 'uct', help: 'Monte-Carlo tree search', parameters: [number('playouts', 500, '1..1000000000', 'playouts for a move'), { name: 'c', type: 'real', default: '1', range: '0..100', help: 'how much to explore' }] },
]
const ladder = [10, 20, 40, 80, 160].map((n) => ({ agent: `uct:playouts=${n}` }))
const game = (id, title, group, parameters = [], seats = ['first', 'second']) => ({ id, title, group, parameters, players: seats.length, capabilities: [], agents, seats, ladder, studies: [] })
const games = [
  game('bao', 'Bao', 'native', [
    number('holes', 8, '2..13', 'holes on each side'),
    { name: 'board', type: 'text', default: '', range: 'stones of every hole from a on, such as 0,4,0,4', help: 'the start board' },
    { name: 'endless', type: 'choice', default: 'void', range: 'void|illegal|forfeit', help: 'a move that never ends' },
  ]),
  game('tictactoe', 'Tic-tac-toe', 'native'),
  game('hichain', 'HICHAIN', 'native', [{ name: 'wrap', type: 'flag', default: 'true', range: 'true|false', help: 'whether A follows Z' }], ['black', 'red']),
  game('reversi', 'Reversi', 'native', [{ name: 'size', type: 'text', default: '8', range: 'N or ROWSxCOLUMNS, each 4, 6 or 8', help: 'squares along an edge' }]),
  game('yonin', 'Yonin, Reversi for four', 'native', [], ['A', 'B', 'C', 'D']),
  game('amazons', 'Generalised Amazons and Knight Amazons', 'native'),
  game('backgammon', 'Backgammon', 'native'),
  ...['Ataxx', 'Brandub', 'Breakthrough', 'Chess', 'Chomp', 'Connect Four', 'Cram', 'Domineering', 'English draughts', 'Fox and Geese', 'Hex', 'Kalah', "Nine Men's Morris", 'Nim', 'Oware'].map((t) => game(t.toLowerCase().replace(/\W+/g, ''), t, 'library')),
]
const studies = [
  { game: 'bao', id: 'loops', help: 'List the loop types of moves that never end', takes: 'seconds', examples: ['banmen bao loops 4 --reachable'], parameters: [number('holes', 4, '2..13', 'Holes on each side'), { name: 'reachable', type: 'flag', default: 'false', range: 'true|false', help: 'Only what the start leads to' }] },
  { game: 'tictactoe', id: 'ends', help: 'How games end: every order of moves', takes: 'moments', examples: ['banmen tictactoe ends'], parameters: [number('shortest', 5, '0..9', 'Leave out games of fewer moves')] },
]
const ends = { games: 255168, ends: [{ moves: 5, first: 1440, second: 0, draws: 0 }, { moves: 6, first: 0, second: 5328, draws: 0 }], figures: { games: { words: 'orders of moves' } }, complete: true }
const claims = [
  { id: 'bao-search-space', paper: 'bao', section: '1', text: 'The search space is smaller than that of Othello or chess.', status: 'confirmed', command: 'banmen playout bao --games 10000', found: 'Random games of 8x2 have 3.94 moves to choose from.' },
  { id: 'yonin-draws', paper: 'yonin', section: '4', text: 'Draws are rare.', status: 'refuted', command: 'banmen playout yonin', found: 'They are not.' },
]
const run = { name: 'bao', title: 'Bao: play that never ends', state: 'idle', cells: 40, done: 12, seconds_left: 0 }
const cells = [
  { id: 'four', factors: { game: 'bao:holes=4' }, measure: 'kinds', value: 18, standard_error: 0, n: 1, printed: 17, difference_in_se: null },
  { id: 'random', factors: { holes: 8 }, measure: 'length', value: 27.9707, standard_error: 0.0712, n: 10000, printed: 28.1, difference_in_se: -1.8 },
]
const jobs = new Map()
const shared = tables({
  seats: (name) => games.find((g) => g.id === bare(name))?.seats, layout, standing,
  play: play_out, legal: (moves) => legal(play_out(moves)), choices: (moves) => choices_of(play_out(moves)), scene: (moves) => scene_of(play_out(moves), moves.at(-1)),
  steps: (moves) => steps_of(play_out(moves), moves.at(-1), (moves.length - 1) % 2),
})

// ---- HTTP.

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' }
async function body_of(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : {}
}
const bare = (name) => String(name ?? '').split(':')[0]
function need_game(name) {
  if (!games.some((g) => g.id === bare(name))) throw new Wrong(`there is no game '${name}'`, { hint: "did you mean 'tictactoe'?" })
}
function read_record(text) {
  const head = /^banmen-record [12]\n/.exec(text)
  if (!head) throw new Wrong('a record begins with the line banmen-record 1', { line: 1, column: 1 })
  const moves = [...text.matchAll(/^\d+\. (\S+)(?:\s*; (.*))?$/gm)].map((m) => ({ move: m[1], ...(m[2] ? { comment: m[2] } : {}) }))
  play_out(moves.map((m) => m.move))
  return { game: /^game (.*)$/m.exec(text)?.[1] ?? 'tictactoe', position: null, seats: [], seed: 1, tree: moves, result: null, ended: null }
}
const write_record = (r) => ({ text: `banmen-record 1\ngame ${r.game}\nmoves\n${r.tree.map((n, k) => `${k + 1}. ${n.move}${n.comment ? ' ; ' + n.comment : ''}`).join('\n')}\n` })

async function api(request, path) {
  const post = request.method === 'POST' ? await body_of(request) : null
  const operator = request.headers.authorization === 'Bearer toy'
  const must = () => {
    if (!operator) throw Object.assign(new Wrong("this needs the operator's key"), { status: 401 })
  }
  const found = shared.api(path, post)
  if (found) return found
  if (path === '/api/health') return { version: '0.0.0-toy', ok: true, page: true, operator }
  if (path === '/api/games') return { games }
  if (path === '/api/show') {
    need_game(post.game)
    const moves = post.moves ?? []
    const board = play_out(moves)
    return { game: post.game, ...standing(moves), moves: legal(board), history: moves, layout, scene: scene_of(board, moves.at(-1)), steps: moves.length ? steps_of(board, moves.at(-1), (moves.length - 1) % 2) : [], choices: choices_of(board) }
  }
  if (path === '/api/analyse') return { lines: lines_of(post.moves ?? [], post.lines ?? 1), unit: 'wins: 1 won, 0 neither, -1 lost', view: turn_of(play_out(post.moves ?? [])) }
  if (path === '/api/position') {
    const board = play_out(post.moves ?? [])
    const lines = lines_of(post.moves ?? [], 9)
    return {
      findings: [{ study: 'ends', title: 'How games end', figures: [{ name: 'games from here', value: 255168, unit: 'games' }, { name: 'empty squares', value: legal(board).length, words: 'counted on the board' }] }],
      exact: lines.length ? { value: lines[0].value, source: 'read out', moves: Object.fromEntries(lines.map((l) => [l.move, l.value])) } : null,
    }
  }
  if (path === '/api/record/read') return read_record(post.text)
  if (path === '/api/record/write') return write_record(post)
  if (path === '/api/studies') return { studies }
  if (path.startsWith('/api/studies/')) {
    must()
    const id = String(jobs.size + 1)
    jobs.set(id, Date.now())
    return { job: id }
  }
  if (path.startsWith('/api/jobs/')) {
    const since = (Date.now() - (jobs.get(path.slice(10)) ?? 0)) / 1000
    return since < 3 ? { state: 'running', progress: { done: Math.floor(since * 100), total: 300, unit: 'games', seconds: since } } : { state: 'done', findings: ends }
  }
  if (path === '/api/claims') return { claims }
  if (path === '/api/experiments') return { runs: [run, { name: 'yonin', title: 'Yonin: Reversi for four', state: 'done', cells: 8, done: 8, seconds_left: 0 }] }
  if (path.startsWith('/api/experiments/')) {
    if (post) {
      must()
      run.state = post.do === 'start' ? 'running' : 'stopped'
      run.seconds_left = 95
    }
    return { name: path.slice(17), state: run.state, progress: { done: run.done, total: run.cells }, cells }
  }
  throw Object.assign(new Wrong('there is nothing here'), { status: 404 })
}

const server = createServer(async (request, response) => {
  const path = new URL(request.url, 'http://x').pathname
  const send = (status, type, content) => {
    response.writeHead(status, { 'Content-Type': type, 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' })
    response.end(content)
  }
  try {
    if (path.endsWith('/report')) return send(200, 'text/html; charset=utf-8', '<!doctype html><h1>A report</h1>')
    if (path.startsWith('/api/')) return send(200, 'application/json', JSON.stringify(await api(request, decodeURIComponent(path))))
    const file = join(dist, normalize(path === '/' ? '/index.html' : path))
    if (!file.startsWith(dist)) return send(404, 'text/plain', 'no')
    send(200, types[extname(file)] ?? 'application/octet-stream', await readFile(file))
  } catch (e) {
    send(e.status ?? (e instanceof Wrong ? 400 : 404), 'application/json', JSON.stringify({ error: e.error ?? { what: String(e.message) } }))
  }
})

// ---- WebSocket: a private table for each connection.

new WebSocketServer({ server, path: '/api/ws', maxPayload: 16384 }).on('connection', (socket) => {
  const table = { game: '', moves: [], seats: [], paused: false, ended: null, seed: 1 }
  let timer = null
  const say = (m) => socket.readyState === 1 && socket.send(JSON.stringify(m))
  const seat = shared.connect(say)
  const person = (seat) => typeof seat === 'number' && table.seats[seat]?.who !== 'agent'
  const choices = (board) => (person(turn_of(board)) && !table.ended ? choices_of(board) : null)
  const whole = () => {
    const board = play_out(table.moves)
    say({
      type: 'table', game: table.game, ply: table.moves.length, start: '.../.../...', history: table.moves, ...standing(table.moves),
      seats: table.seats.map((s, k) => ({ seat: k, name: ['first', 'second'][k] ?? 'ABCD'[k], who: s.who, ...(s.agent ? { agent: s.agent } : {}) })),
      layout, scene: scene_of(board, table.moves.at(-1)), choices: choices(board), ended: table.ended, paused: table.paused, seed: table.seed,
    })
  }
  const move = (m) => {
    const seat = table.moves.length % 2
    const board = play_out([...table.moves, m])
    const ply = table.moves.length
    table.moves.push(m)
    say({ type: 'moved', ply, seat, move: m, steps: steps_of(board, m, seat), choices: choices(board), ended: null, ...standing(table.moves) })
  }
  const agents_act = (once = false) => {
    clearTimeout(timer)
    const board = play_out(table.moves)
    const on = turn_of(board)
    if (on === 'over' || table.ended || person(on) || (table.paused && !once)) return
    say({ type: 'thinking', seat: on, agent: table.seats[on].agent })
    timer = setTimeout(() => {
      const list = lines_of(table.moves, 9)
      const best = list.filter((l) => l.value === list[0].value)
      move(best[Math.floor(Math.random() * best.length)].move)
      agents_act()
    }, 500)
  }
  let analysis = null
  const does = {
    join(m) {
      need_game(m.game)
      play_out(m.moves ?? [])
      Object.assign(table, { game: m.game, moves: [...(m.moves ?? [])], seats: m.seats, paused: m.paused ?? false, ended: null, seed: m.seed ?? 1 })
      whole()
      agents_act()
    },
    move(m) {
      try {
        if (m.ply !== table.moves.length) throw new Wrong('the game has continued')
        move(m.move)
        agents_act()
      } catch (e) {
        say({ type: 'refused', ply: m.ply, error: e.error })
        whole()
      }
    },
    undo() {
      clearTimeout(timer)
      do table.moves.pop()
      while (table.moves.length > 0 && !person(table.moves.length % 2))
      whole()
      agents_act()
    },
    seats(m) {
      table.seats = m.seats
      whole()
      agents_act()
    },
    end(m) {
      clearTimeout(timer)
      table.ended = { how: m.how, seat: m.seat ?? null }
      say({ type: 'ended', how: m.how, seat: m.seat ?? null, result: null })
    },
    pause() {
      table.paused = true
      clearTimeout(timer)
      whole()
    },
    go() {
      table.paused = false
      whole()
      agents_act()
    },
    step: () => agents_act(true),
    analyse(m) {
      clearInterval(analysis)
      let depth = 1
      const tell = () => {
        say({ type: 'lines', id: m.id, depth, nodes: depth * 1200, seconds: depth / 10, unit: 'wins: 1 won, 0 neither, -1 lost', seat: turn_of(play_out(m.moves ?? [])), lines: lines_of(m.moves ?? [], m.lines ?? 3), done: depth >= 9 })
        if (depth++ >= 9) clearInterval(analysis)
      }
      analysis = setInterval(tell, 120)
    },
    stop: () => clearInterval(analysis),
  }
  socket.on('message', (data) => {
    try {
      const m = JSON.parse(String(data))
      if (!seat.hears(m)) does[m.type](m)
    } catch (e) {
      say({ type: 'error', error: e.error ?? { what: String(e.message) } })
    }
  })
  socket.on('close', () => {
    seat.leave()
    clearTimeout(timer)
    clearInterval(analysis)
  })
})

server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/#key=toy`))
