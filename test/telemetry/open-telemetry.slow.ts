import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { runService } from '../server/service-process.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { attribute, startCollector, type Collector } from './collector.ts'

const test = useDatabase()
let collector: Collector
let key: string

beforeAll(async () => {
  collector = await startCollector()
  key = (await makeApiKey(test.db, { scopes: ['catalogue:write', 'events:write'] })).key
  for (let made = 0; made < 8; made += 1) await makeEvent(test.db, {})
  return () => collector.close()
})

const JSON_ENCODED = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }
const PROGRAM = { file: 'test/telemetry/loaded-modules.ts' }

type Service = Awaited<ReturnType<typeof runService>>

/** Runs the service with these variables, sends the requests, and returns all that it has printed. */
async function serviceWith(
  environment: Readonly<Record<string, string>>,
  requests: (url: string, service: Service) => Promise<unknown>,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const service = await runService({ DATABASE_URL: test.url, ...environment }, PROGRAM)
  await service.untilReady()
  await requests(service.url, service)
  service.signal('SIGTERM')
  expect((await service.ended).by).toBe(0)
  return service.output()
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')

interface Request {
  readonly traceId: string
  readonly spanId: string
  readonly path: string
  readonly init?: RequestInit
}

const request = (path: string, init?: RequestInit): Request => ({
  traceId: hex(16),
  spanId: hex(8),
  path,
  ...(init && { init }),
})

const post = (path: string, body: string, type = 'application/json'): Request =>
  request(path, { method: 'POST', headers: { 'content-type': type }, body })

async function send(url: string, { traceId, spanId, path, init }: Request): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('traceparent', `00-${traceId}-${spanId}-01`)
  headers.set('authorization', `Bearer ${key}`)
  const response = await fetch(`${url}/api/v1${path}`, { ...init, headers })
  await response.clone().text()
  return response
}

