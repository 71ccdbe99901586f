import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { apiRoot, contract } from '../../src/contract/document.ts'
import { randomSource, type Random } from '../../scripts/demo/random.ts'
import { listenOnFreePort } from '../http/raw-http.ts'
import { amount } from '../support/amount.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import {
  bodyShape,
  bytesOf,
  described,
  isReadable,
  longBodies,
  longShapes,
  plainShape,
  type Shape,
  type Surface,
} from './costs/generate.ts'
import { createMeter, type Meter, type MeteredResponse } from './costs/meter.ts'

// No request costs much more than a page of 18 events. The page that a request is compared with has the same caller
// and the same representation (JSON or HTML). It is built for each request, from prepared documents, and sent
// without a content coding. A successful page of another list is compared with the plain page of that list, because
// its records are read by other queries. Requests for more than 18 records, and the files of Swagger UI, are left
// out, because their cost depends on their size. A body is compared with one plain string of its length, if it is
// rejected before its execution.

const SEED = Number(process.env['COSTS_SEED'] ?? randomInt(2 ** 31))
const SHAPES = amount({ commit: 40, nightly: 100 })

/** The maximum of the cost, as a multiple of the reference. */
const MAX_RATIO = 2
/** A short body with ten errors costs 1.5 to 2.1 times its string. */
const MAX_BODY_RATIO = 2.5
const MAX_PROBLEM_BYTES = 16 * 1024

/** Every request is measured a few times; suspects are measured again in turn with the reference. */
const FIRST_MEASUREMENTS = 3
const SUSPECT_RATIO = 1.4
const ROUNDS = 7
const TRIES = 4

/** The maximum of reported requests. */
const MAX_LISTED = 3

const test = useDatabase()
let app: Awaited<ReturnType<typeof testApp>>
let port: number
let meter: Meter
let surface: Surface
/** The turns of the event loop so far, while a test counts them. */
let turn = 0
/** The turn in which each response was sent. */
const sent: number[] = []

beforeAll(async () => {
  const { key, userId } = await makeApiKey(test.db, {
    scopes: ['events:write', 'artworks:write'],
  })
  const events = []
  for (let count = 0; count < 40; count += 1) {
    events.push(await makeEvent(test.db, { author_id: userId }))
    await makeArtwork(test.db)
  }
  surface = { key, recordId: events[0]?.id ?? 0 }
  app = await testApp(test, {
    limits: { perMinute: 1_000_000_000, poolSize: 8 },
    // So that the headers of proxies are read.
    trustedProxies: ['127.0.0.1'],
  })
  app.addHook('onSend', async () => {
    sent.push(turn)
  })
  port = await listenOnFreePort(app)
  meter = createMeter(port)
  console.log(`COSTS_SEED=${SEED}`)
  await warmUp()
}, 300_000)

afterAll(async () => {
  meter.close()
  await app.close()
})

const LISTS = new Set(
  Object.keys(contract.paths)
    .filter((template) => !template.includes('{'))
    .map((template) => `${apiRoot}${template}`),
)

/** The reference page for `shape`: same caller, same representation as `response`. */
function pageFor(shape: Shape, response: MeteredResponse): Shape {
  // These statuses need the list itself: the conditions of a request are evaluated after it.
  const isMade = [200, 304, 412].includes(response.status) && LISTS.has(shape.path)
  const isPage = response.headers['content-type']?.startsWith('text/html') === true
  const bearer = `Bearer ${surface.key}`
  const isKnown = shape.headers.some(
    ([name, value]) => name === 'authorization' && value === bearer,
  )
  return {
    method: 'GET',
    path: isMade ? shape.path : `${apiRoot}/events/`,
    query: '?limit=18',
    headers: [
      ...(isPage ? [['accept', 'text/html'] as const] : []),
      ...(isKnown ? [['authorization', bearer] as const] : []),
    ],
    body: undefined,
  }
}

const stringIn = (shape: Shape): Shape => ({
  ...shape,
  body: `"${'a'.repeat(Math.max(0, (shape.body ?? '').length - 2))}"`,
})

async function warmUp(): Promise<void> {
  const source = randomSource('warm up')
  for (let n = 0; n < 100; n += 1) {
    await meter.cost((at) => bytesOf(plainShape(source(n), surface), at), 1)
    if (n % 5 === 0) await meter.cost((at) => bytesOf(bodyShape(source(n), surface), at), 2)
  }
  const page = pageFor(
    { ...stringIn(bodyShape(source(0), surface)), headers: [] },
    await meter.send(bytesOf(plainShape(source(0), surface), 0)),
  )
  await meter.cost((at) => bytesOf(page, at), 500)
}

function generated(
  make: (random: Random, of: Surface) => Shape,
  source: (n: number) => Random,
  count: number,
): Shape[] {
  return Array.from({ length: count }, (_, n) => make(source(n), surface)).filter(isReadable)
}

const times = (shape: Shape): number => ((shape.body ?? '').length > 50_000 ? 2 : 6)
const cost = (shape: Shape): Promise<number> => meter.cost((n) => bytesOf(shape, n), times(shape))

/** The cost as a multiple of `other`: the median of rounds in turn. */
async function ratioOf(shape: Shape, other: Shape): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await cost(other)
    ratios.push((await cost(shape)) / reference)
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN
}

