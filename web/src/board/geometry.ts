// Screen geometry: sites, trays and free places of a layout in pixels, rotated to put one seat's side below. Positions rotate,
// pieces stay upright.
import type { At, Box, Layout, Piece, Point, Site, Text, Tray } from '../scene'
import { keyOf } from './apply'

export interface Spot {
  key: string
  at: At
  x: number // centre, size, and the length of a cell, in pixels
  y: number
  w: number
  h: number
  unit: number
  shape: Site['shape'] | 'tray'
  dir?: Point
  owner?: number
  say?: Text
  tray?: Tray
  bare?: true // an empty place in a hand: not a target
}

/** Camera of an unbounded board: its centre (rotated, in cells) and the length of a cell. */
export interface Camera { x: number; y: number; unit: number }

export interface Laid {
  layout: Layout
  turn: number // quarter turns, clockwise
  width: number
  height: number
  unit: number
  frame: number // in pixels
  bounds: Box // of the board; for an unbounded one, of its viewport
  spots: Map<string, Spot>
  free: boolean
  camera: Camera
  toScreen(p: Point): Point
  toBoard(p: Point): Point
}

export interface Wish {
  below: number
  width: number
  height: number
  camera?: Camera | null
  pieces: Piece[]
}

/** Width of the frame round a bounded board, in cells: proportional to the board, limited to cost little cell size. */
const frameOf = (b: Box) => Math.min(0.14, Math.max(b[2] - b[0], b[3] - b[1]) * 0.018)

export function turned([x, y]: Point, turn: number): Point {
  for (let i = ((turn % 4) + 4) % 4; i > 0; --i) [x, y] = [-y, x]
  return [x + 0, y + 0] // avoids -0
}

const swapped = ([w, h]: Point, turn: number): Point => (turn % 2 ? [h, w] : [w, h])
const around = ([x, y]: Point, [w, h]: Point): Box => [x - w / 2, y - h / 2, x + w / 2, y + h / 2]
const union = (a: Box, b: Box): Box => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
const grown = (b: Box, by: number): Box => [b[0] - by, b[1] - by, b[2] + by, b[3] + by]
const clamp = (x: number, low: number, high: number) => Math.min(Math.max(x, low), Math.max(low, high))

export function turnedBox(b: Box, turn: number): Box {
  const [ax, ay] = turned([b[0], b[1]], turn)
  const [bx, by] = turned([b[2], b[3]], turn)
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]
}

/** Returns the sites that a grid stands for. */
export function gridSites(layout: Layout): Site[] {
  const grid = layout.grid
  if (!grid) return []
  const sites: Site[] = []
  for (let r = 0; r < grid.rows; ++r)
    for (let c = 0; c < grid.cols; ++c) {
      const id = String.fromCharCode(97 + c) + (grid.names === 'a1-bottom' ? grid.rows - r : r + 1)
      sites.push({ id, at: [c + 0.5, r + 0.5], size: [1, 1], shape: 'square', say: { key: 'site.square', args: { site: id } } })
    }
  return sites
}

interface Lying { tray: Tray; at: Point; size: Point }

/** Moves trays from the left and right of the board above and below it, which makes the cells larger on a narrow screen. */
function aboveAndBelow(trays: Lying[], bounds: Box, below: number): Lying[] {
  const gap = 0.15
  const beside = ({ at }: Lying) => at[0] < bounds[0] || at[0] > bounds[2]
  const box = trays.filter((t) => !beside(t)).reduce((b, t) => union(b, around(t.at, t.size)), grown(bounds, frameOf(bounds)))
  const isDown = ({ tray, at }: Lying) => (tray.seat === undefined ? at[0] > bounds[2] : tray.seat === below)
  const rowOf = (down: boolean) => trays.filter((t) => beside(t) && isDown(t) === down)
  const length = (row: Lying[]) => row.reduce((sum, t) => sum + Math.max(...t.size) + gap, 0)
  return trays.map((lying) => {
    if (!beside(lying)) return lying
    const down = isDown(lying)
    const row = rowOf(down)
    const w = Math.max(...lying.size), h = Math.min(...lying.size)
    const x = (bounds[0] + bounds[2] - length(row) + gap + w) / 2 + length(row.slice(0, row.indexOf(lying)))
    return { tray: lying.tray, size: [w, h], at: [x, down ? box[3] + gap + h / 2 : box[1] - gap - h / 2] }
  })
}

/**
 * Returns a camera that shows all pieces of an unbounded board, a cell of margin on each side, with cells no smaller than a touch
 * target.
 */
