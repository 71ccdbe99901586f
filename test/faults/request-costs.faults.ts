import { randomInt } from 'node:crypto'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { apiRoot, contract } from '../../src/contract/document.ts'
import { randomSource, type Random } from '../../scripts/demo/random.ts'
import { listenAnywhere } from '../http/raw-exchange.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import {
  bodyShape,
  bytesOf,
  described,
  longBodies,
  longShapes,
  plainShape,
  smaller,
  type Shape,
  type Surface,
} from './costs/generate.ts'
import { createMeter, type Meter, type MeteredAnswer } from './costs/meter.ts'

// No request costs much more than a page of 18 events, whatever it says. The page that a request is
// compared with has the same caller and the same form (JSON or HTML). It is made anew each time, from
// records that stand ready, and sent without a content coding. A page of another list that is answered
// well is compared with the plain page of that list: its records are read by other queries. Requests for more
// than 18 records, and the files of Swagger UI, cost by their size and are left out. A body is compared
// with one plain string of its length, as long as it is refused unexecuted: to write is work.

const SEED = Number(process.env['COSTS_SEED'] ?? randomInt(2 ** 31))
const SHAPES = Number(process.env['COSTS_SHAPES'] ?? 100)

/** At most so many times the cost of what it is compared with. */
const MAX_RATIO = 2
/** A short body that is refused for ten problems costs 1.5 to 2.1 times its string. */
const MAX_BODY_RATIO = 2.5
const MAX_PROBLEM_BYTES = 16 * 1024

/** A first look at everything; what it finds is measured again, by turns. */
const GLANCES = 3
const SUSPECT_RATIO = 1.4
const ROUNDS = 7
const TRIES = 4

/** Enough to repair. */
const MAX_LISTED = 3

const test = useDatabase()
let app: Awaited<ReturnType<typeof testApp>>
let meter: Meter
let surface: Surface

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
    // So that what proxies say is read.
    trustedProxies: ['127.0.0.1'],
  })
  meter = createMeter(await listenAnywhere(app))
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

/** The page that the sender of `shape` would be given, in the form of `answer`. */
function pageFor(shape: Shape, answer: MeteredAnswer): Shape {
  // Found first, and then compared with the conditions of the request.
  const isMade = [200, 304, 412].includes(answer.status) && LISTS.has(shape.path)
  const isPage = answer.headers['content-type']?.startsWith('text/html') === true
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
  return Array.from({ length: count }, (_, n) => make(source(n), surface))
}

const times = (shape: Shape): number => ((shape.body ?? '').length > 50_000 ? 2 : 6)
const cost = (shape: Shape): Promise<number> => meter.cost((n) => bytesOf(shape, n), times(shape))

/** How many times what `other` costs, by turns: the median of some rounds. */
async function ratioOf(shape: Shape, other: Shape): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await cost(other)
    ratios.push((await cost(shape)) / reference)
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN
}

/** The least of some measurements: others only ever add to what a request costs. */
async function isTooDear(shape: Shape, other: Shape, most: number): Promise<number | undefined> {
  let least = Infinity
  for (let tried = 0; tried < TRIES && least > most; tried += 1) {
    least = Math.min(least, await ratioOf(shape, other))
  }
  return least > most ? least : undefined
}

async function leastOf(shape: Shape): Promise<number> {
  let least = Infinity
  for (let glance = 0; glance < GLANCES; glance += 1) least = Math.min(least, await cost(shape))
  return least
}

/** Whether a request has only been looked at, and nothing has been done for it. */
const isRefused = ({ status }: MeteredAnswer): boolean =>
  status >= 400 && ![403, 404, 409, 412, 422].includes(status)

/** The smallest shape that is still too dear. */
async function shrunk(shape: Shape, answer: MeteredAnswer): Promise<Shape> {
  for (const candidate of smaller(shape)) {
    const other = pageFor(candidate, await meter.send(bytesOf(candidate, 0)).catch(() => answer))
    if ((await ratioOf(candidate, other)) > MAX_RATIO) return shrunk(candidate, answer)
  }
  return shape
}

/** Rules for every response: a rejection is short, and its request was counted once. */
async function faultsOf(shape: Shape): Promise<string[]> {
  const first = await meter.send(bytesOf(shape, 0))
  const second = await meter.send(bytesOf(shape, 0))
  const { status, bodyBytes } = second
  const counted = leftOf(first).r - leftOf(second).r
  const isFree = status === 304 && counted === 0
  // A window that ended in between begins anew.
  const isOver = leftOf(second).t > leftOf(first).t
  return [
    ...(status >= 400 && bodyBytes > MAX_PROBLEM_BYTES ? [`${bodyBytes} bytes`] : []),
    ...(counted === 1 || isFree || isOver ? [] : [`${status}, counted ${counted} times`]),
  ].map((fault) => `${fault}: ${described(shape)}`)
}

function leftOf({ headers }: MeteredAnswer): { r: number; t: number } {
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
      const answer = await meter.send(bytesOf(shape, 0))
      const page = pageFor(shape, answer)
      const name = described(page)
      if (n % 40 === 0) pages.clear()
      if (!pages.has(name)) pages.set(name, await leastOf(page))
      const glance = (await leastOf(shape)) / (pages.get(name) ?? 0)
      if (process.env['COSTS_TELL']) console.log(glance.toFixed(2), answer.status, described(shape))
      worst = Math.max(worst, glance)
      if (glance < SUSPECT_RATIO) continue
      const ratio = await isTooDear(shape, page, MAX_RATIO)
      if (ratio === undefined) continue
      const least = described(await shrunk(shape, answer))
      found.push(`${ratio.toFixed(1)} times, ${answer.status}: ${least}`)
    }
    console.log(`the dearest at a glance: ${worst.toFixed(2)} times the page`)
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
        const answer = await meter.send(bytesOf(shape, 0))
        if (!isRefused(answer)) continue
        compared += 1
        const glance = (await cost(shape)) / (await cost(other))
        if (process.env['COSTS_TELL'])
          console.log(glance.toFixed(2), answer.status, described(shape))
        if (glance < SUSPECT_RATIO) continue
        const ratio = await isTooDear(shape, other, MAX_BODY_RATIO)
        if (ratio !== undefined) {
          found.push(`${ratio.toFixed(1)} times, ${answer.status}: ${described(shape)}`)
        }
      }
      expect(found).toEqual([])
      expect(compared).toBeGreaterThan(SHAPES)
    },
  )

  it('is counted once, and is refused in 16 KB at most', { timeout: 600_000 }, async () => {
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
