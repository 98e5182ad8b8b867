// Translations: flat dictionaries from keys to texts with placeholders in braces. Reads in a template react to the chosen language.
import type { Problem } from './protocol'
import type { Text } from './scene'
import { settings, type Lang } from './store/settings.svelte'

export type Args = Record<string, string | number>
export type Words = Record<string, string>
export const words: Record<Lang, Words> = { en: {}, ja: {} }

// Only one language is loaded; the other is fetched on demand.
const files: Record<Lang, () => Promise<{ default: Words }>> = { en: () => import('./texts/en'), ja: () => import('./texts/ja') }
// Texts of rarely used pages are loaded with them, for the current language and every one chosen later.
const sources: (typeof files)[] = [files]
export async function load_words(lang: Lang) {
  if (Object.keys(words[lang]).length > 0) return
  const coming = new Map(sources.map((f) => [f, f[lang]()]))
  const found: Words = {}
  for (const f of sources) Object.assign(found, (await (coming.get(f) ?? f[lang]())).default) // includes sources added meanwhile
  words[lang] = found
  if (lang === 'ja') void load_messages() // errors come later
}
export async function more_words(of: typeof files) {
  sources.push(of)
  for (const lang of ['en', 'ja'] as const) {
    if (Object.keys(words[lang]).length === 0) continue
    const found = (await of[lang]()).default
    words[lang] = { ...words[lang], ...found } // read again after the await: other texts may have been merged meanwhile
  }
}
/** Changes the language once its texts are loaded. */
export async function speak_in(lang: Lang) {
  await load_words(lang)
  settings.lang = lang
}

export function has(key: string, lang: Lang = settings.lang): boolean {
  return Object.hasOwn(words[lang], key)
}

/** Returns the text of a key; a key without a text is returned as it is. Values that begin with "@" are keys themselves. */
export function tell(lang: Lang, key: string, args: Args = {}): string {
  const found = words[lang]
  const text = Object.hasOwn(found, key) ? (found[key] ?? key) : key
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = args[name]
    if (value === undefined) return gap
    if (typeof value === 'number') return value.toLocaleString(lang)
    return value.startsWith('@') ? tell(lang, value.slice(1)) : value
  })
}

export function t(key: string, args?: Args): string {
  return tell(settings.lang, key, args)
}

/** Returns the text of a key if the dictionary has it, else the given one. */
export function t_or(key: string, otherwise: string): string {
  return has(key) ? t(key) : otherwise
}

/** Returns a text of a scene. */
export function say(text: Text): string {
  return 'plain' in text ? text.plain : t(text.key, text.args)
}

// Japanese texts of the server's messages, by the English ones, whose names and numbers are gaps.
let messages: [RegExp, string][] = []
export async function load_messages() {
  const found = Object.entries((await import('./texts/errors.ja.json')).default as Words)
  const pattern = (english: string) => new RegExp(`^${english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's')
  const plain = (english: string) => english.replace(/\{\w+\}/g, '').length
  messages = found.sort(([a], [b]) => plain(b) - plain(a)).map(([english, text]) => [pattern(english), text])
}
/** Translates a message of the server, and what it quotes; undefined without a text in the page's language. */
export function from_server(message: string): string | undefined {
  if (settings.lang !== 'ja') return undefined
  for (const [pattern, text] of messages) {
    const found = pattern.exec(message)
    if (found) return text.replace(/\{(\w+)\}/g, (gap, name: string) => from_server(found.groups?.[name] ?? gap) ?? found.groups?.[name] ?? gap)
  }
  return undefined
}

/** Returns whether an error has a text in the page's language; else the server's own is shown. */
export const translated = (problem: Problem) => (problem.key !== undefined && has(problem.key)) || from_server(problem.what) !== undefined

/** Formats an error in one line: what, where, and the nearest valid name. */
export function problem_text(problem: Problem): string {
  const { key, line, column, hint } = problem
  const what = from_server(problem.what)
  if (key !== undefined && has(key)) return t(key, { what: what ?? problem.what })
  const where = problem.where ? problem.where + (line ? ':' : '') : ''
  let text = what ?? problem.what
  if (what !== undefined && line) text = t(column ? 'error.line_column' : 'error.line', { line, column: column ?? 0, text })
  else if (line) text = `${where || t('word.line') + ' '}${line}${column ? ':' + column : ''}: ${text}`
  else if (what === undefined && where) text = `${where}: ${text}`
  if (!hint) return text
  return what === undefined ? `${text} (${hint})` : text + (from_server(hint) ?? `（${hint}）`)
}
