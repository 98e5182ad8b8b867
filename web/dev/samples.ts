// Hand-written layouts and scenes, one of every kind that the board can draw.
import strokes from './strokes.json'
import type { At, Choices, Layout, Piece, Scene, Site, Step } from '../src/scene'

export interface Sample {
  layout: Layout
  scene: Scene
  choices?: Choices
  steps?: Step[]
  hints?: Step[]
  arrows?: { path: At[]; weight: number; exact?: boolean }[]
  values?: Record<string, { text: string; exact: boolean; best?: boolean }>
}

const say = (plain: string) => ({ plain })
const square = (tone: string, cols: number, rows: number, more: Partial<Layout> = {}): Layout => ({
  v: 1, game: 'sample', tone, view: { bounds: [0, 0, cols, rows], turns: [0, 2], portrait: 'keep' }, grid: { cols, rows, names: 'a1-bottom' }, ...more,
})
const many = (kind: Piece['kind'], seat: number | undefined, ids: string): Piece[] => ids.split(' ').map((at) => ({ kind, at, ...(seat === undefined ? {} : { seat }) }))
const sites = (ids: string, next?: (id: string) => number | string): Choices => ({
  form: 'tree', asks: [say('Choose a square')], nodes: [{ ask: 0, picks: ids.split(' ').map((site) => ({ site, next: next?.(site) ?? site })) }],
})
const done = (last: At[]): Step => ({ do: 'mark', marks: [{ kind: 'last', sites: last }], turn: 1 })

const reversi: Sample = {
  layout: square('felt', 8, 8, { grid: { cols: 8, rows: 8, names: 'a1-top' }, decor: ([[2, 2], [6, 2], [2, 6], [6, 6]] as const).map(([x, y]) => ({ kind: 'dot', from: [x, y], to: [x, y] })) }),
  scene: {
    turn: 0, marks: [{ kind: 'last', sites: ['f6'] }],
    pieces: [...many('disc', 0, 'd5 e4 e5 c4 d6 f4 c3'), ...many('disc', 1, 'd4 e6 f6 f5 g5 d3 e3')],
  },
  choices: sites('c2 d2 e2 f2 g6 g4 f7 h5 f3'),
  values: { c2: { text: '+4', exact: true, best: true }, g6: { text: '−2', exact: true }, f7: { text: '0.48', exact: false } },
  steps: [{ do: 'put', piece: { kind: 'disc', at: 'h5', seat: 0 } }, { do: 'flip', at: ['g5', 'f5'], seat: 0 }, done(['h5'])],
  hints: [{ do: 'flip', at: ['f5', 'g5'], seat: 0 }],
}

const yonin: Sample = {
  layout: square('felt', 8, 8, {
    view: { bounds: [0, 0, 8, 8], turns: [0, 1, 2, 3], portrait: 'keep' },
    zones: [
      { id: 'z0', box: [0, 4, 4, 8], seat: 0, say: say('') }, { id: 'z1', box: [4, 4, 8, 8], seat: 1, say: say('') },
      { id: 'z2', box: [4, 0, 8, 4], seat: 2, say: say('') }, { id: 'z3', box: [0, 0, 4, 4], seat: 3, say: say('') },
    ],
  }),
  scene: {
    turn: 0,
    marks: [{ kind: 'last', sites: ['c5'] }, { kind: 'forbidden', sites: 'a5 b5 c5 d5 a6 b6 c6 d6 a7 b7 c7 d7 a8 b8 c8 d8'.split(' ') }],
    pieces: [...many('disc', 0, 'd4 e4 e3 d6 c6'), ...many('disc', 1, 'd5 f4 f5 g3'), ...many('disc', 2, 'e5 e6 f6 b4'), ...many('disc', 3, 'c5 c4 d3 c3 h2')],
  },
  choices: sites('b3 c2 f3 g4 f7'),
}

