import { expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import {
  axeViolations,
  describeInBrowser,
  LOOKS,
  overflow,
  useBrowsedService,
} from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'

const test = useDatabase()
const { service, browser } = useBrowsedService(test, () =>
  makeEvent(test.db, { title: 'Northern Light' }),
)

describeInBrowser('/docs', () => {
  it.each(LOOKS)(
    'shows every operation, tries one, fits, and passes every rule of axe %s',
    { timeout: 600_000 },
    async (_name, options) => {
      const { page, errors, requested } = await browser.open(options)
      await page.goto(`${service.url}/docs`)
      await page.waitForSelector('.opblock')
      const ids = await page.$$eval('.opblock', (blocks) => blocks.map(({ id }) => id))
      for (const id of Object.keys(operations)) expect(ids.join(' ')).toContain(id)
      for (const id of ['listEvents', 'updateEvent']) {
        await page.click(`#operations-Events-${id} .opblock-summary-control`)
      }
      await page.click('#operations-Events-listEvents .execute')
      const body = page.locator(
        '#operations-Events-listEvents .live-responses-table .highlight-code',
      )
      await body.first().waitFor()
      expect(await body.first().textContent()).toContain('Northern Light')
      expect(await overflow(page)).toBe(0)
      const papers = ['html', 'body', '.swagger-ui', '.scheme-container'].map((part) =>
        page.$eval(part, (element) => getComputedStyle(element).backgroundColor),
      )
      expect(new Set(await Promise.all(papers)).size).toBe(1)
      expect(await axeViolations(page)).toEqual([])
      expect(errors).toEqual([])
      const foreign = requested.filter(
        (address) => !address.startsWith(service.url) && !address.startsWith('data:'),
      )
      expect(foreign).toEqual([])
      await page.context().close()
    },
  )
})
