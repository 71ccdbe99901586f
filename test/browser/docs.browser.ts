import type { FastifyInstance } from 'fastify'
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { findFreePort } from '../../src/process/listen.ts'
import { operations } from '../../src/operations.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const test = useDatabase()
let app: FastifyInstance
let browser: Browser
let page: Page
let url: string
/** Every address that the page asked for. */
const asked: string[] = []

beforeAll(async () => {
  const executablePath = BROWSERS.find((file) => existsSync(file))
  if (executablePath === undefined) throw new Error(`No browser at ${BROWSERS.join(', ')}.`)
  await makeEvent(test.db, { title: 'Northern Light' })
  const port = await findFreePort('127.0.0.1')
  url = `http://127.0.0.1:${port}`
  const urls = { public: url, media: `${url}/media` }
  app = await buildApp({ operations, context: { db: test.db, urls }, logLevel: 'silent' })
  await app.listen({ host: '127.0.0.1', port })
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage()
  page.on('request', (request) => asked.push(request.url()))
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

describe('/docs', () => {
  it('shows every operation', async () => {
    await page.goto(`${url}/docs`)
    await page.waitForSelector('.opblock')
    const ids = await page.$$eval('.opblock', (blocks) => blocks.map(({ id }) => id))
    for (const id of Object.keys(operations)) expect(ids.join(' ')).toContain(id)
  })

  it('gets a page when an operation is tried out', async () => {
    await page.click('#operations-Events-listEvents .opblock-summary-control')
    await page.click('#operations-Events-listEvents .execute')
    const body = page.locator('#operations-Events-listEvents .live-responses-table .highlight-code')
    await body.first().waitFor()
    expect(await body.first().textContent()).toContain('Northern Light')
  })

  it('asks nobody but this service', () => {
    expect(
      asked.filter((address) => !address.startsWith(url) && !address.startsWith('data:')),
    ).toEqual([])
  })
})