export function fit(layout: Layout, pieces: Piece[], turn: number, width: number, height: number): Camera {
  let box: Box | null = null
  for (const p of pieces) {
    if (typeof p.at === 'string') continue
    const one = around(turned([p.at[0] + 0.5, p.at[1] + 0.5], turn), [1, 1])
    box = box ? union(box, one) : one
  }
  box = grown(box ?? turnedBox(layout.view.bounds, turn), box ? 1.3 : 0)
  const unit = clamp(Math.min(width / (box[2] - box[0]), height / (box[3] - box[1])), 42, 96)
  return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, unit }
}

/** Returns whether an earlier camera still shows everything at nearly the best scale; the board then keeps it. */
export function stillFits(laid: Laid, before: Camera, pieces: Piece[]): boolean {
  const w = (laid.bounds[2] - laid.bounds[0]) / 2 / before.unit - 1.6, h = (laid.bounds[3] - laid.bounds[1]) / 2 / before.unit - 1.6
  if (before.unit < laid.unit * 0.75) return false
  return pieces.every((p) => {
    if (typeof p.at === 'string') return true
    const [x, y] = turned([p.at[0] + 0.5, p.at[1] + 0.5], laid.turn)
    return Math.abs(x - before.x) <= w && Math.abs(y - before.y) <= h
  })
}

/** Returns the arrangement of a hand's cards in rows: `largest` in size, or smaller to fit into `height`. */
export function rowsOf(count: number, width: number, height: number, largest: number): { unit: number; columns: number; rows: number } {
  for (let columns = Math.max(1, Math.floor(width / largest)); ; ++columns) {
    const unit = Math.min(largest, width / columns)
    const rows = Math.ceil(Math.max(count, 1) / columns)
    if (rows * unit <= height || columns > count) return { unit, columns: Math.ceil(Math.max(count, 1) / rows), rows } // rows of equal length
  }
}

