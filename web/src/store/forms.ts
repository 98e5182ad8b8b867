// Texts of parameter forms, loaded with the first form.
import { more_words } from '../i18n'
import type { GameInfo } from '../protocol'

await more_words({ en: () => import('../texts/forms.en.json'), ja: () => import('../texts/forms.ja.json') })

/** Dictionary prefix of a game's parameter names. The same name in a user's own file may mean something else. */
export const scope_of = (game: GameInfo) => (game.group === 'own' ? '' : `game.${game.id}.parameter`)
