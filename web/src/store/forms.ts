// The words of forms for parameters, which come with the first form that is opened.
import { more_words } from '../i18n'
import type { GameInfo } from '../protocol'

await more_words({ en: () => import('../texts/forms.en.json'), ja: () => import('../texts/forms.ja.json') })

/** Where the dictionary has the names of a game's parameters. What somebody calls so in a file of his own may be something else. */
export const scope_of = (game: GameInfo) => (game.group === 'own' ? '' : `game.${game.id}.parameter`)
