// Generates the TypeScript types of scenes and messages from their JSON schemas (node types.mjs). It supports the part of JSON
// Schema that those two files use; src/types.test.ts checks that the types are current.
import { readFileSync, writeFileSync } from 'node:fs'

const here = (path) => new URL(path, import.meta.url)
const camel = (name) => name[0].toUpperCase() + name.slice(1)
const union = (types) => [...new Set(types)].join(' | ')
const grouped = (type) => (type.includes(' | ') ? `(${type})` : type)
const plain = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }

function object(schema) {
  if (!schema.properties) return `Record<string, ${type_of(schema.additionalProperties)}>`
  const fields = Object.entries(schema.properties).map(([name, one]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${type_of(one)}`)
  return `{ ${fields.join('; ')} }`
}

function type_of(schema) {
  if (schema.$ref) return camel(schema.$ref.split('/').at(-1))
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.enum) return union(schema.enum.map((one) => `'${one}'`))
  if (schema.anyOf ?? schema.oneOf) return union((schema.anyOf ?? schema.oneOf).map(type_of))
  if (Array.isArray(schema.type)) return union(schema.type.map((one) => plain[one]))
  if (schema.type === 'object') return object(schema)
  if (schema.type !== 'array') return plain[schema.type]
  const item = type_of(schema.items)
  return schema.minItems === schema.maxItems && schema.minItems ? `[${Array(schema.minItems).fill(item).join(', ')}]` : `${grouped(item)}[]`
}

export function types_of(name) {
  const text = readFileSync(here(`../docs/${name}.schema.json`), 'utf8')
  const others = [...new Set([...text.matchAll(/scene\.schema\.json#\/\$defs\/(\w+)/g)].map((m) => camel(m[1])))].sort()
  const lines = [`// Made by types.mjs from docs/${name}.schema.json.`]
  if (others.length > 0) lines.push(`import type { ${others.join(', ')} } from './scene'`)
  lines.push('')
  for (const [key, schema] of Object.entries(JSON.parse(text).$defs)) {
    if (schema.description) lines.push(`/** ${schema.description} */`)
    const variants = schema.oneOf?.map((one) => `\n  | ${type_of(one)}`)
    lines.push(`export type ${camel(key)} =${variants ? variants.join('') : ` ${type_of(schema)}`}`)
  }
  return lines.join('\n') + '\n'
}

export const files = { scene: 'src/scene.ts', messages: 'src/messages.ts' }
if (process.argv[1]?.endsWith('types.mjs')) for (const [name, file] of Object.entries(files)) writeFileSync(here(file), types_of(name))
