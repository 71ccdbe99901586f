import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdminServer } from '../../src/server/admin-server.ts'
import { createMetrics, declaredMetrics, type MetricSources } from '../../src/server/metrics.ts'
import { Readiness } from '../../src/server/readiness.ts'
import { RequestCounts } from '../../src/http/request-counts.ts'
import { readBuildInfo } from '../../src/server/build-info.ts'
import { ContractViolation } from '../../src/contract/response-validator.ts'
import type { SchemaState } from '../../src/operation-executor.ts'
import { operations } from '../../src/operations.ts'
import { listenWith } from '../../src/server/listen.ts'
import { probe } from '../../src/server/serve.ts'
import { testApp, useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'

const test = useService()
const requests = new RequestCounts()
const pool = { totalCount: 5, idleCount: 3, waitingCount: 2 }
const sources: MetricSources = {
  build: readBuildInfo('5bfb797'),
  isReady: () => Promise.resolve(isUp),
  requests,
  pool: () => pool,
  rejections: () => ({ shed: 7, limited: 8 }),
  cache: () => ({ hits: 9, stale: 1, misses: 3, bytes: 2_048 }),
  sharedLimiter: () => ({ isUp: false, failures: 6 }),
  replicas: () => [
    { isHealthy: true, isPrimary: false, lagBytes: 16, reads: 11 },
    { isHealthy: false, isPrimary: false, lagBytes: undefined, reads: 0 },
    { isHealthy: false, isPrimary: true, lagBytes: undefined, reads: 0 },
  ],
  queuedReads: () => 4,
  tasks: () => [{ task: 'offset_index', done: 12, failed: 1 }],
  ratesTime: () => Promise.resolve(1_776_038_400),
  archiveLag: () => Promise.resolve(33_554_432),
  feedDelay: () => Promise.resolve({ seconds: 0.5, records: 3 }),
  webhooks: () => Promise.resolve({ delaySeconds: 1.5, disabled: 14 }),
}
let isUp = true
let loads = 0
let url: string
let failing: FastifyInstance

beforeAll(async () => {
  const readiness = new Readiness({
    schema: () => 'current',
    probe: () => (isUp ? Promise.resolve() : Promise.reject(new Error('down'))),
    warnings: () => Promise.resolve([]),
  })
  readiness.markListening()
  const loadMetrics = async () => {
    loads += 1
    return createMetrics(sources)
  }
  const server = createAdminServer({ host: 'ops.internal', readiness, loadMetrics }).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  test.app.decorate('requestCounts', requests)
  failing = await testApp(test, {
    operations: {
      ...operations,
      listEvents: () => Promise.reject(new ContractViolation('listEvents, 200', '/count')),
      listArtists: () => Promise.reject(Object.assign(new Error('x'), { code: '22P02' })),
      listTags: () => Promise.reject(Object.assign(new Error('x'), { code: '57014' })),
    },
  })
  failing.decorate('requestCounts', requests)
  return () => server.close()
})

afterAll(() => failing.close())

/** @param head without the empty line at its end. */
async function statusLine(head: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(`${head}Connection: close\r\n\r\n`)
  return (await textOf(socket)).split('\r\n')[0] ?? ''
}

const scrape = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()

describe('the admin listener', () => {
  it('is live in any state of the database, and ready only while it is healthy', async () => {
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
    expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 200])
    isUp = false
    await expect.poll(() => statusOf('/readyz')).toBe(503)
    expect(await statusOf('/livez')).toBe(200)
    isUp = true
    await expect.poll(() => statusOf('/readyz')).toBe(200)
  })

  const readiness = (schema: SchemaState = 'current') => {
    const created = new Readiness({
      schema: () => schema,
      probe: () => probe({ app: test.app }),
      warnings: () => Promise.resolve([]),
    })
    created.markListening()
    return created
  }

  it.each(['artworks', 'events'] as const)('is not ready while %s cannot be read', async (list) => {
    const make = list === 'artworks' ? makeArtwork : makeEvent
    await make(test.db, {})
    await expect.poll(() => readiness().report()).toMatchObject({ ready: true })
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE ${sql.table(list)}`.execute(trx)
      expect(await readiness().report()).toMatchObject({
        ready: false,
        database: 'does not respond',
      })
    })
    await expect.poll(() => readiness().report()).toMatchObject({ ready: true })
  })

  it('does not call a database unreachable that lacks a table', async () => {
    const rename = (from: string, to: string) =>
      sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.id(to)}`.execute(test.db)
    // Of an empty list, nothing is read.
    await makeEvent(test.db, {})
    await expect.poll(() => readiness().report()).toMatchObject({ ready: true })
    await rename('events', 'lost_events')
    const incomplete = { ready: false, schema: 'incomplete', database: 'responds' }
    expect(await readiness().report()).toMatchObject(incomplete)
    // A newer version has removed it, which says what to do.
    const newer = { ...incomplete, schema: 'newer' }
    expect(await readiness('newer').report()).toMatchObject(newer)
    await rename('lost_events', 'events')
    await expect.poll(() => readiness().report()).toMatchObject({ ready: true })
  })

  it('names the setting of a port that is taken', async () => {
    const { hostname, port } = new URL(url)
    await expect(listenWith(createServer(), hostname, Number(port))).rejects.toThrow(/ADMIN_PORT/)
  })

  it('forbids caching, and has no other path or method', async () => {
    const head = await fetch(`${url}/livez`, { method: 'HEAD' })
    expect([head.status, head.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await fetch(`${url}/livez?probe=1`)).status).toBe(200)
    expect((await fetch(`${url}/`)).status).toBe(404)
    expect((await fetch(`${url}/constructor`)).status).toBe(404)
    const post = await fetch(`${url}/livez`, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it.each([
    ['127.0.0.1', 200],
    ['127.0.0.1:9400', 200],
    ['[::1]:9400', 200],
    ['localhost', 200],
    ['LOCALHOST:9400', 200],
    ['ops.internal', 200],
    ['Ops.Internal:9400', 200],
    ['evil.example', 403],
    ['evil.example:9400', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example', 403],
    ['evil.example@127.0.0.1', 403],
    ['[evil.example]', 403],
    ['127.0.0.1\r\nHost: evil.example', 403],
    ['', 403],
  ])('responds to the host %j with %i', async (host, status) => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect(await statusLine(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`)).toMatch(
        `1.1 ${status} `,
      )
    }
  })

  it('requires Host of HTTP/1.1, but not of HTTP/1.0', async () => {
    expect(await statusLine('GET /livez HTTP/1.1\r\n')).toMatch('1.1 400 ')
    expect(await statusLine('GET /livez HTTP/1.0\r\n')).toMatch('1.1 200 ')
    expect(await statusLine('GET /livez HTTP/1.0\r\nHost: evil.example\r\n')).toMatch('1.1 403 ')
  })

  it('is the only listener with these paths', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await test.app.inject(path)).statusCode).toBe(404)
    }
  })
})

describe('the metrics', () => {
  it('count responses by operation, method and status, and their durations', async () => {
    await test.app.inject('/api/v1/events/')
    await test.app.inject('/api/v1/events/')
    await test.app.inject('/api/v1/events/?limit=0')
    await test.app.inject('/api/v1/events/7/')
    await test.app.inject('/nothing')
    const text = await scrape()
    expect(text).toContain(
      'http_requests_total{operation_id="listEvents",method="GET",status="200"} 2\n',
    )
    expect(text).toContain(
      'http_requests_total{operation_id="listEvents",method="GET",status="400"} 1\n',
    )
    expect(text).toContain(
      'http_requests_total{operation_id="retrieveEvent",method="GET",status="404"} 1\n',
    )
    expect(text).toMatch(
      /http_requests_total\{operation_id="none",method="GET",status="404"\} \d+\n/,
    )
    expect(text).toContain(
      'http_request_duration_seconds_count{operation_id="listEvents",method="GET"} 3\n',
    )
    expect(text).toMatch(/seconds_bucket\{operation_id="listEvents",method="GET",le="\+Inf"\} 3\n/)
  })

  it('do not count the reads of their own probe among those that wait', async () => {
    let queued = 0
    const probed: MetricSources = {
      ...sources,
      queuedReads: () => queued,
      async isReady() {
        queued += 2
        await new Promise(setImmediate)
        queued -= 2
        return true
      },
    }
    const text = await createMetrics(probed).text()
    expect(text).toContain('service_ready 1\n')
    expect(text).toContain('read_model_queued_reads 0\n')
  })

  it('have the current values of the gauges', async () => {
    expect(await scrape()).toContain('service_ready 1\n')
    expect(await scrape()).toContain('database_pool_waiting 2\n')
    pool.waitingCount = 6
    const text = await scrape()
    expect(text).toContain('database_pool_connections 5\n')
    expect(text).toContain('database_pool_idle_connections 3\n')
    expect(text).toContain('database_pool_waiting 6\n')
    expect(text).toContain('read_model_queued_reads 4\n')
    expect(text).toMatch(
      /# HELP reading_rounds_waiting Deprecated: .*\n.*\nreading_rounds_waiting 4\n/,
    )
    expect(text).toContain('requests_shed_total 7\n')
    expect(text).toContain('requests_limited_total 8\n')
    expect(text).toContain('response_cache_lookups_total{result="hit"} 9\n')
    expect(text).toContain('response_cache_bytes 2048\n')
    expect(text).toContain('rate_limit_shared_up{store="redis"} 0\n')
    expect(text).toContain('database_replica_healthy{replica="1"} 1\n')
    expect(text).toContain('database_replica_healthy{replica="2"} 0\n')
    expect(text).toContain('database_replica_healthy{replica="3"} Nan\n')
    expect(text).toContain('database_replica_lag_bytes{replica="1"} 16\n')
    expect(text).toContain('database_replica_reads_total{replica="1"} 11\n')
    expect(text).toContain('background_task_runs_total{task="offset_index",result="failed"} 1\n')
  })

  it('give no number of bytes for a server that archives nothing', async () => {
    const text = await createMetrics({ ...sources, archiveLag: async () => undefined }).text()
    expect(text).toContain('database_archive_lag_bytes Nan\n')
  })

  it('identify the program', async () => {
    const version = String.raw`\d+\.\d+\.\d+`
    const labels = `version="${version}",node_version="v${version}",contract_version="${version}",revision="5bfb797"`
    expect(await scrape()).toMatch(new RegExp(`^build_info\\{${labels}\\} 1$`, 'm'))
  })

  it('include the default metrics of processes, and the event loop lag', async () => {
    const text = await scrape()
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d*$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  it('count contract violations and validation gaps separately', async () => {
    expect(await scrape()).toContain('response_validation_failures_total 0\n')
    expect(await scrape()).toContain('validation_gap_total 0\n')
    const statuses = []
    for (const path of ['events', 'artists', 'tags']) {
      statuses.push((await failing.inject(`/api/v1/${path}/`)).statusCode)
    }
    expect(statuses).toEqual([500, 500, 503])
    expect(await scrape()).toContain('response_validation_failures_total 1\n')
    expect(await scrape()).toContain('validation_gap_total 1\n')
  })

  it('are in the format of Prometheus: every line a comment or a sample', async () => {
    const response = await fetch(`${url}/metrics`)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = (await response.text()).split('\n')
    const isWrong = (line: string) =>
      !/^(|# (HELP|TYPE) \w+ .+|[a-z_0-9]+(\{(\w+="[^"\\]*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|Nan))$/.test(
        line,
      )
    expect(lines.filter(isWrong)).toEqual([])
  })

  it('have names by the rules of Prometheus: the ending _total for counters, and for them only', async () => {
    const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
    expect(types.length).toBeGreaterThan(20)
    for (const [, name = '', type] of types) {
      expect(name.endsWith('_total'), `${name} ${type}`).toBe(type === 'counter')
      expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
      expect(name).not.toMatch(/_(milliseconds|ms|minutes|kb|mb|count|sum|bucket)(_|$)/)
    }
  })

  // Dashboards and alert rules are verified against the declaration.
  it('are those that are declared, with their types and labels', async () => {
    const text = await scrape()
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    )
    const declared = declaredMetrics()
    expect(types.toSorted()).toEqual(declared.map(({ name, type }) => `${name} ${type}`).toSorted())
    const labelNames = new Map(declared.map((metric) => [metric.name, metric.labelNames]))
    const samples = [...text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{(.*)\} \S+$/gm)]
    expect(samples.length).toBeGreaterThan(20)
    for (const [sample, name = '', labels = ''] of samples) {
      const found = [...labels.matchAll(/(\w+)="[^"]*"/g)].map(([, label]) => label)
      expect([...(labelNames.get(name) ?? []), 'le'], sample).toEqual(expect.arrayContaining(found))
    }
  })

  it('are loaded once', async () => {
    await Promise.all([scrape(), scrape()])
    expect(loads).toBe(1)
  })
})
