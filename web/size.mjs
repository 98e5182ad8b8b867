// Reports the transfer size of the page and checks it against its limit: node size.mjs [FOLDER], after `vite build`.
//
// The limit covers everything that play and analysis load: the page, its styles, its code, and the larger dictionary. Parts of
// other pages are loaded on demand.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const limit = 100_000
const dist = process.argv[2] ?? new URL('dist', import.meta.url).pathname
const files = (folder) => readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? files(join(folder, name)) : [join(folder, name)]))
const sizes = new Map(files(dist).sort().map((file) => [file.slice(dist.length + 1), gzipSync(readFileSync(file), { level: 9 }).length]))

const needed = new Set(['index.html'])
for (const name of needed) {
  if (!/\.(html|js|css)$/.test(name)) continue
  const text = readFileSync(join(dist, name), 'utf8')
  // From HTML the files it names; from code its static imports.
  const found = name.endsWith('.html') ? text.matchAll(/(?:src|href)="\/([^"]+)"/g) : name.endsWith('.js') ? text.matchAll(/(?:from|import)"\.\/([^"]+)"/g) : []
  for (const [, other] of found) needed.add(name.endsWith('.html') ? other : `assets/${other}`)
}
const dictionaries = [...sizes].filter(([name]) => /assets\/(en|ja)-/.test(name)).sort((a, b) => b[1] - a[1])
if (dictionaries[0]) needed.add(dictionaries[0][0])

let sum = 0
for (const [name, size] of sizes) {
  if (needed.has(name)) sum += size
  console.log(`${String(size).padStart(8)} ${needed.has(name) ? '*' : ' '} ${name}`)
}
console.log(`${String(sum).padStart(8)} * what play and analysis load, of at most ${limit}`)
console.log(`${String([...sizes.values()].reduce((a, b) => a + b)).padStart(8)}   in all`)
process.exitCode = sum <= limit ? 0 : 1
