import { beforeAll, describe, expect, it } from 'vitest'
import { listenOnFreePort } from '../http/raw-http.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { eventBody, posting } from '../writes/event-requests.ts'

const MEGABYTE = 1024 * 1024
const PAGE_EVENTS = 100

/** A character of six bytes in JSON, the maximum. */
const HEAVY = '\u0001'
const LONG_URL = `https://art.example/${'a'.repeat(1_980)}`

const test = useService()
let origin: string

beforeAll(async () => {
  const { key } = await makeApiKey(test.db)
  const { id } = await makeVenue(test.db)
  for (let count = 0; count < PAGE_EVENTS; count += 1) {
    const { status, text } = await test.send(posting(key, heaviestEvent(id)))
    if (status !== 201) throw new Error(text)
  }
  origin = `http://127.0.0.1:${await listenOnFreePort(test.app)}`
})

/** An event with the maximum length in every field. */
function heaviestEvent(venue: number): string {
  return eventBody(venue, {
    publish_status: 'published',
    title: `a${HEAVY.repeat(299)}`,
    content: HEAVY.repeat(20_000),
    address: HEAVY.repeat(300),
    city: HEAVY.repeat(200),
    featured_image: {
      full_size: LONG_URL,
      alt_text: HEAVY.repeat(1_000),
      caption: HEAVY.repeat(1_000),
      description: HEAVY.repeat(2_000),
    },
    buy_tickets_url: LONG_URL,
    external_url: LONG_URL,
    additional_info: LONG_URL,
    press_release: LONG_URL,
    banner_logo: LONG_URL,
  })
}

interface Page {
  readonly status: number
  readonly bytes: number
}

async function heaviestPage(): Promise<Page> {
  const response = await fetch(`${origin}/api/v1/events/?limit=${PAGE_EVENTS}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const { byteLength: bytes } = await response.arrayBuffer()
  return { status: response.status, bytes }
}

describe('a page of the largest possible records', () => {
  it('has the size that the bodies of its records allow', async () => {
    const { status, bytes } = await heaviestPage()
    expect(status).toBe(200)
    expect(bytes).toBeGreaterThan(10 * MEGABYTE)
    expect(bytes).toBeLessThan(PAGE_EVENTS * 0.25 * MEGABYTE)
  })

  it('does not delay other requests for long', async () => {
    const heavy = Array.from({ length: 4 }, heaviestPage)
    const began = performance.now()
    const light = await fetch(`${origin}/api/v1/tags/`)
    await light.arrayBuffer()
    expect(light.status).toBe(200)
    expect(performance.now() - began).toBeLessThan(3_000)
    expect((await Promise.all(heavy)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})