export function lay(layout: Layout, wish: Wish): Laid {
  const { view } = layout
  const free = view.unbounded === true
  let turn = view.turns[wish.below] ?? 0
  const wide = turnedBox(view.bounds, turn)
  if (view.portrait === 'rotate' && wish.height > wish.width * 1.05 && wide[2] - wide[0] > wide[3] - wide[1]) turn += 1
  turn %= 4

  const spots = new Map<string, Spot>()
  const bounds = turnedBox(view.bounds, turn)
  let unit: number, origin: Point, camera: Camera, window: Box
  let trays: Lying[] = (layout.trays ?? []).map((tray) => ({ tray, at: turned(tray.at, turn), size: swapped(tray.size, turn) }))
  const spotOf = (tray: Tray, x: number, y: number, w: number, h: number, unit: number): Spot => ({
    key: tray.id, at: tray.id, x, y, w, h, unit, shape: 'tray', say: tray.say, tray, ...(tray.seat === undefined ? {} : { owner: tray.seat }),
  })

  if (free) {
    // Trays stay fixed while the board is panned: the reader's own below, the others' above, smaller.
    let top = 0, bottom = wish.height
    const countOf = (tray: Tray) => wish.pieces.filter((p) => p.at === tray.id).length
    const sides = new Map<number | undefined, Tray[]>()
    for (const { tray } of trays) sides.set(tray.seat, [...(sides.get(tray.seat) ?? []), tray])
    for (const [seat, all] of sides) {
      const mine = seat === wish.below
      const room = wish.width - 8
      const largest = wish.width < 600 ? room / 8 : 54
      // A hand is one tray with many cards, or many trays with one card each, the empty ones of which close up.
      const slots = all.length > 1 ? all.filter((t) => countOf(t) > 0) : all
      const count = all.length > 1 ? slots.length : countOf(all[0]!)
      const rows = rowsOf(count, room, wish.height * (mine ? 0.4 : 0.2), mine ? largest : Math.max(22, largest * 0.55))
      const high = rows.rows * rows.unit + 8
      const y = mine ? bottom - high / 2 : top + high / 2
      if (all.length === 1) spots.set(all[0]!.id, spotOf(all[0]!, wish.width / 2, y, wish.width, high, rows.unit))
      const columns = Math.min(rows.columns, Math.max(slots.length, 1))
      for (const tray of all.length > 1 ? all : []) {
        const i = slots.indexOf(tray)
        const x = i < 0 ? wish.width / 2 : wish.width / 2 + ((i % columns) - (columns - 1) / 2) * rows.unit
        const spot = spotOf(tray, x, i < 0 ? y : y + (Math.floor(i / columns) - (rows.rows - 1) / 2) * rows.unit, rows.unit, rows.unit, rows.unit)
        spots.set(tray.id, i < 0 ? { ...spot, bare: true } : spot)
      }
      if (mine) bottom -= high
      else top += high
    }
    window = [0, top, wish.width, bottom]
    camera = wish.camera ?? fit(layout, wish.pieces, turn, wish.width, bottom - top)
    unit = camera.unit
    origin = [wish.width / 2 - camera.x * unit, (top + bottom) / 2 - camera.y * unit]
  } else {
    const boxOf = (lying: Lying[]) => lying.reduce((box, t) => union(box, around(t.at, t.size)), grown(bounds, frameOf(bounds)))
    const unitOf = (box: Box) => Math.min(wish.width / (box[2] - box[0]), wish.height / (box[3] - box[1]))
    let box = boxOf(trays)
    const other = aboveAndBelow(trays, bounds, wish.below)
    if (wish.height > wish.width && unitOf(boxOf(other)) > unitOf(box) * 1.05) {
      trays = other
      box = boxOf(other)
    }
    unit = unitOf(box)
    if (layout.grid && unit > 12) unit = Math.floor(unit) // whole pixels keep grid lines sharp
    origin = [(wish.width - (box[0] + box[2]) * unit) / 2, (wish.height - (box[1] + box[3]) * unit) / 2]
    if (layout.grid) origin = [Math.round(origin[0]), Math.round(origin[1])]
    camera = { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, unit }
    window = [origin[0] + bounds[0] * unit, origin[1] + bounds[1] * unit, origin[0] + bounds[2] * unit, origin[1] + bounds[3] * unit]
    for (const { tray, at, size } of trays)
      spots.set(tray.id, spotOf(tray, origin[0] + at[0] * unit, origin[1] + at[1] * unit, size[0] * unit, size[1] * unit, unit))
  }

  const toScreen = (p: Point): Point => {
    const [x, y] = turned(p, turn)
    return [origin[0] + x * unit, origin[1] + y * unit]
  }
  const toBoard = ([x, y]: Point): Point => turned([(x - origin[0]) / unit, (y - origin[1]) / unit], 4 - turn)
  const all = [...gridSites(layout), ...(layout.sites ?? [])]
  for (const site of all) {
    const [x, y] = toScreen(site.at)
    const [w, h] = swapped(site.size, turn)
    spots.set(site.id, {
      key: site.id, at: site.id, x, y, w: w * unit, h: h * unit, unit, shape: site.shape, say: site.say,
      ...(site.dir ? { dir: turned(site.dir, turn) } : {}), ...(site.owner === undefined ? {} : { owner: site.owner }),
    })
  }
  return { layout, turn, width: wish.width, height: wish.height, unit, frame: frameOf(bounds) * unit, bounds: window, spots, free, camera, toScreen, toBoard }
}

/** Returns the spot of a place; makes one for a free place. */
export function spotAt(laid: Laid, at: At): Spot | undefined {
  if (typeof at === 'string') return laid.spots.get(at)
  const [x, y] = laid.toScreen([at[0] + 0.5, at[1] + 0.5])
  return {
    key: keyOf(at), at, x, y, w: laid.unit, h: laid.unit, unit: laid.unit, shape: 'square',
    say: { key: 'site.square', args: { site: `(${at[0]}, ${at[1]})` } },
  }
}

/** Returns the target at a point of the screen. */
export function hit(laid: Laid, [x, y]: Point): Spot | undefined {
  let best: Spot | undefined
  let least = Infinity
  for (const spot of laid.spots.values()) {
    if (spot.bare) continue
    // Points of a graph are small: a touch hits them from half a cell away.
    const reach = spot.shape === 'none' ? laid.unit / 2 : 0
    if (Math.abs(x - spot.x) > Math.max(spot.w / 2, reach) || Math.abs(y - spot.y) > Math.max(spot.h / 2, reach)) continue
    const measure = spot.w * spot.h * 1e3 + Math.hypot(x - spot.x, y - spot.y)
    if (measure < least) [best, least] = [spot, measure]
  }
  if (best || !laid.free || y < laid.bounds[1] || y > laid.bounds[3]) return best
  const [column, row] = laid.toBoard([x, y])
  return spotAt(laid, [Math.floor(column), Math.floor(row)])
}

