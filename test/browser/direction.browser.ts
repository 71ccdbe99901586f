import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser, useBrowsedService } from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'

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

/** The texts of a page, each with the last sign of a word from right to left at its right end. */
const misread = (page: Page): Promise<string[]> =>
  page.evaluate((word) => {
    const wrong: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { data, parentElement } = text as Text
      const at = data.indexOf(word)
      if (at === -1) continue
      const [first = 0, last = 0] = [at, at + word.length - 1].map((start) => {
        const range = document.createRange()
        range.setStart(text, start)
        range.setEnd(text, start + 1)
        return range.getBoundingClientRect().left
      })
      if (last > first) wrong.push(`${parentElement?.parentElement?.outerHTML}`)
    }
    return wrong
  }, WORD)

const WORD = 'ثعبان!'

const LIST = '/api/v1/marketplace-artworks/'

describeInBrowser('a text from the data', () => {
  let page: Page

  beforeAll(async () => {
    ;({ page } = await browser.open())
  })

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
    await page.goto(`${service.url}${LIST}${id}/`)
    expect(await visibleAround(page, 'h1')).toBe(', 1987')
    await page.getByText('The record and its request').click()
    const json = await visibleAround(page, '.json pre')
    for (const line of ['"title": "",', '"year_of_creation": 1987,', '"city": "",']) {
      expect(json).toContain(line)
    }
    await page.goto(`${service.url}${LIST}?ordering=-created_at&limit=1`)
    expect(await visibleAround(page, '.card h2')).toBe(', 1987')
  })

  it('has a direction of its own wherever it stands', async () => {
    const [name, summary, city] = [WORD, WORD, WORD]
    const { id: artist } = await makeArtist(test.db, { name, summary })
    const { id: gallery } = await makeGallery(test.db, { name, summary, city, address: WORD })
    const { id: venue } = await makeVenue(test.db, { name, city, response_time: WORD })
    const { id: tag } = await makeTag(test.db, { name })
    const work = { title: WORD, medium: WORD, street_address: WORD, city }
    const related = { artists: [artist], gallery_id: gallery, tags: [tag] }
    const { id: artwork } = await makeArtwork(test.db, { ...work, ...related })
    await makeArtwork(test.db, { ...work, ...related })
    const show = { title: WORD, content: WORD, additional_info: WORD, address: WORD, city }
    const { id: event } = await makeEvent(test.db, { ...show, venue_id: venue })
    for (const address of [
      `/api/v1/artists/${artist}/`,
      '/api/v1/artists/',
      `/api/v1/galleries/${gallery}/`,
      '/api/v1/galleries/',
      `/api/v1/venues/${venue}/`,
      '/api/v1/venues/',
      `/api/v1/tags/${tag}/`,
      '/api/v1/tags/',
      `${LIST}${artwork}/`,
      `${LIST}?artist=${artist}&q=${WORD}`,
      `/api/v1/events/${event}/`,
      `/api/v1/events/?venue=${venue}&q=${WORD}`,
      `/api/v1/venues/${venue}/events/`,
    ]) {
      await page.goto(`${service.url}${address}`)
      expect(await page.locator('body').textContent(), address).toContain(WORD)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      expect(await misread(page), address).toEqual([])
    }
  })
})
