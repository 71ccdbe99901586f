import { randomUUID } from 'node:crypto'
import { Agent, request, type IncomingMessage } from 'node:http'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { startBalancer } from '../processes/balancer.ts'
import { runService, type ServiceProcess } from '../server/service-process.ts'
import { amount } from '../support/amount.ts'
import { connectionTo } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { eventBody, posting } from '../writes/event-requests.ts'
import type { Sent } from '../support/send.ts'

const name = `test_${randomUUID().replaceAll('-', '')}`
const databaseUrl = inject('testServerUrl').replace('/DATABASE?', `/${name}?`)
const PROCESSES = amount({ commit: 2, nightly: 3 })
const agent = new Agent({ keepAlive: true })
let administrator: pg.Client
let db: Kysely<Database>
let running: ServiceProcess[]

function start(): Promise<ServiceProcess> {
  const settings = { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' }
  return runService({ ...settings, PUBLIC_URL: 'https://art.example' })
}

async function startReady(): Promise<ServiceProcess> {
  const service = await start()
  running.push(service)
  await service.untilReady()
  return service
}

beforeAll(async () => {
  administrator = new pg.Client({
    connectionString: inject('testServerUrl').replace('DATABASE', 'postgres'),
  })
  await administrator.connect()
  await administrator.query(`CREATE DATABASE ${name}`)
  db = connect({ ...connectionTo(databaseUrl), poolSize: 2 })
  running = await Promise.all(Array.from({ length: PROCESSES }, start))
})
afterAll(async () => {
  agent.destroy()
  for (const service of running) service.signal('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  await db.destroy()
  await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`)
  await administrator.end()
})

async function stop(service: ServiceProcess): Promise<void> {
  service.signal('SIGTERM')
  expect((await service.ended).by).toBe(0)
}

const portOf = ({ url }: ServiceProcess): number => Number(new URL(url).port)

interface Received {
  readonly status: number
  readonly text: string
}

/** Over keep-alive connections, as a partner's program, without retries. */
function send(url: string, { method = 'GET', path, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method,
      headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
    }
    const sent = request(`${url}/api/v1${path}`, options, (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function countEvents(title: string): Promise<number> {
  const { rows } = await sql`SELECT FROM events WHERE title = ${title}`.execute(db)
  return rows.length
}

/** What a busy machine responds with, and what a repeated POST gets meanwhile. */
const AGAIN = /"code":"(?:overloaded|idempotency_key_in_use)"|takes too long just now/

async function sendUntilServed(url: string, sent: Sent): Promise<number> {
  const { status, text } = await send(url, sent)
  return AGAIN.test(text) ? sendUntilServed(url, sent) : status
}

describe('several processes on one database', () => {
  it('start concurrently on an empty one, which is migrated once', async () => {
    await Promise.all(running.map((service) => service.untilReady()))
    for (const { url } of running) {
      const response = await send(url, { path: '/events/' })
      expect(JSON.parse(response.text)).toMatchObject({ count: 0, results: [] })
    }
  })

  it('execute a request once that all of them get, and reject a revoked key at once', async () => {
    const { key, id } = await makeApiKey(db)
    const { id: venue } = await makeVenue(db)
    const title = 'Once, wherever'
    const post = posting(key, eventBody(venue, { title }), 'once-wherever')
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, at) => send(running[at % PROCESSES]?.url ?? '', post)),
    )
    // On a busy machine, some take longer than a request may.
    for (const { status } of responses) expect([201, 409, 503]).toContain(status)
    expect(await countEvents(title)).toBe(1)
    const again = await Promise.all(running.map(({ url }) => send(url, post)))
    expect(new Set(again.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id}`.execute(db)
    const rejected = await Promise.all(running.map(({ url }) => send(url, post)))
    expect(rejected.map(({ status }) => status)).toEqual(running.map(() => 401))
  })

  it('F25 are replaced one after the other without a lost request', async () => {
    const [first, second, ...others] = running as [ServiceProcess, ServiceProcess]
    for (const other of others) await stop(other)
    const balancer = await startBalancer([portOf(first), portOf(second)])
    const { key } = await makeApiKey(db)
    const { id: venue } = await makeVenue(db)
    const title = 'While they are replaced'
    const outcomes = new Map<string, number>()
    const over = new AbortController()
    const count = (outcome: string): void => {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    const sendRequests = async (next: () => Sent): Promise<void> => {
      while (!over.signal.aborted) {
        const sent = next()
        const outcome = await sendUntilServed(balancer.url, sent).catch(String)
        count(`${sent.method ?? 'GET'} ${outcome}`)
      }
    }
    const reading = (): Sent => ({ path: `/events/?limit=${1 + Math.floor(Math.random() * 100)}` })
    const writing = (): Sent => posting(key, eventBody(venue, { title }), randomUUID())
    const pending = [reading, reading, reading, reading, writing, writing].map(sendRequests)
    const replaced = [
      [first, () => second],
      [second, () => running.at(-2)],
    ] as const
    for (const [old, other] of replaced.slice(0, amount({ commit: 1, nightly: 2 }))) {
      const next = await startReady()
      balancer.ports = [other() ?? next, next].map(portOf)
      await stop(old)
    }
    over.abort()
    await Promise.all(pending)
    await balancer.close()
    expect([...outcomes.keys()].toSorted()).toEqual(['GET 200', 'POST 201'])
    expect(outcomes.get('GET 200')).toBeGreaterThan(100)
    expect(await countEvents(title)).toBe(outcomes.get('POST 201'))
  })
})
