import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { operations } from '../../src/operations.ts'
import { isNightly } from './amount.ts'
import { connectionTo, type TestDatabase } from './database.ts'
import { atFreePort, listen } from '../../src/server/listen.ts'
import { PATIENCE } from './patience.ts'
import { readText } from './repository.ts'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const HOST = '127.0.0.1'

const executablePath = BROWSERS.find((file) => existsSync(file))

/** A suite that needs a browser. Without one it is skipped, with a warning. */
export function describeInBrowser(name: string, define: () => void): void {
  if (executablePath !== undefined) return void describe(name, define)
  console.warn(`Skipped: ${name}. There is no Chromium at ${BROWSERS.join(', ')}.`)
  describe.skip(name, define)
}

export interface Opened {
  readonly page: Page
  /** Every URL that the page has requested. */
  readonly requested: readonly string[]
  /** Console errors and uncaught errors of the page. */
  readonly errors: readonly string[]
}

interface TestBrowser {
  /** A page in a context of its own, closed after the test file. */
  open(options?: BrowserContextOptions): Promise<Opened>
}

/** Chromium, if installed, for the test file that calls this at its top level. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined
  beforeAll(async () => {
    if (executablePath === undefined) return
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterAll(() => browser?.close())
  return {
    open: async (options = {}) => {
      if (browser === undefined) throw new Error('There is no browser')
      return watched(await (await browser.newContext(options)).newPage())
    },
  }
}

function watched(page: Page): Opened {
  page.setDefaultTimeout(PATIENCE.testTimeout)
  const requested: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return { page, requested, errors }
}

interface Listening {
  readonly app: FastifyInstance
  readonly url: string
}

/**
 * The service on a database, and a browser, for the test file that calls this at its top level.
 * @param fill writes the data before the service starts.
 */
export function useBrowsedService(
  test: TestDatabase,
  fill: () => Promise<unknown> = async () => {},
  addition?: (app: FastifyInstance) => Promise<void>,
): { readonly service: Listening; readonly browser: TestBrowser } {
  const service = {} as Listening
  beforeAll(async () => {
    await fill()
    Object.assign(service, await listeningApp(test, addition))
  })
  afterAll(() => service.app.close())
  // Closed before the service, which waits for the speculative connections of a browser.
  return { service, browser: useBrowser() }
}

/** The service on `db`, at a URL that a browser can open. */
async function listeningApp(
  { db, url: databaseUrl }: TestDatabase,
  addition?: (app: FastifyInstance) => Promise<void>,
): Promise<Listening> {
  return atFreePort(HOST, async (port) => {
    const url = `http://${HOST}:${port}`
    const urls = { public: url, media: `${url}/media` }
    const app = await buildApp({
      operations,
      context: { db, urls },
      connection: connectionTo(databaseUrl),
      logLevel: 'silent',
    })
    if (addition !== undefined) await app.register(addition)
    await listen(app, HOST, port)
    return { app, url }
  })
}

const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 360] as const

/** The colour schemes and viewports that pages support: each once on each commit, together nightly. */
export const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = SCHEMES.flatMap(
  (colorScheme, at) =>
    (isNightly ? WIDTHS : WIDTHS.slice(at, at + 1)).map((width) => {
      const options = { colorScheme, viewport: { width, height: 800 } }
      return [`in ${colorScheme} colours, ${width} px wide`, options] as const
    }),
)

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const AXE = readText('node_modules/axe-core/axe.min.js')

/** Each violated accessibility rule, with its elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The pages allow no script but their own; the policy does not hold for the debugger.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const runOnly = { type: 'tag', values: tags }
    // axe takes a third of its time to describe the elements that pass.
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

/** By how many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
