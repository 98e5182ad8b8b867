// Seats at shared tables held by this browser, newest first: a reload, a lost connection or a later visit resumes them.
export interface Held {
  id: string
  when: number
  game?: string
  seat?: number
  token?: string
  host?: string
  join?: string
  seats?: { seat: number; token: string }[] // of a table opened here, for its links
  invited?: { seat: number; token: string } // by an unused link
}

const name = 'banmen.tables'
const person = 'banmen.name'
const most = 24
const read = <T>(text: string | null, otherwise: T): T => {
  try {
    return text ? (JSON.parse(text) as T) : otherwise
  } catch {
    return otherwise
  }
}
const local = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function held_tables(): Held[] {
  const list = read<Held[]>(local(name), [])
  return Array.isArray(list) ? list.filter((h) => typeof h?.id === 'string') : []
}
export const held_at = (id: string): Held | undefined => held_tables().find((h) => h.id === id)

/** Returns whether it could be stored; otherwise only the address has it. */
export function hold(id: string, what: Partial<Held>): boolean {
  const all = held_tables()
  const next: Held = { ...all.find((h) => h.id === id), ...what, id, when: Date.now() }
  try {
    localStorage.setItem(name, JSON.stringify([next, ...all.filter((h) => h.id !== id)].slice(0, most)))
    return true
  } catch {
    return false
  }
}
export function let_go(id: string) {
  try {
    localStorage.setItem(name, JSON.stringify(held_tables().filter((h) => h.id !== id)))
    sessionStorage.removeItem(`${name}.${id}`)
  } catch {
    // Nothing is stored, so there is nothing to forget.
  }
}

/** The seat of this tab: two tabs of one browser may sit at the same table. */
export function tab_seat(id: string): string | undefined {
  try {
    return sessionStorage.getItem(`${name}.${id}`) ?? undefined
  } catch {
    return undefined
  }
}
export function hold_in_tab(id: string, token: string | undefined) {
  try {
    if (token) sessionStorage.setItem(`${name}.${id}`, token)
    else sessionStorage.removeItem(`${name}.${id}`)
  } catch {
    // The tab keeps it in memory.
  }
}

/** The reader's name, at every table. */
export const own_name = () => local(person) ?? ''
export function keep_name(text: string) {
  try {
    localStorage.setItem(person, text)
  } catch {
    // It will be asked for again.
  }
}
/** Normalises a name as the server does: no control, invisible or bidirectional characters, at most 32. */
export const clean_name = (text: string) =>
  [...text.replace(/[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]/gu, '').trim()].slice(0, 32).join('').trim()
