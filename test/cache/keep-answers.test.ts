import { beforeEach, describe, expect, it } from 'vitest'
import { STORE_LIMITS, type CachedResponse } from '../../src/cache/response-store.ts'
import { createResponseCache, type ResponseCache } from '../../src/cache/response-cache.ts'
import { fakeFreshness, type FakeFreshness } from './fake-freshness.ts'

let freshness: FakeFreshness
let keeper: ResponseCache

beforeEach(() => {
  freshness = fakeFreshness()
  keeper = createResponseCache(freshness)
})

const answerOf = (content: string): CachedResponse => ({
  headers: { etag: `"${content}"` },
  body: Buffer.from(content),
  operationId: 'listTags',
})

/** 'nothing' where nothing is looked for, undefined where what was found no longer holds. */
function recall(key = 'key'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const isFound = keeper.lookup(key, (answer) => resolve(answer?.body.toString()))
    if (!isFound) resolve('nothing')
  })
}

/** Asks the whole way, as often as it takes to be kept. */
function keep(content: string, key = 'key'): void {
  keeper.admit(key)
  keeper.admit(key)?.(answerOf(content))
}

describe('an answer', () => {
  it('is kept from the second time on that it is asked for', async () => {
    expect(keeper.admit('key')).toBeUndefined()
    expect(await recall()).toBe('nothing')
    keeper.admit('key')?.(answerOf('second'))
    expect(await recall()).toBe('second')
    expect(keeper.admit('other')).toBeUndefined()
  })

  it('is not kept where more has been made since than there is room for', () => {
    expect(keeper.admit('key')).toBeUndefined()
    keeper.recordSize(STORE_LIMITS.bytes + 2_048)
    expect(keeper.admit('key')).toBeUndefined()
    expect(keeper.admit('key')).toBeDefined()
  })

  it('is told as long as nothing changes, and looked after each time', async () => {
    keep('first')
    expect([await recall(), await recall(), await recall()]).toEqual(['first', 'first', 'first'])
    expect(freshness.checks).toBe(3)
  })

  it('is not told once something has changed, nor ever again', async () => {
    keep('first')
    freshness.actual = 2
    expect(await recall()).toBeUndefined()
    expect(await recall()).toBe('nothing')
  })

  it('is not told where it cannot be known whether it holds, and is when it can again', async () => {
    keep('first')
    freshness.failure = new Error('The database is away')
    expect(await recall()).toBeUndefined()
    freshness.failure = undefined
    expect(await recall()).toBe('first')
  })

  it('that was begun before a change is not kept after it', async () => {
    keep('other', 'other')
    keeper.admit('key')
    const kept = keeper.admit('key')
    freshness.actual = 2
    expect(await recall('other')).toBeUndefined()
    kept?.(answerOf('before the change'))
    expect(await recall()).toBe('nothing')
  })

  it('that was begun before a change that nobody has seen is kept, and not told', async () => {
    keeper.admit('key')
    const kept = keeper.admit('key')
    freshness.actual = 2
    kept?.(answerOf('before the change'))
    expect(await recall()).toBeUndefined()
  })

  it('that comes between a look and its end does not take the place of what was found', async () => {
    keep('first')
    const found = recall()
    freshness.actual = 2
    const late = recall()
    keep('again')
    expect([await found, await late]).toEqual([undefined, undefined])
  })

  it('that many ask for at once is told to all', async () => {
    keep('first')
    const all = await Promise.all(Array.from({ length: 100 }, () => recall()))
    expect(new Set(all)).toEqual(new Set(['first']))
  })
})

describe('a walk through a whole collection', () => {
  it('pushes nothing out', async () => {
    keep('often')
    for (let page = 0; page < 50_000; page += 1) {
      const kept = keeper.admit(`/api/v1/events/?limit=100&offset=${page * 100}`)
      // One in 65,536 is taken for one that was seen.
      kept?.(answerOf('x'.repeat(1000)))
    }
    expect(await recall()).toBe('often')
  })
})
