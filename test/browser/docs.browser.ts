import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../src/operations.ts'
import {
  axeFaults,
  describeInBrowser,
  listeningApp,
  LOOKS,
  useBrowser,
  type Listening,
  type Opened,
} from '../support/browser.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'

const test = useDatabase()
let service: Listening

beforeAll(async () => {
  await makeEvent(test.db, { title: 'Northern Light' })
  service = await listeningApp(test)
})

afterAll(() => service.app.close())

// Closed before the service, which waits for connections that a browser opens ahead of need.
const browser = useBrowser()

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

  it('gets a page when an operation is tried out', async () => {
    const { page } = opened
    await page.click('#operations-Events-listEvents .opblock-summary-control')
    await page.click('#operations-Events-listEvents .execute')
    const body = page.locator('#operations-Events-listEvents .live-responses-table .highlight-code')
    await body.first().waitFor()
    expect(await body.first().textContent()).toContain('Northern Light')
  })

  it('asks nobody but this service', () => {
    const { asked } = opened
    expect(
      asked.filter((address) => !address.startsWith(service.url) && !address.startsWith('data:')),
    ).toEqual([])
  })

  it.each(LOOKS)('passes every rule of axe %s', { timeout: 300_000 }, async (_name, options) => {
    const { page, complaints } = await browser.open({ ...options, bypassCSP: true })
    await page.goto(`${service.url}/docs`)
    for (const id of ['listEvents', 'updateEvent']) {
      await page.click(`#operations-Events-${id} .opblock-summary-control`)
    }
    await page.click('#operations-Events-listEvents .execute')
    await page.waitForSelector(
      '#operations-Events-listEvents .live-responses-table .highlight-code',
    )
    expect(await axeFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('allows nothing inline, and complains of nothing', () => {
    expect(opened.complaints).toEqual([])
  })
})