/** The excessive ratio of a request, if any: the minimum of some measurements, because other load only adds. */
async function excessOf(shape: Shape, other: Shape, most: number): Promise<number | undefined> {
  let least = Infinity
  for (let tried = 0; tried < TRIES && least > most; tried += 1) {
    least = Math.min(least, await ratioOf(shape, other))
  }
  return least > most ? least : undefined
}

async function minCostOf(shape: Shape): Promise<number> {
  let least = Infinity
  for (let count = 0; count < FIRST_MEASUREMENTS; count += 1)
    least = Math.min(least, await cost(shape))
  return least
}

/** Whether a request was rejected before its execution. */
const isRejected = ({ status }: MeteredResponse): boolean =>
  status >= 400 && ![403, 404, 409, 412, 422].includes(status)

/** Rules for every response: a rejection is short, and its request was counted once. */
async function faultsOf(shape: Shape): Promise<string[]> {
  const first = await meter.send(bytesOf(shape, 0))
  const second = await meter.send(bytesOf(shape, 0))
  const { status, bodyBytes } = second
  const counted = leftOf(first).r - leftOf(second).r
  const isFree = status === 304 && counted === 0
  // A new window of the rate limit may have begun.
  const isOver = leftOf(second).t > leftOf(first).t
  return [
    ...(status >= 400 && bodyBytes > MAX_PROBLEM_BYTES ? [`${bodyBytes} bytes`] : []),
    ...(counted === 1 || isFree || isOver ? [] : [`${status}, counted ${counted} times`]),
  ].map((fault) => `${fault}: ${described(shape)}`)
}

function leftOf({ headers }: MeteredResponse): { r: number; t: number } {
  const [, r, t] = /^"default";r=(\d+);t=(\d+)$/.exec(headers['ratelimit'] ?? '') ?? []
  return { r: Number(r), t: Number(t) }
}

describe('a request', () => {
  it('without a body costs at most twice a page of 18 events', { timeout: 600_000 }, async () => {
    const source = randomSource(`plain ${SEED}`)
    const pages = new Map<string, number>()
    const found: string[] = []
    let worst = 0
    const shapes = [...longShapes(surface), ...generated(plainShape, source, SHAPES)]
    for (const [n, shape] of shapes.entries()) {
      if (found.length === MAX_LISTED) break
      const response = await meter.send(bytesOf(shape, 0))
      const page = pageFor(shape, response)
      const name = described(page)
      if (n % 40 === 0) pages.clear()
      if (!pages.has(name)) pages.set(name, await minCostOf(page))
      const first = (await minCostOf(shape)) / (pages.get(name) ?? 0)
      worst = Math.max(worst, first)
      if (first < SUSPECT_RATIO) continue
      const ratio = await excessOf(shape, page, MAX_RATIO)
      if (ratio === undefined) continue
      found.push(`${ratio.toFixed(1)} times, ${response.status}: ${described(shape)}`)
    }
    console.log(`the highest first measurement: ${worst.toFixed(2)} times the page`)
    expect(found).toEqual([])
  })

  it(
    'with a body costs at most two and a half times one plain string',
    { timeout: 600_000 },
    async () => {
      const source = randomSource(`body ${SEED}`)
      const found: string[] = []
      let compared = 0
      const shapes = [...longBodies(surface), ...generated(bodyShape, source, SHAPES / 2)]
      for (const shape of shapes) {
        if (found.length === MAX_LISTED) break
        const other = stringIn(shape)
        const response = await meter.send(bytesOf(shape, 0))
        if (!isRejected(response)) continue
        compared += 1
        const first = (await cost(shape)) / (await cost(other))
        if (first < SUSPECT_RATIO) continue
        const ratio = await excessOf(shape, other, MAX_BODY_RATIO)
        if (ratio !== undefined) {
          found.push(`${ratio.toFixed(1)} times, ${response.status}: ${described(shape)}`)
        }
      }
      expect(found).toEqual([])
      expect(compared).toBeGreaterThan(SHAPES)
    },
  )

  // Each takes up to 10 ms, and a client can send them on thousands of connections.
  it('with a long body is rejected alone in its turn of the event loop', async () => {
    const meters: Meter[] = []
    let isOver = false
    const count = (): void => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    count()
    sent.length = 0
    /** Whether each body waits for its turn to be read. */
    const waits: boolean[] = []
    const check = (request: IncomingMessage): void => void waits.push(request.isPaused())
    app.server.on('request', check)
    const responses = await Promise.all(
      longBodies(surface).map((shape) => {
        const connection = createMeter(port)
        meters.push(connection)
        return connection.send(bytesOf(shape, 0))
      }),
    )
    isOver = true
    app.server.off('request', check)
    for (const connection of meters) connection.close()
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]))
    expect(responses.length).toBeGreaterThan(20)
    expect(new Set(sent).size).toBe(responses.length)
    expect(waits).toEqual(responses.map(() => true))
  })

  it('is counted once, and rejected in at most 16 KB', { timeout: 600_000 }, async () => {
    const source = randomSource(`faults ${SEED}`)
    const found: string[] = []
    const shapes = [
      ...longShapes(surface),
      ...longBodies(surface),
      ...generated(plainShape, source, 2 * SHAPES),
      ...generated(bodyShape, source, SHAPES / 2),
    ]
    for (const shape of shapes) {
      if (found.length >= MAX_LISTED) break
      found.push(...(await faultsOf(shape)))
    }
    expect(found).toEqual([])
  })
})
