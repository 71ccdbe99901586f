import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { namesVersion } from '../../src/contract/entity-tag.ts'
import {
  acceptedEncoding,
  encode,
  encodedHeaders,
  encodingFor,
  sharedEncoding,
} from '../../src/http/compression.ts'
import { latin1Texts, toLatin1 } from '../../src/response-body.ts'

describe('Accept-Encoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['*', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['gzip;q=1.0, br;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0.5, identity;q=0.1', 'gzip'],
    ['deflate', 'identity'],
    ['zstd, compress', 'identity'],
    ['*;q=0', 'identity'],
    ['identity;q=0', 'identity'],
    [';;;, =', 'identity'],
  ])('"%s" selects %s', (header, encoding) => {
    expect(acceptedEncoding(header).encoding).toBe(encoding)
  })

  it.each([
    ['gzip', 1024],
    ['gzip, identity;q=0.1', 1024],
    ['gzip, identity;q=0', 0],
    ['gzip, *;q=0', 0],
  ])('"%s" encodes bodies from %d bytes on', (header, fromBytes) => {
    expect(acceptedEncoding(header)).toEqual({ encoding: 'gzip', fromBytes })
  })

  it('is parsed when it is very long', () => {
    const header = `${'x, '.repeat(5_000)}gzip`
    expect(acceptedEncoding(header).encoding).toBe('gzip')
  })
})

const text = 'Nordlys på Havnegade 4. '

describe('a response body', () => {
  it.each([
    ['short', 100],
    ['long', 10_000],
  ])('that is %s is restored by decoding, and is shorter encoded', async (_, times) => {
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
  ])(
    'is encoded from %d bytes on: a body of %d bytes has the encoding %s',
    (fromBytes, bytes, encoding) => {
      expect(encodingFor({ encoding: 'br', fromBytes }, bytes)).toBe(encoding)
    },
  )
})

describe('the headers of an encoded response', () => {
  const headers = { 'content-type': 'application/json', etag: '"812-20240507.abc"' }

  it('are unchanged for identity', () => {
    expect(encodedHeaders('identity', headers)).toBe(headers)
  })

  it.each(['br', 'gzip'] as const)(
    'name %s, also in the entity tag, after the version',
    (encoding) => {
      const { etag = '', ...others } = encodedHeaders(encoding, headers)
      expect(others).toEqual({ 'content-type': 'application/json', 'content-encoding': encoding })
      expect(etag).toBe(`"812-20240507.abc-${encoding}"`)
      expect(namesVersion([etag], '812-20240507')).toBe(true)
    },
  )

  it('have no entity tag without one', () => {
    expect(encodedHeaders('gzip', {})).toEqual({ 'content-encoding': 'gzip' })
  })
})

it('a body that is sent to many at once is encoded once, before the next turn of the event loop', async () => {
  const json = 'x'.repeat(1024 * 1024)
  const body = latin1Texts([toLatin1(json)])
  const nextTurn = setImmediate('the next turn')
  const encoded = await Promise.race([nextTurn, sharedEncoding(body, 'br')])
  expect(brotliDecompressSync(encoded).toString()).toBe(json)
  expect(await sharedEncoding(body, 'br')).toBe(encoded)
  expect(gunzipSync(await sharedEncoding(body, 'gzip')).toString()).toBe(json)
})
