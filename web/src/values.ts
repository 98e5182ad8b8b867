// Values of analyses: as shares of a bar, as text, and the places that a move names.
import type { At, Layout } from './scene'
import type { Found } from './store/tree'

const of_shares = /share|chance|probab|0 to 1/i

/** A value as the share of an evaluation bar that its seat gets. Points have no natural end: ten of them nearly fill the bar. */
export function share_of(value: number, unit: string): number {
  if (of_shares.test(unit)) return Math.min(1, Math.max(0, value))
  if (/^wins/.test(unit)) return (Math.max(-1, Math.min(1, value)) + 1) / 2
  return 0.5 + 0.5 * Math.tanh(value / 10)
}
export function value_text(value: number | string, unit = ''): string {
  if (typeof value === 'string') return value
  if (of_shares.test(unit)) return `${(100 * value).toFixed(1)} %`
  const text = Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2)
  return (value > 0 ? '+' : value < 0 ? '−' : '±') + text
}
/** The parts of the bar: what the seat that the value is for gets, and the rest among the others. */
export function parts_of(found: Found, seats: number): number[] {
  const mine = share_of(found.value, found.unit)
  return Array.from({ length: seats }, (_, k) => (k === found.seat ? mine : (1 - mine) / Math.max(1, seats - 1)))
}
/** Moves by their exact values, best first. Values may be one seat's whoever is on turn, so the best is what the position itself is worth. */
export function ranked(value: number | string, moves: Record<string, number | string>): [string, number | string][] {
  const all = Object.entries(moves)
  const numbers = all.map(([, v]) => Number(v))
  const least = Math.abs(Math.min(...numbers) - Number(value)), most = Math.abs(Math.max(...numbers) - Number(value))
  const sign = least < most ? -1 : 1
  return all.sort((a, b) => sign * (Number(b[1]) - Number(a[1])))
}
/** The sites that a move's text names, in its order. */
export function sites_in(move: string, layout: Layout): At[] {
  const known = new Set([...(layout.sites ?? []).map((s) => s.id), ...(layout.trays ?? []).map((s) => s.id)])
  const grid = layout.grid
  const on_grid = (id: string) => {
    const m = /^([a-z])(\d+)$/.exec(id)
    return m !== null && grid !== undefined && (m[1] as string).charCodeAt(0) - 97 < grid.cols && Number(m[2]) >= 1 && Number(m[2]) <= grid.rows
  }
  return move.split(/[^0-9A-Za-z]+/).filter((word) => known.has(word) || on_grid(word))
}