describe('traces', () => {
  const lists = Array.from({ length: 24 }, (_, at) => request(`/events/?limit=${at + 1}`))
  const tags = Array.from({ length: 6 }, (_, at) => post('/tags/', `{"name":"trace ${at}"}`))
  let lines: Request
  const wrong = request('/events/?limit=secret')
  let problem: { trace_id: string }
  let untraced: Response
  let spans: ReturnType<Collector['spans']>

  const spansOf = ({ traceId }: Request) => spans.filter((span) => span.traceId === traceId)
  const serverSpan = (of: Request) => spansOf(of).find(({ kind }) => kind === 2)

  beforeAll(async () => {
    const { venue_id: venue, category_id: category } = await makeEvent(test.db, {})
    const event = {
      title: 'A secret title',
      venue,
      category,
      start_time: '2031-03-14T10:00:00Z',
      end_time: '2031-03-15T10:00:00Z',
    }
    const line = JSON.stringify({ external_id: 'secret-1', event })
    lines = post('/events/batch/', `${line}\n`, 'application/x-ndjson')
    const environment = {
      ...JSON_ENCODED,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'art',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
    }
    await serviceWith(environment, async (url) => {
      await Promise.all([...lists, ...tags].map((each) => send(url, each)))
      expect(await (await send(url, lines)).text()).toContain('"status":201')
      problem = (await (await send(url, wrong)).json()) as typeof problem
      untraced = await fetch(`${url}/api/v1/nothing/`)
    })
    spans = collector.spans()
  })

  it('have a span for each request, below that of the client', () => {
    for (const each of [...lists, ...tags, lines, wrong]) {
      expect(serverSpan(each)?.parentSpanId).toBe(each.spanId)
    }
    const named = [lists[0], tags[0], lines, wrong].map((each) => serverSpan(each as Request)?.name)
    expect(named).toEqual([
      'GET /api/v1/events/',
      'POST /api/v1/tags/',
      'POST /api/v1/events/batch/',
      'GET /api/v1/events/',
    ])
    const { attributes = [] } = serverSpan(wrong) ?? {}
    expect(attribute(attributes, 'http.response.status_code')).toBe(400)
    expect(attribute(attributes, 'operation.id')).toBe('listEvents')
  })

  it('belong to the service that the variables name', () => {
    expect(collector.resource('service.name')).toBe('art')
    expect(collector.resource('deployment.environment.name')).toBe('trial')
    expect(collector.resource('service.version')).toMatch(/^\d+\.\d+\.\d+/)
  })

  it('connect each list with the batch that has read it', () => {
    const batches = spans.filter(({ name }) => name === 'batch of reads')
    expect(batches.length).toBeLessThan(lists.length + tags.length)
    for (const each of lists) {
      const id = serverSpan(each)?.spanId
      const ofList = batches.filter(
        ({ parentSpanId, links = [] }) =>
          parentSpanId === id || links.some(({ spanId }) => spanId === id),
      )
      expect(ofList.length).toBeGreaterThan(0)
    }
  })

  // Requests at the same time share queues, connections and batches.
  it('have each statement below the request that sends it', () => {
    for (const each of tags) {
      const statements = spansOf(each).filter(({ kind }) => kind === 3)
      const names = statements.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['SELECT', 'WITH', 'COMMIT']))
      expect(names.filter((name) => name === 'COMMIT')).toHaveLength(1)
      const parents = new Set(statements.map(({ parentSpanId }) => parentSpanId))
      expect([...parents]).toEqual([serverSpan(each)?.spanId])
    }
  })

  it('have each group of lines of a batch request', () => {
    const group = spansOf(lines).find(({ name }) => name === 'group of lines')
    expect(group?.parentSpanId).toBe(serverSpan(lines)?.spanId)
    expect(spansOf(lines).some(({ parentSpanId }) => parentSpanId === group?.spanId)).toBe(true)
  })

  it('are named in problem documents; a trace that begins here has the id of the request', async () => {
    expect(problem.trace_id).toBe(wrong.traceId)
    const own = String(untraced.headers.get('x-request-id')).replaceAll('-', '')
    expect(await untraced.json()).toMatchObject({ trace_id: own })
    expect(spans.some(({ traceId }) => traceId === own)).toBe(true)
  })

  it('have the lines of the log, to the last one, with the span of their request', () => {
    const records = collector.records()
    for (const each of [...lists, ...tags, lines, wrong]) {
      const of = records.filter(({ traceId }) => traceId === each.traceId)
      expect(of.map(({ spanId }) => spanId)).toEqual([serverSpan(each)?.spanId])
      expect(of[0]).toMatchObject({ severityNumber: 9, body: { stringValue: 'request' } })
    }
    expect(records.at(-1)?.body.stringValue).toBe('The service has stopped')
  })

  it('contain no value of a request', () => {
    expect(collector.text()).not.toContain('secret')
    expect(collector.text()).not.toContain(key)
  })
})

describe('the variables', () => {
  const loaded = (output: { stderr: string }) =>
    Number(/Modules of OpenTelemetry: (\d+)\./.exec(output.stderr)?.[1])
  const list = (url: string) => send(url, request('/events/'))

  it('load nothing when none is set', async () => {
    expect(loaded(await serviceWith({}, list))).toBe(0)
  })

  it('choose the encoding, and what is sampled and sent', async () => {
    const own = await startCollector()
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    }
    const output = await serviceWith(environment, async (url) => {
      await list(url)
      await fetch(`${url}/api/v1/tags/`)
    })
    own.close()
    expect(loaded(output)).toBeGreaterThan(0)
    expect(own.contentTypes()).toEqual(['application/x-protobuf'])
    expect(own.text()).toContain('GET /api/v1/events/')
    expect(own.text()).not.toContain('GET /api/v1/tags/')
    // The lines of a trace that is not sampled can be found, too.
    expect(output.stdout).toMatch(/"operationId":"listTags".*"traceId":"[0-9a-f]{32}"/)
  })

  it('may name a collector that is away: the log says so, and requests do not notice', async () => {
    const own = await startCollector()
    own.close()
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: own.url, OTEL_BSP_SCHEDULE_DELAY: '50' }
    await serviceWith(
      { ...environment, OTEL_EXPORTER_OTLP_TIMEOUT: '500' },
      async (url, service) => {
        expect((await list(url)).status).toBe(200)
        await expect.poll(() => service.output().stdout).toContain('Telemetry cannot be sent')
      },
    )
  })
})
