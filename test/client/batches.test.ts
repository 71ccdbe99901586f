import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import type {
  ArtworkBatchLine,
  BatchResponseLine,
  BatchSummary,
} from '../../src/client/create-client.ts'
import { makeGallery } from '../support/make-gallery.ts'
import type { InjectedFault } from '../support/fault-proxy.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()
let gallery: number

beforeAll(async () => {
  gallery = (await makeGallery(test.db, { owner_id: test.apiKey.userId })).id
})

const line = (external_id: string, title = 'Harbour'): ArtworkBatchLine => ({
  external_id,
  artwork: {
    title,
    artists: [],
    gallery,
    category: 1,
    units: 'inch',
    price_display: 'price on request',
  },
})

/** A source that can be read once. */
async function* once(...lines: ArtworkBatchLine[]): AsyncGenerator<ArtworkBatchLine> {
  for (const each of lines) yield await Promise.resolve(each)
}

async function linesOf(batch: AsyncIterable<BatchResponseLine>): Promise<BatchResponseLine[]> {
  const lines: BatchResponseLine[] = []
  for await (const each of batch) lines.push(each)
  return lines
}

/** Reads each body byte by byte. */
const fetchInBytes: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  const bytes = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const byte of chunk) controller.enqueue(Uint8Array.of(byte))
    },
  })
  return new Response(response.body?.pipeThrough(bytes) ?? null, response)
}

const inHtml = { 'content-type': 'text/html' }
const busy: InjectedFault = {
  status: 503,
  headers: { 'content-type': 'application/problem+json', 'retry-after': '0' },
  body: JSON.stringify({ code: 'service_unavailable', detail: 'One batch at a time.' }),
}