const amazons: Sample = {
  layout: square('wood', 10, 10, { grid: { cols: 10, rows: 10, names: 'a1-bottom', checker: true } }),
  scene: {
    turn: 0, marks: [{ kind: 'last', sites: ['d10', 'd6', 'f6'] }],
    pieces: [...many('amazon', 0, 'a4 d1 g2 j4'), ...many('amazon', 1, 'a7 d6 g10'), { kind: 'knight', at: 'j7', seat: 1 }, ...many('burnt', undefined, 'f6 e5 c3 h4 b8 i6')],
  },
  choices: {
    form: 'tree', asks: [say('Choose an amazon'), say('Where does she go?'), say('Where does the arrow burn?')],
    nodes: [
      { ask: 0, picks: [{ site: 'd1', next: 1 }, { site: 'a4', next: 1 }, { site: 'g2', next: 1 }, { site: 'j4', next: 1 }] },
      { ask: 1, picks: 'd2 d3 d4 d5 e2 f3 g4 c2 b1 c1 e1 f1'.split(' ').map((site) => ({ site, next: 2 })) },
      { ask: 2, picks: 'd1 d6 e4 f4 g5 d7 c4 b4 e6'.split(' ').map((site) => ({ site, next: `move/${site}` })) },
    ],
  },
  arrows: [{ path: ['j4', 'j6', 'g6'], weight: 1 }, { path: ['g2', 'g3'], weight: 0.3, exact: true }],
  steps: [{ do: 'move', from: 'd1', to: 'd4' }, { do: 'put', piece: { kind: 'burnt', at: 'g7' } }, done(['d1', 'd4', 'g7'])],
}

const holes = (n: number): Site[] =>
  Array.from({ length: 2 * n }, (_, i) => {
    const top = i >= n
    return { id: `${top ? 'b' : 'a'}${(i % n) + 1}`, at: [top ? n - (i % n) - 0.5 : (i % n) + 0.5, top ? 0.5 : 1.5], size: [1, 1], shape: 'pit', owner: top ? 1 : 0, say: say(`hole ${i}`) }
  })
