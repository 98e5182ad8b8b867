// Names with parameters, as everywhere in the program: id[:key=value,…].
import type { Parameter } from './protocol'

export interface Spec { id: string; values: Record<string, string> }

/** A piece without '=' belongs to the value before it, since values may contain commas (a board's rows of stones). */
export function read_spec(text: string): Spec {
  // The path of a file may contain a colon only before its last slash.
  const colon = text.indexOf(':', text.lastIndexOf('/') < 0 || text.indexOf('=') >= 0 ? 0 : text.lastIndexOf('/'))
  if (colon < 0) return { id: text, values: {} }
  const values: Record<string, string> = {}
  let last = ''
  for (const piece of text.slice(colon + 1).split(',')) {
    const equals = piece.indexOf('=')
    if (equals > 0 && /^\w+$/.test(piece.slice(0, equals))) {
      last = piece.slice(0, equals)
      values[last] = piece.slice(equals + 1)
    } else if (last) values[last] += ',' + piece
  }
  return { id: text.slice(0, colon), values }
}

/** Formats a name with the parameters that differ from their default. */
export function write_spec(id: string, values: Record<string, string>, parameters: Parameter[]): string {
  const parts = parameters
    .filter((p) => values[p.name] !== undefined && values[p.name] !== p.default && !(values[p.name] === '' && p.type !== 'text'))
    .map((p) => `${p.name}=${values[p.name]}`)
  return parts.length > 0 ? `${id}:${parts.join(',')}` : id
}

/** Checks a value against its parameter's range: the dictionary key of the error, or null if fine or for the server to check. */
export function refused(p: Parameter, value: string): string | null {
  if (value === '' || value === p.default) return null
  if (p.type !== 'integer' && p.type !== 'real') return null
  const number = Number(value)
  if (!Number.isFinite(number)) return 'form.number'
  if (p.type === 'integer' && !Number.isInteger(number)) return 'form.whole'
  const range = /^(-?[\d.e+]+)\.\.(-?[\d.e+]+)$/.exec(p.range)
  if (range && (number < Number(range[1]) || number > Number(range[2]))) return 'form.range'
  return null
}

/** The parameters of a name, for display. */
export const parameters_of = (name: string) => name.slice(name.indexOf(':') + 1).replaceAll(',', ', ')
