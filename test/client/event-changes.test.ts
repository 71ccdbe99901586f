import { describe, expect, it, vi } from 'vitest'
import { OPERATIONS } from '../../generated/operations.ts'
import type { Event, EventPatch } from '../../src/client/create-client.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { newEvent } from './support/events.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

describe('changeEvent', () => {
  it('sends the change of the current event', async () => {
    const client = test.client()
    const { record: draft } = await client.createEvent(await newEvent(test))
    const changed = await client.changeEvent(draft.id, ({ title }) => ({ title: `${title}!` }))
    expect(changed.record.title).toBe(`${draft.title}!`)
    expect(await client.retrieveEvent(draft.id)).toEqual(changed)
  })

  it('recomputes the change after a concurrent change', async () => {
    let reads = 0
    const allHaveRead = Promise.withResolvers<void>()
    const client = test.client({
      async fetch(url, init) {
        // So all change the same version.
        if (init?.method === 'PATCH') await allHaveRead.promise
        const response = await fetch(url, init)
        if (init?.method === 'GET' && (reads += 1) === 3) allHaveRead.resolve()
        return response
      },
    })
    const event = { ...(await newEvent(test)), title: '=' }
    const { record: draft } = await client.createEvent(event)
    const add = (letter: string) =>
      client.changeEvent(draft.id, ({ title }) => ({ title: title + letter }))
    await Promise.all([add('a'), add('b'), add('c')])
    const { record } = await client.retrieveEvent(draft.id)
    expect(record.title.split('').toSorted()).toEqual(['=', 'a', 'b', 'c'])
    expect(test.proxy.received.map(({ status }) => status)).toContain(412)
  })

  it('gives up after five concurrent changes', async () => {
    const client = test.client()
    const { record } = await client.createEvent(await newEvent(test))
    const stale = { status: 412, headers: { 'content-type': 'application/problem+json' } }
    const body = JSON.stringify({ code: 'precondition_failed', detail: 'Too late.' })
    const change = vi.fn<(event: Event) => EventPatch>(() => ({ title: 'Never' }))
    test.proxy.inject(
      ...Array.from({ length: 9 }, () => ['pass' as const, { ...stale, body }]).flat(),
    )
    await expect(client.changeEvent(record.id, change)).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    expect(change).toHaveBeenCalledTimes(5)
  })

  // The service may have applied the change.
  it('is not repeated when its response is lost', async () => {
    const client = test.client()
    const { record } = await client.createEvent(await newEvent(test))
    test.proxy.inject('pass', 'reset after the service')
    const call = client.changeEvent(record.id, ({ title }) => ({ title: `${title}!` }))
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', method: 'PATCH' })
    expect((await client.retrieveEvent(record.id)).record.title).toBe(`${record.title}!`)
  })
})

describe('a change of another record', () => {
  it('is there for each one that a patch changes', () => {
    const client = test.client() as unknown as Record<string, unknown>
    const nouns = Object.keys(OPERATIONS).flatMap((id) => /^partialUpdate(.+)/.exec(id)?.[1] ?? [])
    expect(nouns).toContain('MarketplaceArtwork')
    expect(nouns.filter((noun) => typeof client[`change${noun}`] !== 'function')).toEqual([])
  })

  it('recomputes after a concurrent change', async () => {
    const { key } = await makeApiKey(test.db, { scopes: ['catalogue:write'] })
    const client = test.client({ key })
    const { record: tag } = await client.createTag({ name: '=' })
    const add = (letter: string) =>
      client.changeTag(tag.id, ({ name }) => ({ name: name + letter }))
    await Promise.all([add('a'), add('b'), add('c')])
    const { record } = await client.retrieveTag(tag.id)
    expect(record.name.split('').toSorted()).toEqual(['=', 'a', 'b', 'c'])
  })
})
