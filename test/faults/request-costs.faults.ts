import { randomInt } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { beforeAll, afterAll, describe, expect, it, vi } from 'vitest'
import { httpClient } from '../../scripts/contract/http-client.ts'
import { lists } from '../contract/document.ts'
import { listenOnFreePort } from '../http/raw-http.ts'
import { amount } from '../support/amount.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeTag } from '../support/make-tag.ts'
import { bytesOf, gatherKnowledge, requestSource, type Request } from './requests/generate.ts'
import { isReadable, longBodies, longRequests } from './requests/long-requests.ts'
import { createMeter, type Meter, type MeteredResponse } from './requests/meter.ts'

// No request costs much more than a page of 18 events. The page that a request is compared with has the same caller
// and the same representation (JSON or HTML). It is built for each request, from prepared documents, and sent
// without a content coding. A successful page of another list is compared with the plain page of that list, because
// its records are read by other queries. A read of a whole collection is compared with a page of all its records.
// Requests for more than 18 records of a list, and the files of Swagger UI, are left out, because their cost depends
// on their size. So are calendars, which are made of the parsed records and cost three pages of as many. A body is
// compared with one plain string of its length, if it is rejected before its execution.

/** The records of each collection. */
const RECORDS = 40
const SEED = Number(process.env['COSTS_SEED'] ?? randomInt(2 ** 31))
const REQUESTS = amount({ commit: 40, nightly: 100 })

/** The maximum of the cost, as a multiple of the reference. */
const MAX_RATIO = 2
/** A short body with ten errors costs 1.5 to 2.1 times its string. */
const MAX_BODY_RATIO = 2.5
const MAX_PROBLEM_BYTES = 16 * 1024

/** Suspects are measured again, in turn with the reference. */
const SUSPECT_RATIO = 1.4
const ROUNDS = 7
const TRIES = 4

/** The maximum of reported requests. */
const MAX_LISTED = 3

const test = useDatabase()
let app: Awaited<ReturnType<typeof testApp>>
let port: number
let meter: Meter
let key: string
/** The n-th generated request. */
let requestAt: (n: number) => Request
/** The turns of the event loop so far, while a test counts them. */
let turn = 0
/** The turn in which each response was sent. */
const sent: number[] = []

beforeAll(async () => {
  const owner = await makeApiKey(test.db, { scopes: ['events:write', 'artworks:write'] })
  key = owner.key
  for (let count = 0; count < RECORDS; count += 1) {
    await makeEvent(test.db, { author_id: owner.userId })
    await makeArtwork(test.db)
  }
  await makeArtist(test.db)
  await makeTag(test.db)
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
  const client = httpClient(`http://127.0.0.1:${port}`, 1, 30_000)
  requestAt = requestSource(await gatherKnowledge(client.send, { key, highestId: RECORDS }), SEED)
  client.close()
  await warmUp()
}, 300_000)

afterAll(async () => {
  meter.close()
  await app.close()
})

const LISTS = new Set(lists.map(({ template }) => `/api/v1${template}`))
/** The reads of a collection that hold all its records here. */
const WHOLE = /^(.*)(snapshot|changes|rpde)\/$/

/** The reference page for a request: same caller, same representation as its response. */
function pageFor({ url, headers }: Request, response: MeteredResponse): Request {
  const [path = ''] = url.split('?')
  const list = path.replace(WHOLE, '$1')
  // These statuses need the list itself: the conditions of a request are evaluated after it.
  const isMade = [200, 304, 412].includes(response.status) && LISTS.has(list)
  const isPage = response.headers['content-type']?.startsWith('text/html') === true
  const authorization = `Bearer ${key}`
  return {
    method: 'GET',
    url: `${isMade ? list : '/api/v1/events/'}?limit=${isMade && list !== path ? RECORDS : 18}`,
    headers: {
      ...(isPage && { accept: 'text/html' }),
      ...(headers['authorization'] === authorization && { authorization }),
    },
    body: undefined,
  }
}

const lengthOf = ({ body }: Request): number => body?.length ?? 0

/** With one plain string of the same length. */
const stringIn = (request: Request): Request => ({
  ...request,
  body: Buffer.from(`"${'a'.repeat(Math.max(0, lengthOf(request) - 2))}"`),
})

/** The first generated requests of a kind, apart from those for more than 18 records. */
function generated(count: number, isWanted: (request: Request) => boolean): Request[] {
  const found: Request[] = []
  for (let n = 0; found.length < count; n += 1) {
    const request = requestAt(n)
    const { url, headers } = request
    const isCounted = isReadable(request) && headers['expect'] !== '100-continue'
    if (isCounted && !/limit=\d{2}/.test(url) && isWanted(request)) found.push(request)
  }
  return found
}

const isPlain = (request: Request): boolean => request.body === undefined
/** Shorter ones cost no more than their execution. */
const isLong = (request: Request): boolean => lengthOf(request) >= 1_000

async function warmUp(): Promise<void> {
  for (const request of generated(100, isPlain)) await cost(request, 1)
  for (const request of generated(20, isLong)) await cost(request, 2)
  const [request] = generated(1, isPlain)
  if (request === undefined) throw new Error('Nothing was generated')
  await cost(pageFor(request, await send(request)), 500)
}

/** Makes it unique, so that no cached response fits it. */
const unique = (request: Request, n: number): Buffer => {
  const { accept = 'application/json', ...headers } = request.headers
  return bytesOf({ ...request, headers: { accept: `${accept};n=${n}`, ...headers } })
}
const send = (request: Request): Promise<MeteredResponse> => meter.send(unique(request, 0))
const cost = (request: Request, times = lengthOf(request) > 50_000 ? 2 : 6): Promise<number> =>
  meter.cost((n) => unique(request, n), times)

