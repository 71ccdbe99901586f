import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { serveDemoPictures } from '../../scripts/demo/serve-demo-pictures.ts'
import { isNightly } from '../support/amount.ts'
import { describeInBrowser, LOOKS, useBrowsedService, type Opened } from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeArtworkImage } from '../support/make-images.ts'
import { makeTag } from '../support/make-tag.ts'
import { shellArguments } from '../support/shell-arguments.ts'

interface Artworks {
  readonly next: string | null
  readonly results: readonly { readonly id: number; readonly title: string }[]
}

const test = useDatabase()
const { service, browser } = useBrowsedService(
  test,
  () => loadDemoCatalogue(test.url, { artworks: 90, events: 50 }),
  serveDemoPictures,
)

const LIST = '/api/v1/marketplace-artworks/'

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>'

async function listed(query: string): Promise<Artworks> {
  return (await (await fetch(`${service.url}${LIST}${query}`)).json()) as Artworks
}

const titlesOf = ({ results }: Artworks) => results.map(({ title }) => title)

async function titlesOn(page: Page): Promise<string[]> {
  // After a click, a page may be shown that is not complete yet.
  await page.waitForLoadState()
  return page.locator('.card h2 a').allTextContents()
}

/** Sorts, pages forward and back, and opens a record, as a visitor does. */
async function walk({ page }: Opened): Promise<void> {
  await page.goto(`${service.url}${LIST}`)
  expect(await titlesOn(page)).toEqual(titlesOf(await listed('')))
  await page.getByLabel('Order').selectOption({ label: 'Title, A to Z' })
  await page.getByLabel('Per page').selectOption('36')
  await page.getByRole('button', { name: 'Apply' }).click()
  const first = await listed('?ordering=title&limit=36')
  expect(await titlesOn(page)).toEqual(titlesOf(first))
  await page.getByRole('link', { name: 'Next' }).click()
  expect(page.url()).toBe(first.next)
  const second = await listed('?ordering=title&limit=36&offset=36')
  expect(await titlesOn(page)).toEqual(titlesOf(second))
  await page.getByRole('link', { name: 'Last' }).click()
  expect((await titlesOn(page)).length).toBeLessThan(36)
  await page.getByRole('link', { name: 'First' }).click()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'Previous' }).click()
  expect(await titlesOn(page)).toEqual(titlesOf(first))
  expect(await page.getByLabel('Order').inputValue()).toBe('title')
  // The whole card links the record, including the picture.
  await page.locator('.card .frame').nth(1).click({ force: true })
  expect(page.url()).toBe(`${service.url}${LIST}${first.results[1]?.id}/`)
  expect(await page.locator('h1').textContent()).toContain(first.results[1]?.title)
}

