// The reader's settings in this browser.
export type Lang = 'en' | 'ja'
export interface Settings {
  lang: Lang
  theme: 'auto' | 'light' | 'dark'
  confirm: 'off' | 'touch' | 'always'
  speed: number // 0: instant, else 1..3
  sounds: boolean
}

const name = 'banmen.settings'

function at_first(): Settings {
  const lang: Lang = typeof navigator !== 'undefined' && navigator.language.startsWith('ja') ? 'ja' : 'en'
  const usual: Settings = { lang, theme: 'auto', confirm: 'touch', speed: 1, sounds: false }
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Settings>
    if (kept.lang === 'en' || kept.lang === 'ja') usual.lang = kept.lang
    if (kept.theme === 'light' || kept.theme === 'dark') usual.theme = kept.theme
    if (kept.confirm === 'off' || kept.confirm === 'always') usual.confirm = kept.confirm
    if (typeof kept.speed === 'number' && kept.speed >= 0 && kept.speed <= 3) usual.speed = kept.speed
    usual.sounds = kept.sounds === true
  } catch {
    // Nothing is stored, or storage is forbidden.
  }
  return usual
}

export const settings: Settings = $state(at_first())

/** Called once, inside an effect root: stores the settings and applies language and theme to the document. */
export function follow_settings() {
  $effect(() => {
    try {
      localStorage.setItem(name, JSON.stringify(settings))
    } catch {
      // Storage is full or forbidden: the setting lasts until the page is closed.
    }
  })
  $effect(() => {
    document.documentElement.lang = settings.lang
    if (settings.theme === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = settings.theme
  })
}
