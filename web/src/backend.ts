// The only file that knows how the page reaches its server. A worker that runs the rules could replace it: everything else uses
// `send`, `onmessage` and `ask`.
import type { FromServer, Problem, ToServer } from './protocol'

export type Connection = 'connecting' | 'open' | 'lost'

const key_name = 'banmen.key'
const longest_wait = 16_000

type Listener = (message: FromServer) => void
type Watcher = (state: Connection, retry_at: number) => void

const listeners = new Set<Listener>()
const watchers = new Set<Watcher>()
let socket: WebSocket | null = null
let state: Connection = 'connecting'
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let retry_at = 0

function become(next: Connection) {
  state = next
  for (const watch of watchers) watch(state, retry_at)
}

/**
 * Delay before retry k: half a second doubled each time, plus up to a quarter at random so that pages don't reconnect all at once.
 */
export function wait_before(k: number, random = Math.random()): number {
  return Math.min(longest_wait, 500 * 2 ** k) * (1 + random / 4)
}

function open() {
  clearTimeout(timer)
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const mine = new WebSocket(`${scheme}//${location.host}/api/ws`)
  socket = mine
  mine.onopen = () => {
    tries = 0
    become('open')
  }
  mine.onmessage = (event) => {
    let message: FromServer
    try {
      message = JSON.parse(String(event.data)) as FromServer
    } catch {
      return // a superseded connection
    }
    for (const listen of listeners) listen(message)
  }
  mine.onclose = () => {
    if (socket !== mine) return
    socket = null
    const wait = wait_before(tries++)
    retry_at = Date.now() + wait
    timer = setTimeout(open, wait)
    become('lost')
  }
}

export function connect() {
  if (!socket) open()
}

/** Retries immediately. */
export function try_now() {
  if (socket) return
  tries = 0
  open()
}

/** Returns false without a connection; the caller sends again after reconnecting. */
export function send(message: ToServer): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false
  socket.send(JSON.stringify(message))
  return true
}

export function onmessage(listen: Listener): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

export function is_lost(): boolean {
  return state === 'lost'
}

export function onconnection(watch: Watcher): () => void {
  watchers.add(watch)
  watch(state, retry_at)
  return () => watchers.delete(watch)
}

/** An error reported by the server, or the failure to reach it. */
export class Refusal extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.what)
  }
}

/** Sends a request: POST with a body, else GET. */
export async function ask<T>(path: string, body?: unknown, method?: string, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = {}
  const key = operator_key()
  if (key) headers.Authorization = `Bearer ${key}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    })
  } catch (e) {
    if (e instanceof DOMException && e.name === 'AbortError') throw e
    throw new Refusal({ what: '', key: 'error.unreachable' }, 0)
  }
  let found: unknown = null
  try {
    found = await answer.json()
  } catch {
    // A response that is not JSON is reported by its status alone.
  }
  if (!answer.ok) {
    const problem = (found as { error?: Problem | string } | null)?.error
    throw new Refusal(typeof problem === 'string' ? { what: problem } : (problem ?? { what: `${answer.status} ${answer.statusText}` }), answer.status)
  }
  return found as T
}

/**
 * The operator's key comes in the fragment of the printed address, stays in this tab's session, and is removed from the address
 * bar.
 */
export function keep_key(fragment: string): string {
  const found = /(^#?|&)key=([^&]*)/.exec(fragment)
  if (!found) return fragment
  sessionStorage.setItem(key_name, decodeURIComponent(found[2] ?? ''))
  return fragment.replace(/(^#?|&)key=[^&]*&?/, '$1').replace(/[#&]$/, '')
}

export function operator_key(): string | null {
  return sessionStorage.getItem(key_name)
}
