import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser, useBrowsedService } from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'

const test = useDatabase()
const { service, browser } = useBrowsedService(test)

/** The characters of an element outside isolated texts, in visual order. */
function visibleAround(page: Page, selector: string): Promise<string> {
  return page.locator(selector).evaluate((element) => {
    const signs: { sign: string; top: number; left: number }[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement?.closest('bdi')) continue
      const { data } = text as Text
      for (let at = 0; at < data.length; at += 1) {
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const { top, left, width } = range.getBoundingClientRect()
        if (width > 0) signs.push({ sign: data.charAt(at), top, left })
      }
    }
    signs.sort((a, b) => a.top - b.top || a.left - b.left)
    return signs.map(({ sign }) => sign).join('')
  })
}

const LIST = '/api/v1/marketplace-artworks/'

describeInBrowser('a text from the data', () => {
  it.each([
    'abc',
    '\u202eabc',
    '\u2069\u202eabc',
    '\u2067a\u2069\u2069\u202e1',
    'ثعبان',
    'ثعبان 7',
  ])('does not change the direction of its surroundings: %j', async (title) => {
    const artwork = { title, city: title, year_of_creation: 1987 }
    const { id } = await makeArtwork(test.db, artwork)
    const { page } = await browser.open()
    await page.goto(`${service.url}${LIST}${id}/`)
    expect(await visibleAround(page, 'h1')).toBe(', 1987')
    await page.getByText('The record and its request').click()
    const json = await visibleAround(page, '.json pre')
    for (const line of ['"title": "",', '"year_of_creation": 1987,', '"city": "",']) {
      expect(json).toContain(line)
    }
    await page.goto(`${service.url}${LIST}?ordering=-created_at&limit=1`)
    expect(await visibleAround(page, '.card h2')).toBe(', 1987')
    await page.context().close()
  })
})
