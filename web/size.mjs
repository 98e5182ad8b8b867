// How much the page weighs as it is sent, and that it stays below its limit. Run after `vite build`.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const limit = 100_000
const files = (folder) => readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? files(join(folder, name)) : [join(folder, name)]))
const dist = new URL('dist', import.meta.url).pathname
let sum = 0
for (const file of files(dist).sort()) {
  const size = gzipSync(readFileSync(file), { level: 9 }).length
  sum += size
  console.log(`${String(size).padStart(8)}  ${file.slice(dist.length + 1)}`)
}
console.log(`${String(sum).padStart(8)}  in all, of at most ${limit}`)
process.exitCode = sum <= limit ? 0 : 1