/** Returns the spot one step left, right, up or down: the nearest, with straight directions preferred. */
export function walk(spots: Iterable<Spot>, from: { x: number; y: number }, [dx, dy]: Point): Spot | undefined {
  let best: Spot | undefined
  let least = Infinity
  for (const spot of spots) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx)
    if (along < 2 || aside > along * 2.5) continue
    const measure = along + aside * 2
    if (measure < least) [best, least] = [spot, measure]
  }
  return best
}

/** Estimated width of a text, in letter heights. */
export const lengthOf = (words: string): number => [...words].reduce((w, c) => w + (c > '\u2e80' ? 1.05 : 0.62), 0)

/** Outline of a place: its box with round corners, inset by `inset` (negative: larger). */
export function outline(s: { x: number; y: number; w: number; h: number }, inset = 0, round = 0): string {
  const w = Math.max(0, s.w - 2 * inset), h = Math.max(0, s.h - 2 * inset)
  const r = Math.min(round, w / 2, h / 2)
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${s.x - w / 2 + r} ${s.y - h / 2}h${w - 2 * r}${arc(r, r)}v${h - 2 * r}${arc(-r, r)}h${2 * r - w}${arc(-r, -r)}v${2 * r - h}${arc(r, -r)}z`
}

export interface Pos {
  x: number
  y: number
  unit: number
  dir?: Point // direction in which a stack grows; `room`: the number of pieces that fit
  room?: number
}

/** Position of a single piece, held or lying, or of the next one on a stack of `below`. */
export function resting(laid: Laid, at: At, kind: Piece['kind'], below = 0): Pos {
  const spot = spotAt(laid, at)
  if (!spot) return { x: -1e4, y: -1e4, unit: laid.unit }
  const unit = Math.min(spot.unit, spot.w, spot.h)
  if (kind !== 'checker' || !spot.dir) return { x: spot.x, y: spot.y, unit }
  // From the base of the point towards its tip.
  const [dx, dy] = spot.dir
  const length = Math.abs(dx) * spot.w + Math.abs(dy) * spot.h
  const room = Math.max(1, Math.min(5, Math.floor(length / unit + 0.05)))
  const far = (0.5 + Math.min(below, room - 1)) * unit - length / 2
  return { x: spot.x + dx * far, y: spot.y + dy * far, unit, dir: spot.dir, room }
}

/** Positions of a list's pieces: single ones centred on their spots, those in trays side by side. */
export function arrange(laid: Laid, pieces: (Piece & { held?: true })[]): Pos[] {
  const together = new Map<string, number[]>()
  pieces.forEach((p, i) => {
    if (p.held) return
    const key = keyOf(p.at)
    const list = together.get(key)
    if (list) list.push(i)
    else together.set(key, [i])
  })
  const out = pieces.map((p) => {
    if (!p.held) return resting(laid, p.at, p.kind)
    const there = (together.get(keyOf(p.at)) ?? []).reduce((n, i) => n + (pieces[i]!.count ?? 1), 0)
    const { x, y, unit } = resting(laid, p.at, p.kind, there)
    return { x, y, unit } as Pos
  })
  for (const indices of together.values()) {
    const spot = spotAt(laid, pieces[indices[0]!]!.at)
    if (!spot || spot.dir) continue
    const hand = laid.free && spot.tray?.kind === 'hand' && spot.w > 2 * spot.unit
    if (spot.shape === 'tray' && (indices.length > 1 || hand)) {
      let columns = 1, unit = 0
      if (hand) {
        unit = spot.unit
        columns = Math.ceil(indices.length / Math.max(1, Math.round((spot.h - 8) / unit)))
      } else {
        for (let c = 1; c <= indices.length; ++c) {
          const u = Math.min(spot.unit, spot.w / c, spot.h / Math.ceil(indices.length / c))
          if (u > unit + 0.01) [columns, unit] = [c, u]
        }
      }
      columns = Math.min(columns, indices.length)
      const rows = Math.ceil(indices.length / columns)
      indices.forEach((index, i) => {
        out[index] = { x: spot.x + ((i % columns) - (columns - 1) / 2) * unit, y: spot.y + (Math.floor(i / columns) - (rows - 1) / 2) * unit, unit }
      })
    } else if (indices.length > 1) {
      // Several pieces on one site are spread, so that none is hidden.
      indices.forEach((index, i) => {
        const shift = (i - (indices.length - 1) / 2) * Math.min(0.3, 0.6 / indices.length) * spot.unit
        out[index] = { ...out[index]!, x: out[index]!.x + shift, y: out[index]!.y - shift * 0.4 }
      })
    }
  }
  return out
}