describe('a batch', () => {
  it('has the result of each line, then the summary, however its bytes arrive', async () => {
    const client = test.client({ fetch: fetchInBytes })
    const batch = client.batchMarketplaceArtworks([line('Größe – 1'), line('b', '')])
    expect(test.proxy.received).toEqual([])
    const [good, wrong, summary] = await linesOf(batch)
    expect(good).toMatchObject({ kind: 'result', external_id: 'Größe – 1', status: 201 })
    expect(wrong).toMatchObject({
      kind: 'result',
      status: 400,
      problem: { code: 'invalid_request' },
    })
    expect(summary).toMatchObject({ kind: 'summary', created: 1, failed: 1, applied: true })
  })

  it('sends its options', async () => {
    const options = { dryRun: true, atomic: true }
    const lines = await linesOf(test.client().batchMarketplaceArtworks([line('dry')], options))
    expect(lines.at(-1)).toMatchObject({ created: 1, applied: false })
    expect(test.proxy.received[0]?.url).toContain('?dry_run=true&atomic=true')
  })

  it.each<[string, InjectedFault]>([
    ['the connection is reset', 'reset before the service'],
    ['the connection is reset before the response', 'reset after the service'],
    ['the user has another batch', busy],
    ['a proxy responds with 502', { status: 502 }],
  ])('is sent again, whole, when %s', async (name, fault) => {
    test.proxy.inject(fault, fault)
    const source = once(line(`${name} 1`), line(`${name} 2`))
    const summary = (await linesOf(test.client().batchMarketplaceArtworks(source))).at(-1)
    const { created, unchanged } = summary as BatchSummary
    expect(created + unchanged).toBe(2)
    expect(new Set(test.proxy.received.map(({ body }) => body)).size).toBe(1)
    expect(test.proxy.received.map(({ status }) => status).at(-1)).toBe(200)
    expect(test.proxy.received).toHaveLength(3)
  })

  it.each<[string, InjectedFault, string]>([
    ['half of the response arrives', 'half a response', 'ConnectionError'],
    [
      'the summary is missing',
      {
        status: 200,
        headers: { 'content-type': 'application/x-ndjson' },
        body: '{"kind":"result"}\n',
      },
      'ConnectionError',
    ],
    [
      'a line is cut',
      { status: 200, headers: { 'content-type': 'application/x-ndjson' }, body: '{"kind":"su' },
      'ConnectionError',
    ],
    ['nothing arrives', { status: 204 }, 'UnexpectedResponseError'],
    ['HTML arrives', { status: 200, headers: inHtml, body: '<p>' }, 'UnexpectedResponseError'],
    ['it is redirected', { status: 307, headers: { location: '/' } }, 'UnexpectedResponseError'],
  ])('throws when %s', async (_, fault, name) => {
    test.proxy.inject(fault)
    const batch = test.client().batchMarketplaceArtworks([line('cut')])
    await expect(linesOf(batch)).rejects.toMatchObject({ name })
    expect(test.proxy.received).toHaveLength(1)
  })

  it('throws the problem of a rejected request', async () => {
    const batch = test.client({ key: 'amk_wrong' }).batchEvents([])
    await expect(linesOf(batch)).rejects.toMatchObject({ name: 'ProblemError', status: 401 })
  })

  it('throws the error of its lines, and is not repeated without them', async () => {
    const stop = new Error('Stop')
    async function* broken(): AsyncGenerator<ArtworkBatchLine> {
      yield await Promise.resolve(line('broken'))
      throw stop
    }
    await expect(linesOf(test.client().batchMarketplaceArtworks(broken()))).rejects.toBe(stop)
    expect(test.proxy.received).toEqual([])
  })

  it('yields results while it sends lines, and ends its lines with the iteration', async () => {
    const client = test.client()
    let isEnded = false
    let sawResult = (): void => {}
    const result = new Promise<void>((resolve) => {
      sawResult = resolve
    })
    async function* endless(): AsyncGenerator<ArtworkBatchLine> {
      try {
        for (let n = 0; ; n += 1) {
          if (n === 3_000) await result
          yield { external_id: `S-${n}`, gallery, remove: true }
        }
      } finally {
        isEnded = true
      }
    }
    const direct = test.client({ baseUrl: test.directUrl })
    for await (const { kind } of direct.batchMarketplaceArtworks(endless(), { dryRun: true })) {
      expect(kind).toBe('result')
      sawResult()
      break
    }
    await expect.poll(() => isEnded).toBe(true)
    // The user can send the next batch.
    expect(await linesOf(client.batchMarketplaceArtworks([]))).toHaveLength(1)
  })

  it('keeps no line in memory that it does not send again', async () => {
    const MIB = 1024 * 1024
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const usedBytes = (): number => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const respondAfterFirst: typeof fetch = async (_url, { body: lines } = {}) => {
      const sent = (lines as ReadableStream<Uint8Array>).getReader()
      await sent.read()
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          while (!(await sent.read()).done);
          controller.enqueue(new TextEncoder().encode('{"kind":"summary"}\n'))
          controller.close()
        },
      })
      return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } })
    }
    const before = usedBytes()
    let kept = 0
    async function* long(): AsyncGenerator<ArtworkBatchLine> {
      for (let n = 0; n < 64; n += 1) yield await Promise.resolve(line(`${n}`, 'x'.repeat(MIB)))
      kept = usedBytes() - before
    }
    const client = test.client({ fetch: respondAfterFirst })
    expect(await linesOf(client.batchMarketplaceArtworks(long()))).toEqual([{ kind: 'summary' }])
    expect(kept).toBeLessThan(16 * MIB)
  })

  it('ends with the signal of its call', async () => {
    const stop = new Error('Stop')
    const controller = new AbortController()
    test.proxy.inject('no response')
    const batch = test.client().batchMarketplaceArtworks([line('x')], { signal: controller.signal })
    const ended = expect(linesOf(batch)).rejects.toBe(stop)
    await expect.poll(() => test.proxy.received.length).toBe(1)
    controller.abort(stop)
    await ended
  })
})