const described = (request: Request): string =>
  JSON.stringify(bytesOf(request).toString('latin1').slice(0, 400))

/** The cost as a multiple of `other`: the median of rounds in turn. */
async function ratioOf(request: Request, other: Request): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await cost(other)
    ratios.push((await cost(request)) / reference)
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN
}

/** By the compared request, apart from the last digits of its length. */
const references = new Map<string, number>()

/** The least cost so far: other load only adds to it. */
async function referenceOf(other: Request): Promise<number> {
  const head = bytesOf({ ...other, body: undefined }).toString('latin1')
  const compared = `${head} ${Math.floor(lengthOf(other) / 1_000)}`
  const known = references.get(compared)
  if (known !== undefined) return known
  const least = Math.min(await cost(other), await cost(other), await cost(other))
  references.set(compared, least)
  return least
}

/** The excessive ratio of a request, if any: the minimum of some measurements, because other load only adds. */
async function excessOf(
  request: Request,
  other: Request,
  most: number,
): Promise<number | undefined> {
  let least = Infinity
  for (let tried = 0; tried < TRIES && least > most; tried += 1) {
    least = Math.min(least, await ratioOf(request, other))
  }
  return least > most ? least : undefined
}

/**
 * The requests that cost too much, a few at most.
 * @param otherOf the request to compare with; undefined for a request that is left out.
 */
async function excessive(
  requests: readonly Request[],
  otherOf: (request: Request, response: MeteredResponse) => Request | undefined,
  most: number,
): Promise<string[]> {
  const found: string[] = []
  for (const request of requests) {
    if (found.length === MAX_LISTED) break
    const response = await send(request)
    const other = otherOf(request, response)
    if (other === undefined) continue
    if ((await cost(request)) / (await referenceOf(other)) < SUSPECT_RATIO) continue
    const ratio = await excessOf(request, other, most)
    if (ratio === undefined) continue
    found.push(`${ratio.toFixed(1)} times, ${response.status}: ${described(request)}`)
  }
  return found
}

/** Whether a request was rejected before its execution. */
const isRejected = ({ status }: MeteredResponse): boolean =>
  status >= 400 && ![403, 404, 409, 412, 422].includes(status)

/** Rules for every response: a rejection is short, and its request was counted once. */
async function faultsOf(request: Request): Promise<string[]> {
  const first = await send(request)
  const second = await send(request)
  const { status, bodyBytes } = second
  const counted = leftOf(first).r - leftOf(second).r
  const isFree = status === 304 && counted === 0
  // A new window of the rate limit may have begun.
  const isOver = leftOf(second).t > leftOf(first).t
  return [
    ...(status >= 400 && bodyBytes > MAX_PROBLEM_BYTES ? [`${bodyBytes} bytes`] : []),
    ...(counted === 1 || isFree || isOver ? [] : [`${status}, counted ${counted} times`]),
  ].map((fault) => `${fault}: ${described(request)}`)
}

function leftOf({ headers }: MeteredResponse): { r: number; t: number } {
  const [, r, t] = /^"default";r=(\d+);t=(\d+)$/.exec(headers['ratelimit'] ?? '') ?? []
  return { r: Number(r), t: Number(t) }
}

describe('a request', () => {
  it('without a body costs at most twice a page of 18 events', { timeout: 600_000 }, async () => {
    const requests = [...longRequests(key), ...generated(REQUESTS, isPlain)]
    const otherOf = (request: Request, response: MeteredResponse): Request | undefined =>
      response.headers['content-type']?.startsWith('text/calendar') === true
        ? undefined
        : pageFor(request, response)
    expect(await excessive(requests, otherOf, MAX_RATIO)).toEqual([])
  })

  it(
    'C22 with a body costs at most two and a half times one plain string',
    { timeout: 600_000 },
    async () => {
      const requests = [...longBodies(key), ...generated(REQUESTS / 2, isLong)]
      let compared = 0
      const otherOf = (request: Request, response: MeteredResponse): Request | undefined => {
        if (!isRejected(response)) return undefined
        compared += 1
        return stringIn(request)
      }
      expect(await excessive(requests, otherOf, MAX_BODY_RATIO)).toEqual([])
      expect(compared).toBeGreaterThan(REQUESTS)
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
    const received: IncomingMessage[] = []
    const pause = vi.spyOn(IncomingMessage.prototype, 'pause')
    const record = (request: IncomingMessage): void => void received.push(request)
    app.server.on('request', record)
    const responses = await Promise.all(
      longBodies(key).map((request) => {
        const connection = createMeter(port)
        meters.push(connection)
        return connection.send(bytesOf(request))
      }),
    )
    isOver = true
    app.server.off('request', record)
    /** Whether each body has waited for its turn to be read. Of many requests at once, some wait before that. */
    const waits = received.map((request) => pause.mock.contexts.includes(request))
    pause.mockRestore()
    for (const connection of meters) connection.close()
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]))
    expect(responses.length).toBeGreaterThan(20)
    expect(new Set(sent).size).toBe(responses.length)
    expect(waits).toEqual(responses.map(() => true))
  })

  it('is counted once, and rejected in at most 16 KB', { timeout: 600_000 }, async () => {
    const found: string[] = []
    const requests = [
      ...longRequests(key),
      ...longBodies(key),
      ...generated(2 * REQUESTS, isPlain),
      ...generated(REQUESTS / 2, isLong),
    ]
    for (const request of requests) {
      if (found.length >= MAX_LISTED) break
      found.push(...(await faultsOf(request)))
    }
    expect(found).toEqual([])
  })
})
