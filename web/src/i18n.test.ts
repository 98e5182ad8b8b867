import { expect, test } from 'vitest'
import { load_words, more_words, problem_text, say, tell, words, type Words } from './i18n'

await load_words('en')
await load_words('ja')
await more_words({ en: () => import('./texts/tables.en.json'), ja: () => import('./texts/tables.ja.json') })
await more_words({ en: () => import('./texts/forms.en.json'), ja: () => import('./texts/forms.ja.json') })

const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort()

// Texts that a game or a rule file itself has in English are in the Japanese dictionary alone.
const of_both = (key: string) => !key.endsWith('.help')

test('both languages have the same keys', () => {
  expect(Object.keys(words.ja).filter(of_both).sort()).toEqual(Object.keys(words.en).sort())
})
test('titles and parameters of the games of the library are there in Japanese, and in English what has no words of its own', () => {
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
test('both languages have the same gaps in every text, and no text is empty', () => {
  for (const key of Object.keys(words.en)) {
    expect(gaps(words.ja[key] ?? ''), key).toEqual(gaps(words.en[key] ?? ''))
    expect(words.en[key], key).not.toBe('')
    expect(words.ja[key], key).not.toBe('')
  }
})
test('no two files say the same key in other words', () => {
  for (const files of [import.meta.glob<Words>(['./texts/en.json', './texts/*.en.json', './texts/*-en.json'], { eager: true, import: 'default' }), import.meta.glob<Words>(['./texts/ja.json', './texts/*.ja.json', './texts/*-ja.json'], { eager: true, import: 'default' })]) {
    const said = new Map<string, string>()
    for (const file of Object.values(files))
      for (const [key, text] of Object.entries(file)) {
        expect(said.get(key) ?? text, key).toBe(text)
        said.set(key, text)
      }
  }
})
test('every key that the page names is there', () => {
  const files = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./board/**', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true })
  const missing: string[] = []
  expect(Object.keys(files).length).toBeGreaterThan(20)
  for (const [file, text] of Object.entries(files)) for (const [, key] of text.matchAll(/\bt\('([\w.]+)'/g)) if (!((key as string) in words.en)) missing.push(`${file}: ${key}`)
  expect(missing).toEqual([])
})
test('gaps are filled; a value that begins with @ is a key; an unknown key shows itself', () => {
  expect(tell('en', 'play.turn', { seat: '@seat.second' })).toBe('Second to move')
  expect(tell('ja', 'play.turn', { seat: '@seat.second' })).toBe('後手の手番')
  expect(tell('en', 'a move: 8/5')).toBe('a move: 8/5')
  expect(tell('en', 'analysis.nodes', { nodes: 12345 })).toBe('12,345 positions')
  expect(tell('en', 'play.turn')).toBe('{seat} to move')
  expect(tell('en', 'toString')).toBe('toString')
})
test('words that come at the same time do not drive each other out', async () => {
  const late = (key: string, wait: number) => () => new Promise<{ default: Words }>((done) => setTimeout(() => done({ default: { [key]: key } }), wait))
  const before = { ...words }
  await Promise.all([more_words({ en: late('test.slow', 20), ja: late('test.slow', 1) }), more_words({ en: late('test.quick', 5), ja: late('test.quick', 1) })])
  expect(Object.keys(words.en).filter((k) => k.startsWith('test.')).sort()).toEqual(['test.quick', 'test.slow'])
  Object.assign(words, before)
})
test('plain words of games from outside are said as they are', () => {
  expect(say({ plain: '<b>{x}</b>' })).toBe('<b>{x}</b>')
})
test('a problem says what, where and the nearest valid thing', () => {
  expect(problem_text({ what: "'x9' is no square", hint: "did you mean 'c9'?", where: 'my.game', line: 3, column: 7 })).toBe("my.game:3:7: 'x9' is no square (did you mean 'c9'?)")
  expect(problem_text({ what: 'wrong', line: 2 })).toContain('2: wrong')
})
