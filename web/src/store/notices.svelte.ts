// Messages beside the board: notices that can be dismissed, and announcements for screen readers.
import { Refusal } from '../backend'
import { problem_text, t, translated } from '../i18n'
import type { Problem } from '../protocol'

export interface Notice { id: number; kind: 'error' | 'info'; text: string; english?: boolean; lines?: string[] }

let next = 1
export const notices: { list: Notice[]; spoken: { id: number; text: string }[] } = $state({ list: [], spoken: [] })

export function close(id: number) {
  notices.list = notices.list.filter((n) => n.id !== id)
}

function put(notice: Omit<Notice, 'id'>, seconds: number) {
  if (notices.list.some((n) => n.text === notice.text)) return
  const id = next++
  notices.list = [...notices.list.slice(-2), { id, ...notice }]
  if (seconds > 0) setTimeout(() => close(id), seconds * 1000)
}

export const inform = (text: string, seconds = 4) => put({ kind: 'info', text }, seconds)

/** Errors of the server without a text in the page's language are marked as English. */
export function complain(e: unknown, lines?: Problem[]) {
  if (e instanceof DOMException && e.name === 'AbortError') return
  const own = typeof e === 'string'
  const problem: Problem = e instanceof Refusal ? e.problem : own ? { what: e } : ((e as { problem?: Problem }).problem ?? { what: String(e) })
  put({ kind: 'error', text: problem_text(problem), english: !own && !translated(problem), lines: lines?.map(problem_text) }, lines ? 0 : 9)
}
export const refuse = (problem: Problem) => complain({ problem })

/** Queue for the live region: each text is announced once, and none is lost when four seats move at once. */
export function speak(text: string) {
  if (text) notices.spoken = [...notices.spoken.slice(-9), { id: next++, text }]
}

/** Without the clipboard API (HTTP from another machine) browsers still copy a selection. */
function copy_plainly(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden'
  // An open modal dialog blocks selection outside it.
  ;(document.querySelector('dialog[open]') ?? document.body).append(field)
  const before = document.activeElement
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
export async function copy(text: string, done: string) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else if (!copy_plainly(text)) throw new Error('not copied')
    inform(t(done))
  } catch {
    complain(t('error.clipboard'))
  }
}