describeInBrowser('the pages to browse', () => {
  // In the other look, the walk without scripts.
  it.each(isNightly ? LOOKS : LOOKS.slice(0, 1))('can be browsed %s', async (_name, options) => {
    const opened = await browser.open(options)
    await walk(opened)
    expect(opened.errors).toEqual([])
    expect(opened.requested.filter((address) => !address.startsWith(service.url))).toEqual([])
    await opened.page.context().close()
  })

  it.each(isNightly ? LOOKS : LOOKS.slice(1))(
    'copy the request and the JSON to the clipboard %s',
    async (_name, options) => {
      const { page } = await browser.open(options)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
      await page.goto(`${service.url}${LIST}1/?format=api`)
      await page.getByText('The record and its request').click()
      await page.getByRole('button', { name: 'Copy the request' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const [option, header = '', address = ''] = shellArguments(await clipboard())
      expect([option, header]).toEqual(['-H', 'Accept: application/json'])
      const response = await fetch(address, { headers: { accept: 'application/json' } })
      const record = (await response.json()) as Artworks['results'][number]
      expect(record.id).toBe(1)
      await page.getByRole('button', { name: 'Copy the JSON' }).click()
      await expect.poll(async () => clipboard().then(JSON.parse)).toEqual(record)
      await page.context().close()
    },
  )

  it('need no script', async () => {
    const opened = await browser.open({ ...LOOKS.at(-1)?.[1], javaScriptEnabled: false })
    await walk(opened)
    expect(opened.requested.filter((address) => address.endsWith('.js'))).toEqual([])
    expect(await opened.page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    await opened.page.context().close()
  })

  it('search a name, and show all again', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}/api/v1/tags/`)
    const all = await page.locator('.words h2').count()
    await page.getByLabel('Name has').fill('SCAPE')
    await page.getByLabel('Order').selectOption({ label: 'Name, Z to A' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**/tags/?name=SCAPE&ordering=-name')
    const found = await page.locator('.words h2').allTextContents()
    expect(found.length).toBeGreaterThan(0)
    for (const name of found) expect(name).toContain('scape')
    await page.getByRole('link', { name: 'Show all' }).click()
    expect(await page.locator('.words h2').count()).toBe(all)
    await page.context().close()
  })

  it.each([true, false])(
    'filter by what a reader has entered, beside the filters of the address; with a script: %s',
    async (isOn) => {
      const { page } = await browser.open({ javaScriptEnabled: isOn })
      await page.goto(`${service.url}${LIST}?available_for_sale=available&tag=1&year_max=9999`)
      const field = (name: string) => page.locator(`#filter-${name}`)
      const panel = page.locator('details.filters > summary').first()
      const show = async () => {
        await page.locator('.filters').getByRole('button').click()
        await page.waitForLoadState()
        await panel.click()
        return Object.fromEntries(new URL(page.url()).searchParams)
      }
      await panel.click()
      await field('width_min').fill('50')
      await field('price_max').fill('3000')
      await field('color').selectOption({ label: 'red' })
      await field('category').selectOption({ label: 'Paintings' })
      await field('city').fill('Paris')
      const sent = {
        available_for_sale: 'available',
        category: '2',
        city: 'Paris',
        color: '#b03a2e',
        price_max: '3000',
        tag: '1',
        width_min: '50',
        year_max: '9999',
      }
      expect(await show()).toEqual(sent)
      await field('units').selectOption('inch')
      await field('city').fill('')
      const { city: _, ...others } = sent
      expect(await show()).toEqual({ ...others, units: 'inch' })
      await page.goBack()
      expect(await page.locator('.given').textContent()).toContain('City: Paris')
      await page.getByRole('link', { name: 'Remove Tag' }).click()
      await page.waitForLoadState()
      expect(new URL(page.url()).searchParams.has('tag')).toBe(false)
      await page.context().close()
    },
  )

  it.each([true, false])(
    'limit nothing by filters that are not entered; with a script: %s',
    async (isOn) => {
      const { page } = await browser.open({ javaScriptEnabled: isOn })
      for (const list of [LIST, '/api/v1/events/', '/api/v1/venues/1/events/']) {
        await page.goto(`${service.url}${list}`)
        const range = await page.locator('.list-head .range').textContent()
        await page.locator('details.filters > summary').first().click()
        await page.locator('.filters').getByRole('button').click()
        await page.waitForLoadState()
        expect(page.url()).toBe(`${service.url}${list}`)
        expect(await page.locator('.list-head .range').textContent()).toBe(range)
      }
      await page.context().close()
    },
  )

  it.each([true, false])(
    'keep what is entered when the order changes, and the order when a filter does; with a script: %s',
    async (isOn) => {
      const { page } = await browser.open({ javaScriptEnabled: isOn })
      const sentBy = async (button: string) => {
        await page.getByRole('button', { name: button, exact: true }).click()
        await page.waitForLoadState()
        return Object.fromEntries(new URL(page.url()).searchParams)
      }
      const open = () => page.locator('details.filters > summary').first().click()
      await page.goto(`${service.url}${LIST}?tag=1`)
      await open()
      await page.locator('#filter-price_max').fill('90000')
      await page.getByLabel('Order').selectOption({ label: 'Title, A to Z' })
      const sorted = { ordering: 'title', price_max: '90000', tag: '1' }
      expect(await sentBy('Apply')).toEqual(sorted)
      await open()
      await page.locator('#filter-q').fill('a')
      expect(await sentBy('Show')).toEqual({ ...sorted, q: 'a' })
      await page.getByLabel('Order').selectOption({ label: 'Most relevant first' })
      const { ordering: _, ...others } = sorted
      expect(await sentBy('Apply')).toEqual({ ...others, q: 'a' })
      await page.context().close()
    },
  )

  it('show what a list has been asked for, and nothing else, when a visitor comes back', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}${LIST}`)
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('City', { exact: true }).fill('Nowhere')
    await page.getByLabel('Order').selectOption('title')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/city=Nowhere/)
    await page.goBack()
    // The filters are closed: what was in them would be sent unseen.
    expect(await page.getByLabel('Order').inputValue()).toBe('')
    expect(await page.locator('[name="city"]').inputValue()).toBe('')
  })

  it('say what is wrong in fields that have been closed', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}${LIST}`)
    const panel = page.locator('details.filters > summary').first()
    await panel.click()
    await page.locator('#filter-year_min').fill('1.5')
    await panel.click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('filter-year_min')
    expect(await page.locator('#filter-year_min').isVisible()).toBe(true)
    await page.context().close()
  })

  it('show records on the first screen of a phone, beside filters', async () => {
    const { page } = await browser.open({ viewport: { width: 360, height: 800 } })
    const { city } = (await listed('?limit=1')).results[0] as unknown as { city: string }
    const filters = new URLSearchParams({ city, price_max: '9000000', width_min: '1' }).toString()
    await page.goto(`${service.url}${LIST}?${filters}`)
    expect((await page.locator('.card').first().boundingBox())?.y).toBeLessThan(800)
    await page.context().close()
  })

  it('take one date', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}/api/v1/events/`)
    await page.locator('details.filters > summary').first().click()
    await page.locator('#filter-starts_before').fill('2027-01-01')
    // Enter sends the form from a text field.
    await page.locator('#filter-city').press('Enter')
    await page.waitForURL(/starts_before/)
    expect(new URL(page.url()).search).toBe('?starts_before=2027-01-01')
    await page.context().close()
  })

  it('work with the keyboard, and have a skip link', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}${LIST}`)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').getAttribute('id')).toBe('ordering')
    await page.context().close()
  })

  it("show the times of an event in the visitor's time zone as well, where they differ", async () => {
    const timesIn = async (timezoneId: string, id = eventId) => {
      const { page } = await browser.open({ timezoneId })
      await page.goto(`${service.url}/api/v1/events/${id}/`)
      const texts = await page.locator('.when, .when + p').allTextContents()
      await page.context().close()
      return texts
    }
    const { id: eventId } = await makeEvent(test.db, {
      start_time: '2031-03-14T23:30:00Z',
      end_time: '2031-06-30T16:00:00Z',
    })
    const atVenue = '15 March 2031, 00:30 – 30 June 2031, 18:00 (Copenhagen time)'
    for (const zone of ['UTC', 'Europe/Copenhagen', 'Europe/Berlin']) {
      expect(await timesIn(zone), zone).toEqual([atVenue])
    }
    expect(await timesIn('Asia/Tokyo')).toEqual([
      atVenue,
      '15 March 2031 at 08:30 – 1 July 2031 at 01:00, your time (Asia/Tokyo)',
    ])
    const { id: openingId } = await makeEvent(test.db, {
      start_time: '2031-03-14T17:00:00Z',
      end_time: '2031-03-14T20:00:00Z',
    })
    expect(await timesIn('Europe/Lisbon', openingId)).toEqual([
      '14 March 2031, 18:00 – 21:00 (Copenhagen time)',
      '14 March 2031, 17:00–20:00, your time (Europe/Lisbon)',
    ])
  })

  it('have a field to correct each parameter that is not valid', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}${LIST}?year_min=MCM&limit=36&offset=36`)
    await page.getByLabel('Year from').fill('1900')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    expect(await titlesOn(page)).toEqual(titlesOf(await listed('?year_min=1900&limit=36')))
  })

  it.each([
    [320, '/docs/problems', 'td a code'],
    [1024, '/docs/capacity', '.prose th'],
  ])('break no word at %i pixels on %s in %s', async (width, path, cells) => {
    const { page } = await browser.open({ viewport: { width, height: 800 } })
    await page.goto(`${service.url}${path}`)
    const broken = await page.locator(cells).evaluateAll((found) =>
      found.flatMap(({ textContent, childNodes }) => {
        const texts = [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        const words = texts.filter((text) => !/\s/.test(text.nodeValue ?? ''))
        const lines = words.map((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return range.getClientRects().length
        })
        return lines.some((count) => count > 1) ? [textContent] : []
      }),
    )
    expect(broken).toEqual([])
    await page.context().close()
  })

  it('show the pictures of partners, without a referrer', async () => {
    const foreign = 'https://pictures.elsewhere.example/a.jpg'
    const image = await makeArtworkImage(test.db, {
      thumbnail_webp: foreign,
      full_size_webp: foreign,
    })
    const { id } = await makeArtwork(test.db, { featured_image_id: image.id })
    const { page, errors } = await browser.open()
    const referrers: (string | undefined)[] = []
    await page.route(foreign, async (route) => {
      referrers.push(route.request().headers()['referer'])
      await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    })
    await page.goto(`${service.url}${LIST}${id}/`)
    const shown = page.locator('.frame img')
    await expect
      .poll(() => shown.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(400)
    expect(referrers).toEqual([undefined])
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('draw a card of their own in place of the placeholder', async () => {
    const { id } = await makeArtwork(test.db)
    const { page, requested } = await browser.open()
    await page.goto(`${service.url}${LIST}${id}/`)
    expect(await page.getByRole('img', { name: 'No picture yet' }).isVisible()).toBe(true)
    expect(requested.filter((address) => address.includes('placeholder'))).toEqual([])
    await page.context().close()
  })

  it('show which events are listed in the colours of a visitor, too', async () => {
    const { page } = await browser.open({ forcedColors: 'active' })
    await page.goto(`${service.url}/api/v1/events/?when=past`)
    const backgrounds: string[] = []
    for (const link of await page.locator('.times a').all()) {
      const { x, y, height } = (await link.boundingBox()) ?? { x: 0, y: 0, height: 0 }
      const clip = { x: Math.round(x + 6), y: Math.round(y + height / 2), width: 2, height: 2 }
      backgrounds.push((await page.screenshot({ clip })).toString('base64'))
    }
    const [first, second, past, all] = backgrounds
    expect([second, all]).toEqual([first, first])
    expect(past).not.toBe(first)
    await page.context().close()
  })

  it('print a work alone on one page', async () => {
    const { page } = await browser.open()
    await page.goto(`${service.url}${LIST}1/`)
    const paper = await page.pdf({ format: 'A4' })
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    for (const part of ['header.top', 'footer', 'details', '.crumbs', 'button']) {
      const isVisible = await page
        .locator(part)
        .evaluateAll((found) => found.some((element) => element.checkVisibility()))
      expect(isVisible, part).toBe(false)
    }
    await page.context().close()
  })

  it('print all of the code, and no links that only lead elsewhere in a list', async () => {
    const { page } = await browser.open({ viewport: { width: 700, height: 900 } })
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${service.url}/docs/guide`)
    const wider = page
      .locator('pre')
      .evaluateAll((found) =>
        found.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.textContent] : [])),
      )
    expect(await wider).toEqual([])
    await page.goto(`${service.url}/api/v1/events/?city=Paris`)
    const place = page.getByRole('link', { name: 'Events within 50 km of Paris' })
    const linksOnPaper = () =>
      page.getByRole('link', { name: /calendar|km|Coming|Map|Remove/ }).allTextContents()
    expect(await linksOnPaper()).toEqual([])
    expect(await page.getByText('City: Paris').isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    expect(new Set(await linksOnPaper())).toContain('Subscribe in a calendar')
    await place.click()
    expect(await page.locator('.given').textContent()).toContain('50 km')
    await page.locator('.card h3 a').first().click()
    await page.emulateMedia({ media: 'print' })
    const terms = await page.getByRole('term').allTextContents()
    expect(terms).toContain('Place')
    expect(terms.filter((term) => /map|Near|Calendar/.test(term))).toEqual([])
    expect(await linksOnPaper()).toEqual([])
    await page.context().close()
  })

  it('print a record without a picture as wide as the paper', async () => {
    const { id } = await makeTag(test.db, { description: 'Sea and shore. '.repeat(100) })
    const { page } = await browser.open({ viewport: { width: 700, height: 900 } })
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${service.url}/api/v1/tags/${id}/`)
    const { width = 0 } = (await page.locator('.about').boundingBox()) ?? {}
    expect(width).toBeGreaterThan(600)
    await page.context().close()
  })

  it('show the pictures of the demo catalogue', async () => {
    const { page } = await browser.open()
    for (const address of [LIST, '/api/v1/events/', '/api/v1/venues/', '/api/v1/artists/']) {
      await page.goto(`${service.url}${address}`)
      const image = page.locator('.frame img').first()
      await expect
        .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(100)
    }
    await page.context().close()
  })
})
