import { describe, expect, it } from 'vitest'
import { acceptedEncoding } from '../../src/http/compression.ts'

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
  ])('"%s" takes %s', (header, encoding) => {
    expect(acceptedEncoding(header).encoding).toBe(encoding)
  })

  it.each([
    ['gzip', 1024],
    ['gzip, identity;q=0.1', 1024],
    ['gzip, identity;q=0', 0],
    ['gzip, *;q=0', 0],
  ])('"%s" has bodies encoded from %d bytes on', (header, fromBytes) => {
    expect(acceptedEncoding(header)).toEqual({ encoding: 'gzip', fromBytes })
  })

  it('is read as well when it is very long', () => {
    const header = `${'x, '.repeat(5_000)}gzip`
    expect(acceptedEncoding(header).encoding).toBe('gzip')
  })
})
