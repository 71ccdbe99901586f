import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { serveDemoPictures } from '../../scripts/demo/serve-demo-pictures.ts'
import { shareOf } from '../support/amount.ts'
import {
  axeViolations,
  describeInBrowser,
  overflow,
  useBrowsedService,
} from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'

// What holds for every kind of page. browse.browser.ts has what visitors do on some of them.

const test = useDatabase()
const { service, browser } = useBrowsedService(
  test,
  () => loadDemoCatalogue(test.url, { artworks: 90, events: 50 }),
  serveDemoPictures,
)

const LIST = '/api/v1/marketplace-artworks/'

/** Collects the layout shifts of a page. */
function observeShifts(): void {
  const shifts: unknown[] = []
  Reflect.set(globalThis, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node: Element | null }[]
      }
      if (value > 0) shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 60))])
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The controls of a page that are nearer to its right edge than its name is to the left one. */
const inMargin = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { left = 0 } = document.querySelector('.brand')?.getBoundingClientRect() ?? {}
    const end = Math.ceil(document.documentElement.clientWidth - left)
    return Array.from(document.querySelectorAll('button, input, select'))
      .filter((control) => control.getBoundingClientRect().right > end)
      .map((control) => control.outerHTML)
  })

/** The placeholders that are wider than their fields. */
const cutPlaceholders = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const text = document.createElement('span')
    text.style.cssText = 'position: absolute; white-space: pre'
    document.body.append(text)
    const cut = Array.from(document.querySelectorAll('input')).flatMap((field) => {
      const { font, fontSize, paddingLeft, paddingRight } = getComputedStyle(field)
      text.style.font = font
      text.textContent = field.placeholder
      // The button that clears a search, and the one that opens a list of suggestions.
      const buttons = (field.type === 'search' ? 1 : 0) + (field.list === null ? 0 : 1.5)
      const paddings = parseFloat(paddingLeft) + parseFloat(paddingRight)
      const room = field.clientWidth - paddings - buttons * parseFloat(fontSize)
      return field.checkVisibility() && text.offsetWidth > room ? [field.placeholder] : []
    })
    text.remove()
    return cut
  })

/** Neighbours have the same parts, so that each part has every look on each commit. */
const PAGES = [
  LIST,
  `${LIST}?color=%23b03a2e&price_max=90000&city=${'W'.repeat(200)}`,
  '/api/v1/events/',
  '/api/v1/events/?ordering=start_time&when=upcoming',
  `${LIST}1/`,
  '/api/v1/events/1/',
  '/api/v1/artists/',
  '/api/v1/galleries/',
  '/api/v1/venues/',
  '/api/v1/galleries/1/marketplace-artworks/',
  '/api/v1/artists/1/',
  '/api/v1/galleries/1/',
  '/api/v1/venues/1/',
  '/api/v1/tags/1/',
  '/api/v1/artwork-categories/1/',
  '/api/v1/event-categories/1/',
  '/api/v1/artwork-categories/',
  '/api/v1/event-categories/',
  '/api/v1/tags/',
  '/api/v1/exchange-rates/',
  '/api/v1/tags/?name=zzz',
  '/api/v1/events/?offset=5000',
  '/api/v1/events/batch/',
  '/api/v1/events/?limit=abc&colour=red',
  '/api/v1/api-keys/',
  '/nothing',
  '/docs/guide',
  '/docs/guide/from-django-rest-framework',
  '/docs/problems',
  '/docs/problems/invalid_request',
  '/',
]

/** Each width in each colour scheme. Neighbours in it differ in both, so on a commit alike pages have both schemes. */
const VIEWS = [360, 1280, 768, 360, 1280, 768].map((width, at) => {
  const colorScheme = at % 2 === 0 ? ('light' as const) : ('dark' as const)
  return { colorScheme, width }
})

/** Of the text in each width. */
const SIZES = [
  [640, '200%'],
  [320, '100%'],
] as const

/** Makes records with names of one long word, two of each list, and returns the addresses of their pages. */
async function makeLongNames(): Promise<string[]> {
  const name = 'W'.repeat(200)
  const { id: artist } = await makeArtist(test.db, { name })
  const { id: gallery } = await makeGallery(test.db, { name, city: name, address: name })
  const { id: venue } = await makeVenue(test.db, { name, city: name })
  const { id: tag } = await makeTag(test.db, { name: 'w'.repeat(100) })
  const texts = { title: name, medium: 'm'.repeat(200), city: name }
  const work = { ...texts, artists: [artist], gallery_id: gallery, tags: [tag] }
  const makeWork = () => makeArtwork(test.db, work)
  const makeShow = () =>
    makeEvent(test.db, { title: name, city: name, venue_id: venue, end_time: '2999-01-01' })
  const [artwork, event] = [await makeWork(), await makeShow()]
  await Promise.all([makeWork(), makeShow()])
  return [
    `${LIST}${artwork.id}/`,
    `${LIST}?artist=${artist}&gallery=${gallery}&tag=${tag}`,
    `${LIST}?q=${name}`,
    `${LIST}facets/?artist=${artist}`,
    `/api/v1/artists/${artist}/`,
    `/api/v1/galleries/${gallery}/`,
    `/api/v1/galleries/${gallery}/marketplace-artworks/`,
    '/api/v1/galleries/?ordering=-name',
    `/api/v1/tags/${tag}/`,
    '/api/v1/tags/?ordering=-name',
    `/api/v1/venues/${venue}/`,
    `/api/v1/venues/${venue}/events/`,
    `/api/v1/events/${event.id}/`,
  ]
}

/** Whether a page fits in small widths, with the text of each size. */
async function expectFits(page: Page, address: string): Promise<void> {
  for (const [width, size] of SIZES) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
    expect(await overflow(page), `${address} at ${width} px, ${size}`).toBe(0)
    expect(await inMargin(page), `${address} at ${width} px, ${size}`).toEqual([])
    expect(await cutPlaceholders(page), `${address} at ${width} px, ${size}`).toEqual([])
  }
}

describeInBrowser('all pages', () => {
  it.each(VIEWS)(
    'pass every rule of axe, move nothing and fit, in $colorScheme colours, $width px wide',
    async (view) => {
      const { colorScheme, width } = view
      const { page } = await browser.open({ colorScheme })
      await page.addInitScript(observeShifts)
      // Pictures come after the first paint.
      await page.route('**/media/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await route.continue()
      })
      for (const address of shareOf(PAGES, VIEWS.indexOf(view), { of: VIEWS.length })) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(`${service.url}${address}`)
        expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts')), address).toEqual([])
        expect(await overflow(page), address).toBe(0)
        expect(await axeViolations(page), address).toEqual([])
        await expectFits(page, address)
      }
      await page.context().close()
    },
  )

  it('fit with names of one long word', async () => {
    const { page } = await browser.open()
    for (const address of await makeLongNames()) {
      await page.goto(`${service.url}${address}`)
      await expectFits(page, address)
    }
    await page.context().close()
  })
})
