// The page's own words and those of the games' scenes, each in files of their own, as one dictionary.
import type { Words } from '../i18n'

const files = import.meta.glob<Words>(['./en.json', './games-*.en.json'], { eager: true, import: 'default' })
export default Object.assign({}, ...Object.values(files)) as Words
