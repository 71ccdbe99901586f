import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isMatched } from '../../src/contract/entity-tag.ts'
import { encode, encodingFor, encodedHeaders } from '../../src/http/compression.ts'

const text = 'Nordlys på Havnegade 4. '

describe('a body', () => {
  it.each([
    ['short', 100],
    ['long', 10_000],
  ])('that is %s comes out of its encoding as it was, and shorter in it', async (_, times) => {
    const body = Buffer.from(text.repeat(times))
    const [plain, gzip, brotli] = await Promise.all([
      encode(body, 'identity'),
      encode(body, 'gzip'),
      encode(body, 'br'),
    ])
    expect(plain.equals(body)).toBe(true)
    expect(gunzipSync(gzip).equals(body)).toBe(true)
    expect(brotliDecompressSync(brotli).equals(body)).toBe(true)
    expect(Math.max(gzip.length, brotli.length)).toBeLessThan(body.length / 5)
  })

  it.each([
    [1024, 1023, 'identity'],
    [1024, 1024, 'br'],
    [0, 1, 'br'],
    [0, 0, 'identity'],
  ])('is encoded from %d bytes on: one of %d goes as %s', (fromBytes, bytes, encoding) => {
    expect(encodingFor({ encoding: 'br', fromBytes }, bytes)).toBe(encoding)
  })
})

describe('the headers of an encoded form', () => {
  const headers = { 'content-type': 'application/json', etag: '"812-20240507.abc"' }

  it('are those of the answer where nothing is encoded', () => {
    expect(encodedHeaders('identity', headers)).toBe(headers)
  })

  it.each(['br', 'gzip'] as const)('name %s, in the tag too, behind the version', (encoding) => {
    const { etag = '', ...others } = encodedHeaders(encoding, headers)
    expect(others).toEqual({ 'content-type': 'application/json', 'content-encoding': encoding })
    expect(etag).toBe(`"812-20240507.abc-${encoding}"`)
    expect(isMatched([etag], '812-20240507')).toBe(true)
  })

  it('have no tag where there was none', () => {
    expect(encodedHeaders('gzip', {})).toEqual({ 'content-encoding': 'gzip' })
  })
})
