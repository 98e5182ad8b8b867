// Games stored in this browser, newest first, so that a reload or a closed tab loses nothing.
import type { Ended, RecordNode, SeatWho } from '../protocol'

export interface Kept {
  uid: string
  when: number
  game: string
  position: string
  seats: SeatWho[]
  names: string[]
  seed?: number | string
  record: RecordNode[]
  written?: string[]
  comments?: string[]
  live: string[]
  here: string[]
  below: number
  paused: boolean
  ended: Ended | null
  over: boolean
  clock?: { minutes: number; increment: number; left: number[] }
}

const name = 'banmen.games'
const most = 12

export function kept_games(): Kept[] {
  try {
    const list = JSON.parse(localStorage.getItem(name) ?? '[]') as Kept[]
    return Array.isArray(list) ? list.filter((k) => typeof k.game === 'string' && Array.isArray(k.record)) : []
  } catch {
    return []
  }
}

function write(list: Kept[]) {
  // When the storage is full, evict the oldest games first.
  for (let n = Math.min(most, list.length); n >= 0; n--) {
    try {
      localStorage.setItem(name, JSON.stringify(list.slice(0, n)))
      return
    } catch {
      continue
    }
  }
}

export function keep(game: Kept) {
  write([game, ...kept_games().filter((k) => k.uid !== game.uid)])
}
export function forget(uid: string) {
  write(kept_games().filter((k) => k.uid !== uid))
}
