// Formats findings as text, independent of the study.
import { has, t, t_or } from '../i18n'

export type Rows = Record<string, unknown>[]

export function figure_text(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(6)))
  if (typeof value === 'boolean') return value ? t_or('finding.yes', 'yes') : t_or('finding.no', 'no')
  if (typeof value === 'string') return t_or(`value.${value}`, value)
  if (Array.isArray(value)) return value.every((v) => typeof v !== 'object' || v === null) ? value.map(figure_text).join(', ') : JSON.stringify(value)
  return Object.entries(value as object)
    .map(([k, v]) => `${k} ${figure_text(v)}`)
    .join(', ')
}

/** The language of a value, if it is not the page's. */
export const value_lang = (value: unknown) => (typeof value === 'string' && !has(`value.${value}`) ? 'en' : undefined)

export const is_table = (value: unknown): value is Rows =>
  Array.isArray(value) && value.length > 0 && value.every((v) => typeof v === 'object' && v !== null && !Array.isArray(v))

/** Columns of a data table in order of first appearance. */
export function columns_of(rows: Rows): string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  return [...names]
}

/** Splits a study's document into single figures, with their labels, and data tables. */
export function taken_apart(document: Record<string, unknown>) {
  const about = (document.figures ?? {}) as Record<string, { words?: string; unit?: string }>
  const figures: { name: string; value: unknown; unit?: string; words?: string }[] = []
  const tables: { name: string; rows: Rows }[] = []
  for (const [name, value] of Object.entries(document)) {
    if (name === 'figures' && !Array.isArray(value)) continue
    if (is_table(value)) tables.push({ name, rows: value })
    else figures.push({ name, value, ...(about[name] ?? {}) })
  }
  return { figures, tables }
}

export function duration(seconds: number): string {
  if (seconds < 90) return t('duration.seconds', { n: Math.ceil(seconds) })
  if (seconds < 5400) return t('duration.minutes', { n: Math.round(seconds / 60) })
  return t('duration.hours', { n: (seconds / 3600).toFixed(1) })
}
