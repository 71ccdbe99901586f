import { beforeEach, describe, expect, it } from 'vitest'
import {
  MAX_BYTES,
  type CachedResponse,
  admissionFilter,
  createResponseCache,
  type ResponseCache,
  responseCacheCounts,
} from '../../src/cache/response-cache.ts'
import { fakeDataVersion, type FakeDataVersion } from './fake-data-version.ts'

let dataVersion: FakeDataVersion
let cache: ResponseCache

beforeEach(() => {
  dataVersion = fakeDataVersion()
  cache = createResponseCache(dataVersion)
})

const responseOf = (content: string): CachedResponse => ({
  headers: { etag: `"${content}"` },
  body: Buffer.from(content),
  operationId: 'listTags',
})

/** 'no entry' for an unknown key, undefined for a stale response. */
function lookup(key = 'key'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const isFound = cache.lookup(key, (response) => resolve(response?.body.toString()))
    if (!isFound) resolve('no entry')
  })
}

/** Requests the key as often as admission takes. */
function store(content: string, key = 'key'): void {
  cache.admit(key)
  cache.admit(key)?.(responseOf(content))
}

describe('the response cache', () => {
  it('stores a response from the second request on', async () => {
    expect(cache.admit('key')).toBeUndefined()
    expect(await lookup()).toBe('no entry')
    cache.admit('key')?.(responseOf('second'))
    expect(await lookup()).toBe('second')
    expect(cache.admit('other')).toBeUndefined()
  })

  it('does not store a response when larger responses than the store holds came since the last request', () => {
    expect(cache.admit('key')).toBeUndefined()
    cache.recordSize(MAX_BYTES + 2_048)
    expect(cache.admit('key')).toBeUndefined()
    expect(cache.admit('key')).toBeDefined()
  })

  it('does not store a response that was begun before a known change', async () => {
    store('other', 'other')
    cache.admit('key')
    const put = cache.admit('key')
    dataVersion.actual = 2
    expect(await lookup('other')).toBeUndefined()
    put?.(responseOf('before the change'))
    expect(await lookup()).toBe('no entry')
  })

  it('does not return a response that was stored during a revalidation', async () => {
    store('first')
    const found = lookup()
    dataVersion.actual = 2
    const late = lookup()
    store('again')
    expect([await found, await late]).toEqual([undefined, undefined])
  })

  it('stores no response while each request finds new data', async () => {
    for (let version = 2; version < 10; version += 1) {
      expect(await lookup()).toBe('no entry')
      expect(cache.admit('key')).toBeUndefined()
      dataVersion.actual = version
      await new Promise((resolve) => dataVersion.revalidate(resolve))
    }
  })
})

describe('a stored response', () => {
  it('has its own copy of the body', async () => {
    store('short')
    const found = await new Promise<CachedResponse | undefined>((resolve) => {
      cache.lookup('key', resolve)
    })
    expect(found).toEqual(responseOf('short'))
    expect(found?.body.buffer.byteLength).toBe(5)
  })

  it('has a body of 1 MiB at most', async () => {
    store('x'.repeat(1024 * 1024 + 1))
    expect(await lookup()).toBe('no entry')
  })

  it.each([
    ['bodies', 'x'.repeat(1024 * 1024), ''],
    ['keys', '', 'key'.repeat(200_000)],
  ])('stays while it is looked up, and all have 16 MiB of %s at most', async (_, body, key) => {
    store('often')
    for (let made = 0; made < 40; made += 1) {
      store(body, `${made} ${key}`)
      expect(await lookup()).toBe('often')
      expect(responseCacheCounts.bytes).toBeLessThan(MAX_BYTES)
    }
    expect(responseCacheCounts.bytes).toBeGreaterThan(MAX_BYTES / 2)
    expect(await lookup(`0 ${key}`)).toBe('no entry')
  })
})

describe('a walk through a whole collection', () => {
  it('evicts no popular response', async () => {
    store('often')
    for (let page = 0; page < 50_000; page += 1) {
      const put = cache.admit(`/api/v1/events/?limit=100&offset=${page * 100}`)
      // One in 65,536 keys is mistaken for a known one.
      put?.(responseOf('x'.repeat(1000)))
    }
    expect(await lookup()).toBe('often')
  })
})

const WINDOW = 1_000_000

describe('the admission filter', () => {
  it('knows a key from its second request on', () => {
    const { wasSeen } = admissionFilter(WINDOW)
    expect([wasSeen('a'), wasSeen('b'), wasSeen('a'), wasSeen('a')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('knows a key after 500 others, and not after two million', () => {
    const { wasSeen } = admissionFilter(WINDOW)
    wasSeen('the one')
    for (let page = 0; page < 500; page += 1) wasSeen(`few ${page}`)
    expect(wasSeen('the one')).toBe(true)
    for (let page = 0; page < 2_000_000; page += 1) wasSeen(`many ${page}`)
    expect(wasSeen('the one')).toBe(false)
  })

  it('knows a key within the window, and not after it', () => {
    const { wasSeen, advance } = admissionFilter(WINDOW)
    wasSeen('the one')
    advance(WINDOW - 1_024)
    expect(wasSeen('the one')).toBe(true)
    // The window begins with the last request.
    advance(WINDOW - 1_024)
    expect(wasSeen('the one')).toBe(true)
    advance(WINDOW + 1_024)
    expect([wasSeen('the one'), wasSeen('the one')]).toEqual([false, true])
  })

  it('mistakes a new key for a known one in fewer than 50 of 200,000 cases', () => {
    const { wasSeen } = admissionFilter(WINDOW)
    let mistakes = 0
    for (let page = 0; page < 200_000; page += 1) {
      if (wasSeen(`/api/v1/events/?limit=100&offset=${page}`)) mistakes += 1
    }
    expect(mistakes).toBeLessThan(50)
  })
})