const baoSites = holes(8)
const baoTrack = baoSites.map((s) => s.id)
const bao = (portrait: 'keep' | 'rotate'): Sample => ({
  layout: {
    v: 1, game: 'bao', tone: 'wood', view: { bounds: [0, 0, 8, 2], turns: [0, 2], portrait }, sites: baoSites, track: baoTrack,
    trays: [
      { id: 's0', kind: 'store', at: [8.75, 1], size: [1.2, 2], seat: 0, say: say('store') },
      { id: 's1', kind: 'store', at: [-0.75, 1], size: [1.2, 2], seat: 1, say: say('store') },
    ],
  },
  scene: {
    turn: 0, marks: [{ kind: 'last', sites: ['a3', 'a4'] }, { kind: 'capture', sites: ['b2'] }],
    pieces: [...baoTrack.flatMap((at, i): Piece[] => ([3, 4].includes(i) ? [] : [{ kind: 'stones', at, count: i === 12 ? 23 : i + 1 }])), { kind: 'stones', at: 's0', count: 7 }, { kind: 'stones', at: 's1', count: 31 }],
  },
  choices: sites('a1 a2 a3 a6 a7 a8'),
  steps: [
    { do: 'sow', from: 'a6', over: ['a7', 'a8', 'b1', 'b2', 'b3', 'b4'] }, { do: 'take', at: 'b4', to: 's0' },
    { do: 'sow', from: 'a8', over: ['b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'a1'] }, done(['a6', 'a1']),
  ],
})

const bgSites: Site[] = Array.from({ length: 24 }, (_, i) => {
  const n = i + 1
  const low = n <= 12
  const column = low ? 12 - n : n - 13
  return { id: `p${n}`, at: [column + (column >= 6 ? 1 : 0) + 0.5, low ? 8.5 : 2.5], size: [1, 5], shape: 'point', dir: [0, low ? -1 : 1], say: say(`point ${n}`) }
})
const backgammon: Sample = {
  layout: {
    v: 1, game: 'backgammon', tone: 'felt', view: { bounds: [0, 0, 13, 11], turns: [0, 2], portrait: 'rotate' }, sites: bgSites,
    trays: [
      { id: 'bar0', kind: 'bar', at: [6.5, 3], size: [1, 4], seat: 0, say: say('bar') }, { id: 'bar1', kind: 'bar', at: [6.5, 8], size: [1, 4], seat: 1, say: say('bar') },
      { id: 'off0', kind: 'off', at: [13.75, 8.4], size: [1.1, 5], seat: 0, say: say('off') }, { id: 'off1', kind: 'off', at: [13.75, 2.6], size: [1.1, 5], seat: 1, say: say('off') },
      { id: 'dice', kind: 'dice', at: [9.5, 5.5], size: [2.4, 1], say: say('dice') }, { id: 'cube', kind: 'cube', at: [6.5, 5.5], size: [0.9, 0.9], say: say('cube') },
    ],
  },
  scene: {
    turn: 0, marks: [{ kind: 'last', sites: ['p13', 'p8'] }],
    pieces: [
      ...([['p24', 1], ['p13', 3], ['p8', 2], ['p6', 7]] as const).map(([at, count]): Piece => ({ kind: 'checker', at, seat: 0, count })),
      ...([['p1', 2], ['p12', 4], ['p17', 3], ['p19', 4], ['p4', 1]] as const).map(([at, count]): Piece => ({ kind: 'checker', at, seat: 1, count })),
      { kind: 'checker', at: 'bar0', seat: 0, count: 1 }, { kind: 'checker', at: 'off0', seat: 0, count: 1 }, { kind: 'checker', at: 'off1', seat: 1, count: 1 },
      { kind: 'die', at: 'dice', value: 2 }, { kind: 'die', at: 'dice', value: 5 }, { kind: 'cube', at: 'cube', value: 64 },
    ],
  },
  choices: {
    form: 'tree', asks: [say('Move a checker')],
    nodes: [
      { ask: 0, picks: [{ drag: ['bar0', 'p23'], value: 2, next: 1 }, { drag: ['bar0', 'p20'], value: 5, next: 2 }] },
      { ask: 0, picks: [{ drag: ['p13', 'p8'], value: 5, next: 'bar/23 13/8' }, { drag: ['p6', 'p1'], value: 5, next: 'bar/23 6/1' }, { drag: ['p23', 'p18'], value: 5, next: 'bar/18' }] },
      { ask: 0, picks: [{ drag: ['p6', 'p4'], value: 2, next: 'bar/20 6/4*' }, { drag: ['p8', 'p6'], value: 2, next: 'bar/20 8/6' }, { drag: ['p20', 'p18'], value: 2, next: 'bar/18' }, { key: 'done', next: 'bar/20' }] },
    ],
  },
  steps: [{ do: 'roll', values: [5, 2] }, { do: 'move', from: 'bar0', to: 'p20' }, { do: 'take', at: 'p4', to: 'bar1' }, { do: 'move', from: 'p6', to: 'p4' }, done(['p6', 'p4'])],
}

const pathOf = (letter: string) => (strokes as Record<string, number[][][]>)[letter]!.map((line) => 'M' + line.map(([x, y]) => `${x! * 3} ${y! * 3}`).join('L')).join('')
const card = (face: string, seat: number, at: At, turn = 0): Piece => ({ kind: 'card', at, seat, face, turn, strokes: pathOf(face) })
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const hichain: Sample = {
  layout: {
    v: 1, game: 'hichain', tone: 'paper', view: { bounds: [-3, -3, 5, 5], unbounded: true, turns: [], portrait: 'keep' },
    trays: [
      { id: 'h1', kind: 'hand', at: [1, -5], size: [13.5, 2], seat: 1, say: say('hand') },
      { id: 'h0', kind: 'hand', at: [1, 7], size: [13.5, 2], seat: 0, say: say('hand') },
    ],
  },
  scene: {
    turn: 0,
    marks: [{ kind: 'last', sites: [[2, 1]] }, { kind: 'chain', path: [[0, 0], [0, 1], [-1, 1]], seat: 0, label: say('9') }],
    pieces: [
      card('H', 0, [0, 0]), card('H', 1, [1, 0], 3), card('I', 0, [0, 1]), card('I', 1, [1, 1], 3), card('J', 0, [-1, 1], 2), card('K', 1, [2, 1], 1), card('A', 1, [2, 0]),
      ...[...letters].filter((l) => l !== 'J').map((l) => card(l, 0, 'h0')), ...[...letters].filter((l) => l !== 'K' && l !== 'A').map((l) => card(l, 1, 'h1')),
    ],
  },
  choices: {
    form: 'facets',
    facets: [
      { ask: say('Choose a card'), options: [...letters].filter((l) => !'JVQ'.includes(l)).map((l) => ({ piece: l, text: l })) },
      { ask: say('Turn it'), options: ['n', 'e', 's', 'w'].map((t) => ({ key: t, text: t })) },
      { ask: say('Choose a cell'), options: ([[3, 0], [3, 1], [1, 2], [1, -1], [2, -1], [2, 2], [0, -1]] as [number, number][]).map((site) => ({ site, text: `${site}` })) },
    ],
    moves: Array.from({ length: 23 * 4 * 7 }, (_, i) => i).filter((i) => (i * 7919) % 5 < 2).flatMap((i) => [Math.floor(i / 28), Math.floor(i / 7) % 4, i % 7]),
  },
}

const hex: Sample = (() => {
  const sites: Site[] = []
  for (let r = 0; r < 7; ++r) for (let q = 0; q < 7; ++q) sites.push({ id: `${letters[q]!.toLowerCase()}${r + 1}`, at: [q + r / 2 + 0.5, r * 0.866 + 0.577], size: [1, 1.1547], shape: 'hex', say: say('cell') })
  return {
    layout: { v: 1, game: 'hex', tone: 'stone', view: { bounds: [-0.1, -0.1, 10.1, 6.45], turns: [], portrait: 'keep' }, sites },
    scene: { turn: 1, marks: [{ kind: 'last', sites: ['d4'] }], pieces: [...many('token', 0, 'c3 d4 b5'), ...many('token', 1, 'd3 e4 c5')] },
    choices: sites.length ? { form: 'tree', asks: [say('Choose a cell')], nodes: [{ ask: 0, picks: ['a1', 'e3', 'f3', 'c6'].map((site) => ({ site, next: site })) }] } : (undefined as never),
  }
})()

const morris: Sample = (() => {
  const sites: Site[] = []
  const lines: [string, string][] = []
  for (let ring = 0; ring < 3; ++ring)
    for (let i = 0; i < 8; ++i) {
      const [dx, dy] = ([[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]] as const)[i]!
      sites.push({ id: `${ring}${i}`, at: [3.5 + dx * (3 - ring), 3.5 + dy * (3 - ring)], size: [0.8, 0.8], shape: 'none', say: say(`point ${ring}${i}`) })
      lines.push([`${ring}${i}`, `${ring}${(i + 1) % 8}`])
      if (i % 2 && ring < 2) lines.push([`${ring}${i}`, `${ring + 1}${i}`])
    }
  return {
    layout: { v: 1, game: 'morris', tone: 'wood', view: { bounds: [0, 0, 7, 7], turns: [], portrait: 'keep' }, sites, lines },
    scene: { turn: 0, marks: [{ kind: 'last', sites: ['01', '02'] }], pieces: [...many('piece', 0, '00 02 11 25').map((p) => ({ ...p, face: 'man' })), ...many('piece', 1, '03 17 21 24').map((p) => ({ ...p, face: 'man' })), { kind: 'piece', at: '13', seat: 0, face: 'fox' }, { kind: 'piece', at: '15', seat: 1, face: 'goose' }, { kind: 'piece', at: '05', seat: 0, face: 'hare' }, { kind: 'piece', at: '07', seat: 1, face: 'hound' }] },
    choices: sites.length ? { form: 'tree', asks: [say('Choose a point')], nodes: [{ ask: 0, picks: ['01', '00', '02', '22'].map((site) => ({ site, next: site })) }] } : (undefined as never),
  }
})()

const back = 'rook knight bishop queen king bishop knight rook'.split(' ')
const chess: Sample = {
  layout: square('stone', 8, 8, { grid: { cols: 8, rows: 8, names: 'a1-bottom', checker: true } }),
  scene: {
    turn: 1, marks: [{ kind: 'last', sites: ['e7', 'e5'] }],
    pieces: [
      ...back.flatMap((face, i): Piece[] => [{ kind: 'piece', at: `${letters[i]!.toLowerCase()}1`, seat: 1, face }, { kind: 'piece', at: `${letters[i]!.toLowerCase()}8`, seat: 0, face }]),
      ...'abcdfgh'.split('').flatMap((c): Piece[] => [{ kind: 'piece', at: `${c}2`, seat: 1, face: 'pawn' }, { kind: 'piece', at: `${c}7`, seat: 0, face: 'pawn' }]),
      { kind: 'piece', at: 'e4', seat: 1, face: 'pawn' }, { kind: 'piece', at: 'e5', seat: 0, face: 'pawn' },
      { kind: 'piece', at: 'a5', seat: 0, face: 'x' }, { kind: 'piece', at: 'b5', seat: 1, face: 'o' }, { kind: 'piece', at: 'h5', seat: 0, face: 'crown' }, { kind: 'piece', at: 'g5', seat: 1, face: '将' }, { kind: 'token', at: 'a4', seat: 2, count: 3 }, { kind: 'disc', at: 'h4', seat: 3 },
    ],
  },
  choices: { form: 'tree', asks: [say('Choose a piece'), say('Where to?')], nodes: [{ ask: 0, picks: [{ site: 'g1', next: 1 }, { site: 'd2', next: 2 }] }, { ask: 1, picks: ['f3', 'h3'].map((site) => ({ site, next: `N${site}` })) }, { ask: 1, picks: ['d3', 'd4'].map((site) => ({ site, next: site })) }] },
}

// A hand beside a bounded board, and a hand with one tray per card.
const hand: Sample = {
  layout: square('paper', 3, 3, { trays: [{ id: 'h0', kind: 'hand', at: [1.5, 3.8], size: [3, 1], seat: 0, say: say('hand') }, { id: 'h1', kind: 'hand', at: [1.5, -0.8], size: [3, 1], seat: 1, say: say('hand') }] }),
  scene: { turn: 0, marks: [], pieces: [...many('piece', 0, 'a1').map((p) => ({ ...p, face: 'x' })), ...many('piece', 1, 'b2').map((p) => ({ ...p, face: 'o' })), { kind: 'piece', at: 'h0', seat: 0, face: 'fox', count: 2 }, { kind: 'piece', at: 'h0', seat: 0, face: 'hare' }, { kind: 'token', at: 'h1', seat: 1, face: 'A', count: 4 }] },
  choices: { form: 'tree', asks: [say('Choose a piece'), say('Where?')], nodes: [{ ask: 0, picks: [{ piece: 'fox', next: 1 }, { piece: 'hare', next: 1 }] }, { ask: 1, picks: 'c1 c2 a3'.split(' ').map((site) => ({ site, next: `drop ${site}` })) }] },
}
const slots: Sample = {
  ...hichain,
  layout: { ...hichain.layout, trays: [0, 1].flatMap((seat) => [...letters].map((l, i) => ({ id: `h${seat}.${l}`, kind: 'hand' as const, at: [i - 12, seat ? -9 : 9] as [number, number], size: [1, 1] as [number, number], seat, say: say(l) }))) },
  scene: { ...hichain.scene, pieces: hichain.scene.pieces.map((p) => (typeof p.at === 'string' ? { ...p, at: `${p.at}.${p.face}` } : p)) },
  steps: [{ do: 'move', from: 'h0.B', to: [1, 2] }, { do: 'turn', at: [1, 2], turn: 1 }, done([[1, 2]])],
}

const list: Sample = { layout: square('night', 5, 5), scene: { turn: 0, marks: [], pieces: [...many('disc', 0, 'a1 c3'), ...many('disc', 1, 'b2 d4'), ...many('disc', 2, 'e5'), ...many('disc', 3, 'e1')] }, choices: { form: 'list', moves: Array.from({ length: 60 }, (_, i) => `take ${i + 1}`) } }

const pass: Sample = { ...reversi, choices: { form: 'tree', asks: [say('There is no move')], nodes: [{ ask: 0, picks: [{ key: 'pass', next: 'pass' }] }] } }

export const samples: Record<string, Sample> = { reversi, yonin, amazons, bao: bao('keep'), 'bao-rotated': bao('rotate'), backgammon, hichain, hex, morris, chess, hand, slots, list, pass }
