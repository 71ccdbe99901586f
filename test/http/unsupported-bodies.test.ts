import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { operations, resolve } from '../contract/document.ts'
import { amount } from '../support/amount.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeGallery } from '../support/make-gallery.ts'

const NDJSON = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/jsonlines',
]
const MIB = 1024 * 1024

const test = useService()
let authorization: string
let gallery: number

beforeAll(async () => {
  const { key, userId } = await makeApiKey(test.db, { scopes: ['admin'] })
  authorization = `Bearer ${key}`
  gallery = (await makeGallery(test.db, { owner_id: userId })).id
})

const withBody = operations.flatMap(({ method, template: path, requestBody }) =>
  requestBody === undefined
    ? []
    : [{ method, path, types: Object.keys(resolve(requestBody).content ?? {}) }],
)

interface Body {
  readonly type?: string
  readonly encoding?: string
  readonly bytes: Buffer
}

function send(method: string, path: string, { type, encoding, bytes }: Body) {
  return test.app.inject({
    method: method.toUpperCase() as 'POST',
    url: `/api/v1${path.replace('{id}', '1')}`,
    payload: bytes,
    headers: {
      authorization,
      'if-match': '*',
      ...(type !== undefined && { 'content-type': type }),
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
  })
}

describe('every operation with a body', () => {
  it('rejects each wrong type and encoding with 415, whatever the size, and names what it takes', async () => {
    expect(withBody.length).toBeGreaterThan(20)
    const sizes = fc.constantFrom(0, 1, 255 * 1024, 257 * 1024, 300 * 1024)
    const types = fc.constantFrom(
      '',
      'text/plain',
      'application/json',
      'text/csv',
      'image/png',
      ...NDJSON,
    )
    const encodings = fc.constantFrom('identity', 'gzip', 'br', 'gzip, gzip', 'zstd')
    const given = fc.record({ type: types, encoding: encodings, size: sizes })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...withBody), given, async (operation, sent) => {
        const { method, path } = operation
        const isBatch = operation.types.includes('application/x-ndjson')
        const accepted = isBatch ? NDJSON : operation.types
        const codings = isBatch ? ['gzip', 'identity'] : ['identity']
        const isCoded = codings.includes(sent.encoding)
        if (isCoded && accepted.includes(sent.type)) return
        const bytes = Buffer.alloc(sent.size, 'x')
        const { encoding } = sent
        const type = sent.type === '' ? {} : { type: sent.type }
        const response = await send(method, path, { ...type, encoding, bytes })
        expect(response.statusCode, response.body).toBe(415)
        expect(response.headers['accept']).toBe(operation.types.join(', '))
        expect(response.headers['accept-encoding']).toBe(isCoded ? undefined : codings.join(', '))
      }),
      { numRuns: amount({ commit: 100, nightly: 300 }) },
    )
  })
})

describe('a batch', () => {
  const lineOf = (no: number, title = `Kade ${no}`) =>
    JSON.stringify({
      external_id: `K-${no}`,
      artwork: { title, gallery, category: 1, units: 'inch', price_display: 'price on request' },
    })
  const batch = async (bytes: Buffer, encoding: string, type = 'application/x-ndjson') => {
    const path = '/marketplace-artworks/batch/?dry_run=true'
    const response = await send('POST', path, { type, encoding, bytes })
    const lines = response.body.trimEnd().split('\n')
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      results: lines.slice(0, -1).map((line) => JSON.parse(line) as unknown),
      summary: JSON.parse(lines.at(-1) ?? '') as Record<string, unknown>,
    }
  }

  it('has the same response for each name of its type, packed or not', async () => {
    const bytes = Buffer.from([1, 2, 3].map((no) => lineOf(no)).join('\n'))
    const plain = await batch(bytes, 'identity')
    expect(plain).toMatchObject({ status: 200, type: NDJSON[0], summary: { lines: 3 } })
    const variants = NDJSON.flatMap((type) => [
      batch(bytes, 'identity', type),
      batch(gzipSync(bytes), 'gzip', type),
      batch(gzipSync(bytes), 'X-GZIP', type),
    ])
    for (const variant of variants)
      expect(withoutInstance(await variant)).toEqual(withoutInstance(plain))
  })

  it('ends at 32 MiB unpacked, and takes no more memory for a bomb than for its limit', async () => {
    // 512 MiB of spaces in one line, 0.5 MB packed.
    const part = gzipSync(Buffer.alloc(64 * MIB, ' '))
    const bomb = Buffer.concat(Array.from({ length: 8 }, () => part))
    const before = process.memoryUsage().rss
    const { status, summary } = await batch(bomb, 'gzip')
    expect(status).toBe(200)
    expect(summary).toMatchObject({
      status: 413,
      problem: { detail: 'The batch is larger than 32 MiB.' },
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * MIB)
  })

  it('ends at 32 MiB packed, when nothing is in it', async () => {
    const empty = gzipSync(Buffer.alloc(0))
    const bytes = Buffer.alloc(33 * MIB - ((33 * MIB) % empty.length))
    for (let at = 0; at < bytes.length; at += empty.length) empty.copy(bytes, at)
    expect((await batch(bytes, 'gzip')).summary).toMatchObject({ status: 413 })
  })

  it('keeps the lines before a place that is not gzip, or before an early end', async () => {
    const lines = Array.from({ length: 3_000 }, (_, no) => lineOf(no, `Kade ${Math.sqrt(no)}`))
    const packed = gzipSync(lines.join('\n'))
    const cut = await batch(packed.subarray(0, packed.length - 2_000), 'gzip')
    expect(cut.summary).toMatchObject({ status: 400, problem: { code: 'invalid_request' } })
    expect(cut.results.length).toBeGreaterThan(100)
    const plain = await batch(Buffer.from(lines.join('\n')), 'gzip')
    expect(plain.summary).toMatchObject({ status: 400, lines: 0 })
  })
})

function withoutInstance(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/urn:uuid:[\w-]+/g, ''))
}
