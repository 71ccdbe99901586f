import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createClient, type ClientOptions } from '../../src/client/create-client.ts'

const baseUrl = 'https://art.example/api/v1'
const creating = (options: Partial<ClientOptions>) => () => createClient({ baseUrl, ...options })

const BASE_URL = 'baseUrl must be an http or https address without user, query and fragment'
const KEY = 'key must be printable ASCII characters without blanks'
const RETRIES = 'retries must be a whole number from 0 on, or Infinity'
const TIMEOUT = 'timeoutMs must be more than 0 milliseconds'
const LONGEST_WAIT = 'longestWaitMs must be 0 or more milliseconds'

describe('invalid options are rejected by name', () => {
  it.each<[Partial<ClientOptions>, string]>([
    [{ baseUrl: `${baseUrl}?x=1` }, BASE_URL],
    [{ baseUrl: `${baseUrl}?` }, BASE_URL],
    [{ baseUrl: `${baseUrl}#top` }, BASE_URL],
    [{ baseUrl: `${baseUrl} ` }, BASE_URL],
    [{ baseUrl: '' }, BASE_URL],
    [{ baseUrl: 'art.example' }, BASE_URL],
    [{ baseUrl: 'ftp://art.example/api/v1' }, BASE_URL],
    [{ baseUrl: 'https://jane:secret@art.example/api/v1' }, BASE_URL],
    [{ key: '' }, KEY],
    [{ key: 'amk_secret\n' }, KEY],
    [{ key: 'amk_secret amk' }, KEY],
    [{ key: 'amk_secretß' }, KEY],
    [{ retries: Number.NaN }, RETRIES],
    [{ retries: -1 }, RETRIES],
    [{ retries: 1.5 }, RETRIES],
    [{ timeoutMs: Number.NaN }, TIMEOUT],
    [{ timeoutMs: 0 }, TIMEOUT],
    [{ longestWaitMs: Number.NaN }, LONGEST_WAIT],
    [{ longestWaitMs: -1 }, LONGEST_WAIT],
  ])('%o', (options, message) => {
    expect(creating(options)).toThrow(new RangeError(message))
  })

  // Errors are logged.
  it.each<Partial<ClientOptions>>([
    { key: 'amk_secret\n' },
    { baseUrl: 'https://jane:secret@art.example/api/v1' },
  ])('without a secret (%#)', (options) => {
    let thrown: unknown
    try {
      creating(options)()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(RangeError)
    expect(inspect(thrown, { depth: 9 })).not.toContain('secret')
  })
})

describe('options at their bounds are accepted', () => {
  it.each<Partial<ClientOptions>>([
    {},
    { baseUrl: 'http://127.0.0.1:3000/api/v1/' },
    { baseUrl: 'http://[::1]:3000/api/v1' },
    { key: undefined, retries: undefined, timeoutMs: undefined, longestWaitMs: undefined },
    { key: 'amk_wrong', retries: 0, timeoutMs: 1, longestWaitMs: 0 },
    { retries: Infinity, timeoutMs: Infinity, longestWaitMs: Infinity },
  ])('%o', (options) => {
    expect(creating(options)).not.toThrow()
  })
})

// As in a browser, whose `fetch` throws as a method of another object.
it('calls fetch as a function, for a batch, too', async () => {
  const callers: unknown[] = []
  function fetch(this: unknown): Promise<Response> {
    callers.push(this)
    return Promise.resolve(new Response('', { status: 404 }))
  }
  const client = createClient({ baseUrl, key: 'amk_', fetch, retries: 0 })
  await client.retrieveEvent(1).catch(() => {})
  await client
    .batchEvents([])
    .next()
    .catch(() => {})
  expect(callers).toEqual([undefined, undefined])
})
