// Takes screenshots of the pages around the board: the first one, a new game, settings, experiments, studies, claims, help.
import { open } from './kit.mjs'

const pages = {
  home: ['', (page) => page.locator('.texts li').first().waitFor()],
  new: ['', async (page) => {
    await page.locator('.games .under button').nth(5).click()
    await page.locator('dialog summary').first().click()
  }],
  library: ['', async (page) => {
    await page.locator('.texts .icon').nth(5).click()
    await page.locator('dialog summary').first().click()
  }],
  settings: ['#play?game=reversi', async (page) => {
    await page.locator('.board .stop').first().waitFor()
    await page.locator('header button.icon:not(.menu)').click()
  }],
  experiments: ['#experiments', (page) => page.locator('main .card, main .soft').first().waitFor()],
  studies: ['#studies', async (page) => {
    await page.locator('nav.list a').first().click()
    await page.locator('section.card').waitFor()
  }],
  claims: ['#claims', (page) => page.locator('main table, main .card').first().waitFor()],
  about: ['#about', (page) => page.locator('main h1').waitFor()],
}

export async function page_shots({ server, browser, folder, sizes, fits }) {
  let made = 0
  for (const [name, [fragment, then]] of Object.entries(pages))
    for (const [size, device] of Object.entries(sizes))
      for (const theme of ['light', 'dark'])
        for (const lang of ['en', 'ja']) {
          const file = ['page', name, size, theme, lang].join('-')
          if (!fits(file)) continue
          const page = await open(browser, { ...device, settings: { theme, lang, confirm: 'touch' } })
          // With the operator's key, to include the controls reserved for the operator.
          await page.goto(server.home + (fragment ? `${fragment}&` : '#') + server.address.split('#')[1])
          await page.locator('main h1, main .play').first().waitFor()
          await then(page)
          await page.waitForTimeout(400)
          await page.screenshot({ path: `${folder}/${file}.png` })
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (wide > 0) console.log(`${file}: ${wide} px too wide`)
          for (const w of page.wrong) console.log(`${file}: ${w}`)
          await page.context().close()
          ++made
        }
  return made
}
