// Texts of studies and their findings, loaded with the pages that show them. In English a study itself says most of them.
import { has, more_words, t, t_or } from '../i18n'
import { settings } from './settings.svelte'

await more_words({ en: () => import('../texts/studies.en.json'), ja: () => import('../texts/studies.ja.json') })

/** Dictionary key of a study; its help and its parameters are below it. */
export const study_key = (game: string, study: string) => `study.${game}.${study}`

export const title_text = (game: string, study: string, otherwise = study) => t_or(study_key(game, study), otherwise)
export const help_text = (game: string, study: string, otherwise: string) => t_or(`${study_key(game, study)}.help`, otherwise)
/** Language of these two. */
export const text_lang = (game: string, study: string) => (has(study_key(game, study)) ? settings.lang : 'en')

const heading_key = (name: string, game: string) => [`finding.${game}.${name}`, `finding.${name}`].find((key) => has(key))
/** Heading of a figure or a column in the findings of a game's study; one of a series ends with "[5]". */
export function heading(name: string, game = ''): string {
  const [, series = name, at = ''] = /^(.+?)(\[\w+\])?$/.exec(name) ?? []
  const key = heading_key(series, game)
  return (key === undefined ? series.replaceAll('_', ' ') : t(key)) + at
}
export const heading_lang = (name: string, game = '') => (heading_key(name.replace(/\[\w+\]$/, ''), game) === undefined ? 'en' : settings.lang)

/** Unit of a study's progress. */
export const progress_unit = (unit: string) => t_or(`progress.${unit}`, unit)
