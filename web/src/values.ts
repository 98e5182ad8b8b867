// Values of analyses: as shares of a bar, as text, and the sites named by a move.
import type { At, Branch, Choices, Layout, Option } from './scene'
import type { Found } from './store/tree'

const of_shares = /share|chance|probab|0 to 1/i

/** Converts a value to its seat's share of the evaluation bar. Points have no upper limit: ten of them nearly fill the bar. */
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
/** Parts of the bar: the share of the value's seat, and the rest divided among the others. */
export function parts_of(found: Found, seats: number): number[] {
  const mine = share_of(found.value, found.unit)
  return Array.from({ length: seats }, (_, k) => (k === found.seat ? mine : (1 - mine) / Math.max(1, seats - 1)))
}
/** Moves by exact value, best first. Values may belong to one fixed seat, so the best is the one equal to the position's value. */
export function ranked(value: number | string, moves: Record<string, number | string>): [string, number | string][] {
  const all = Object.entries(moves)
  const numbers = all.map(([, v]) => Number(v))
  const least = Math.abs(Math.min(...numbers) - Number(value)), most = Math.abs(Math.max(...numbers) - Number(value))
  const sign = least < most ? -1 : 1
  return all.sort((a, b) => sign * (Number(b[1]) - Number(a[1])))
}
/** Paths of picks over the board: consecutive sites, with a separate path for each dragged piece. */
function ways_of(picks: (Branch | Option)[]): At[][] {
  const ways: At[][] = []
  let sites: At[] | undefined
  for (const pick of picks) {
    if ('site' in pick) {
      if (!sites) ways.push((sites = []))
      sites.push(pick.site)
    } else if ('drag' in pick) {
      const [from, to] = pick.drag
      const on = ways.find((way) => way !== sites && String(way[way.length - 1]) === String(from))
      if (on) on.push(to)
      else ways.push([from, to])
    }
  }
  return ways
}
const known_ways = new WeakMap<Choices, Map<string, At[][]>>()
/** For each move the picks that make it, in one of the possible orders. */
export function ways_in(choices: Choices): Map<string, At[][]> {
  const known = known_ways.get(choices)
  if (known) return known
  const out = new Map<string, At[][]>()
  known_ways.set(choices, out)
  if (choices.form === 'tree') {
    // A graph: each node is visited once, with the picks that led there.
    const reached: { node: number; picks: (Branch | Option)[] }[] = [{ node: 0, picks: [] }]
    const seen = new Set([0])
    for (const { node, picks } of reached)
      for (const pick of choices.nodes[node]?.picks ?? []) {
        const way = [...picks, pick]
        if (typeof pick.next === 'string') out.has(pick.next) || out.set(pick.next, ways_of(way))
        else if (!seen.has(pick.next)) {
          seen.add(pick.next)
          reached.push({ node: pick.next, picks: way })
        }
      }
  } else if (choices.form === 'facets') {
    const { facets, moves } = choices
    for (let at = 0; at + facets.length <= moves.length; at += facets.length) {
      const options = facets.map((f, i) => f.options[moves[at + i]!]!)
      out.set(options.map((o) => o.text).join(''), ways_of(options))
    }
  }
  return out
}
/** Sites named in a move's text, in order. */
export function sites_in(move: string, layout: Layout): At[] {
  const known = new Set([...(layout.sites ?? []).map((s) => s.id), ...(layout.trays ?? []).map((s) => s.id)])
  const grid = layout.grid
  const on_grid = (id: string) => {
    const m = /^([a-z])(\d+)$/.exec(id)
    return m !== null && grid !== undefined && (m[1] as string).charCodeAt(0) - 97 < grid.cols && Number(m[2]) >= 1 && Number(m[2]) <= grid.rows
  }
  return move.split(/[^0-9A-Za-z]+/).filter((word) => known.has(word) || on_grid(word))
}

/** Seats from best to worst result; equal results share a rank. */
export function ranks_of(result: number[]): { seat: number; rank: number }[] {
  return result.map((value, seat) => ({ seat, rank: 1 + result.filter((other) => other > value).length })).sort((a, b) => a.rank - b.rank || a.seat - b.seat)
}
