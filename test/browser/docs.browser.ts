import { beforeAll, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import {
  axeViolations,
  describeInBrowser,
  LOOKS,
  overflow,
  useBrowsedService,
  type Opened,
} from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'

const test = useDatabase()
const { service, browser } = useBrowsedService(test, () =>
  makeEvent(test.db, { title: 'Northern Light' }),
)

describeInBrowser('/docs', () => {
  let opened: Opened

  beforeAll(async () => {
    opened = await browser.open()
  })

  it('shows every operation', async () => {
    const { page } = opened
    await page.goto(`${service.url}/docs`)
    await page.waitForSelector('.opblock')
    const ids = await page.$$eval('.opblock', (blocks) => blocks.map(({ id }) => id))
    for (const id of Object.keys(operations)) expect(ids.join(' ')).toContain(id)
  })

  it('gets a page with "Try it out"', async () => {
    const { page } = opened
    await page.click('#operations-Events-listEvents .opblock-summary-control')
    await page.click('#operations-Events-listEvents .execute')
    const body = page.locator('#operations-Events-listEvents .live-responses-table .highlight-code')
    await body.first().waitFor()
    expect(await body.first().textContent()).toContain('Northern Light')
  })

  it('sends requests only to this service', () => {
    const { requested } = opened
    expect(
      requested.filter(
        (address) => !address.startsWith(service.url) && !address.startsWith('data:'),
      ),
    ).toEqual([])
  })

  it.each(LOOKS)(
    'fits, and passes every rule of axe %s',
    { timeout: 600_000 },
    async (_name, options) => {
      const { page, errors } = await browser.open({ ...options, bypassCSP: true })
      await page.goto(`${service.url}/docs`)
      for (const id of ['listEvents', 'updateEvent']) {
        await page.click(`#operations-Events-${id} .opblock-summary-control`)
      }
      await page.click('#operations-Events-listEvents .execute')
      await page.waitForSelector(
        '#operations-Events-listEvents .live-responses-table .highlight-code',
      )
      expect(await overflow(page)).toBe(0)
      const papers = ['html', 'body', '.swagger-ui', '.scheme-container'].map((part) =>
        page.$eval(part, (element) => getComputedStyle(element).backgroundColor),
      )
      expect(new Set(await Promise.all(papers)).size).toBe(1)
      expect(await axeViolations(page)).toEqual([])
      expect(errors).toEqual([])
      await page.context().close()
    },
  )

  it('has no errors in the console', () => {
    expect(opened.errors).toEqual([])
  })
})
