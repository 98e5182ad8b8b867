// Formats a table's conditions as text.
import { t } from '../../i18n'
import type { ClockNow, TableOptions } from '../../protocol'

export function clock_words(clock: ClockNow | undefined): string {
  if (!clock || clock.kind === 'none') return t('clock.none')
  if (clock.kind === 'move') return t('clock.move', { seconds: clock.seconds ?? 0 })
  return t('clock.fischer', { minutes: Math.round((clock.seconds ?? 0) / 6) / 10, increment: clock.increment ?? 0 })
}
export const rules_of = (options: TableOptions): string[] => [
  t(options.takeback ? 'rule.takeback' : 'rule.no_takeback'),
  t(options.listed ? 'rule.listed' : 'rule.by_link'),
  ...(options.watch ? [] : [t('rule.no_watch')]),
]
