import { expect, test } from 'vitest'
import { load_messages, load_words, more_words, problem_text, say, tell, translated, words, type Words } from './i18n'
import { settings } from './store/settings.svelte'
import errors from './texts/errors.ja.json'
import studies from './texts/studies.ja.json'

await load_words('en')
await load_words('ja')
await more_words({ en: () => import('./texts/tables.en.json'), ja: () => import('./texts/tables.ja.json') })
await more_words({ en: () => import('./texts/forms.en.json'), ja: () => import('./texts/forms.ja.json') })
await more_words({ en: () => import('./texts/studies.en.json'), ja: () => import('./texts/studies.ja.json') })
await load_messages()

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort()

// Texts that a game, a rule file or a study itself has in English are in the Japanese dictionary alone.
const of_both = (key: string) => !key.endsWith('.help') && (!(key in studies) || key in words.en)

test('both languages have the same keys', () => {
  expect(Object.keys(words.ja).filter(of_both).sort()).toEqual(Object.keys(words.en).sort())
})
test('titles and parameters of the library\'s games are translated, into English too where they have no text of their own', () => {
  const files = import.meta.glob<string>('../../games/*.game', { query: '?raw', import: 'default', eager: true })
  const missing: string[] = []
  expect(Object.keys(files).length).toBeGreaterThan(30)
  for (const [file, text] of Object.entries(files)) {
    const id = /([^/]+)\.game$/.exec(file)?.[1] as string
    if (!(`game.${id}.game.title` in words.ja) && !(`game.${id}.title` in words.ja)) missing.push(`${id}: title`)
    for (const [, name, , choices, help] of text.matchAll(/^param (\w+) = (\w+)(?: of ([\w ]+?)| in [^"\n]*)? *("[^"]*")?$/gm)) {
      const keys = [name as string, ...(choices ?? '').split(' ').filter((c) => /^[a-z]/.test(c)).map((c) => `${name}.${c}`)]
      for (const key of keys) if (!(`parameter.${key}` in words.ja) || !(`parameter.${key}` in words.en)) missing.push(`${id}: ${key}`)
      if (help && !(`parameter.${name}.help` in words.ja)) missing.push(`${id}: ${help}`)
    }
  }
  expect(missing).toEqual([])
})
test('both languages have the same placeholders in every text, and no text is empty', () => {
  for (const key of Object.keys(words.en)) {
    expect(gaps(words.ja[key] ?? ''), key).toEqual(gaps(words.en[key] ?? ''))
    expect(words.en[key], key).not.toBe('')
    expect(words.ja[key], key).not.toBe('')
  }
})
test('no key has different texts in two files', () => {
  for (const files of [import.meta.glob<Words>(['./texts/en.json', './texts/*.en.json', './texts/*-en.json'], { eager: true, import: 'default' }), import.meta.glob<Words>(['./texts/ja.json', './texts/*.ja.json', './texts/*-ja.json'], { eager: true, import: 'default' })]) {
    const said = new Map<string, string>()
    for (const file of Object.values(files))
      for (const [key, text] of Object.entries(file)) {
        expect(said.get(key) ?? text, key).toBe(text)
        said.set(key, text)
      }
  }
})
test('every key used by the page exists', () => {
  const files = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./board/**', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true })
  const missing: string[] = []
  expect(Object.keys(files).length).toBeGreaterThan(20)
  for (const [file, text] of Object.entries(files)) for (const [, key] of text.matchAll(/\bt\('([\w.]+)'/g)) if (!((key as string) in words.en)) missing.push(`${file}: ${key}`)
  expect(missing).toEqual([])
})
test('placeholders are filled; a value that begins with @ is a key; an unknown key is returned as it is', () => {
  expect(tell('en', 'play.turn', { seat: '@seat.second' })).toBe('Second to move')
  expect(tell('ja', 'play.turn', { seat: '@seat.second' })).toBe('後手の手番')
  expect(tell('en', 'a move: 8/5')).toBe('a move: 8/5')
  expect(tell('en', 'analysis.nodes', { nodes: 12345 })).toBe('12,345 positions')
  expect(tell('en', 'play.turn')).toBe('{seat} to move')
  expect(tell('en', 'toString')).toBe('toString')
})
test('texts loaded concurrently don\'t overwrite each other', async () => {
  const late = (key: string, wait: number) => () => new Promise<{ default: Words }>((done) => setTimeout(() => done({ default: { [key]: key } }), wait))
  const before = { ...words }
  await Promise.all([more_words({ en: late('test.slow', 20), ja: late('test.slow', 1) }), more_words({ en: late('test.quick', 5), ja: late('test.quick', 1) })])
  expect(Object.keys(words.en).filter((k) => k.startsWith('test.')).sort()).toEqual(['test.quick', 'test.slow'])
  Object.assign(words, before)
})
test('plain texts of plug-ins and rule files are returned as they are', () => {
  expect(say({ plain: '<b>{x}</b>' })).toBe('<b>{x}</b>')
})
test('every message in the Japanese texts of errors is one of the program, with the same gaps', () => {
  const sources = Object.values(import.meta.glob<string>(['../../src/**/*.{cpp,hpp}', '!../../src/**/*_test.cpp'], { query: '?raw', import: 'default', eager: true }))
  const texts = new Set(sources.flatMap((text) => text.match(/"(?:[^"\\\n]|\\.)*"/g) ?? []))
  const all = [...texts].map((text) => text.slice(1, -1).replaceAll('\\"', '"')).join('\n')
  const missing: string[] = []
  for (const [english, text] of Object.entries(errors)) {
    for (const part of english.split(/\{\w+\}/)) if (!all.includes(part)) missing.push(`${english}: ${part}`)
    for (const gap of gaps(text)) expect(gaps(english), english).toContain(gap)
  }
  expect(missing).toEqual([])
}, 60_000)
test('every key of the server\'s errors has a text', () => {
  const sources = Object.values(import.meta.glob<string>(['../../src/serve/*.cpp', '!../../src/serve/*_test.cpp'], { query: '?raw', import: 'default', eager: true })).join('\n')
  const keys = [...sources.matchAll(/refuse\("(\w+)"|TableError(?: \w+)?\{"(\w+)"|\{"(\w+)",\s*Error\{|(?:refusal\(\d+|send_error\(\w+), \{"(\w+)", [a-z]/g)].map((m) => m.slice(1).find(Boolean) as string)
  expect(keys.length).toBeGreaterThan(30)
  expect([...new Set(keys)].filter((key) => !(`table.${key}` in words.ja))).toEqual([])
})
test('errors of the server are shown in Japanese, with what they quote', () => {
  settings.lang = 'ja'
  expect(problem_text({ what: "there is no game 'boa'", hint: "did you mean 'bao'?" })).toBe('「boa」というゲームはありません。「bao」のことですか？')
  expect(problem_text({ what: "expected the seat on turn, got 'q'", where: 'position' })).toBe('手番の席が必要ですが、「q」とあります。')
  expect(problem_text({ what: "'x9' is not a legal move here", line: 3, column: 7 })).toBe('3行目、7文字目：「x9」はここでは指せません。')
  expect(problem_text({ what: 'unheard of', hint: 'nothing' })).toBe('unheard of (nothing)')
  expect(translated({ what: 'unheard of' })).toBe(false)
  settings.lang = 'en'
  expect(problem_text({ what: "there is no game 'boa'" })).toBe("there is no game 'boa'")
})
test('an error states what, where and the nearest valid name', () => {
  expect(problem_text({ what: "'x9' is no square", hint: "did you mean 'c9'?", where: 'my.game', line: 3, column: 7 })).toBe("my.game:3:7: 'x9' is no square (did you mean 'c9'?)")
  expect(problem_text({ what: 'wrong', line: 2 })).toContain('2: wrong')
})
