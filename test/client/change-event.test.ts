import { describe, expect, it, vi } from 'vitest'
import type { Event, EventPatch } from '../../src/client/create-client.ts'
import { newEvent } from './support/events.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

describe('changeEvent', () => {
  it('sends what is made of the event', async () => {
    const client = test.client()
    const { record: draft } = await client.createEvent(await newEvent(test))
    const changed = await client.changeEvent(draft.id, ({ title }) => ({ title: `${title}!` }))
    expect(changed.record.title).toBe(`${draft.title}!`)
    expect(await client.retrieveEvent(draft.id)).toEqual(changed)
  })

  it('makes the change anew when somebody else was faster', async () => {
    const client = test.client()
    const event = { ...(await newEvent(test)), title: '=' }
    const { record: draft } = await client.createEvent(event)
    const add = (letter: string) =>
      client.changeEvent(draft.id, ({ title }) => ({ title: title + letter }))
    await Promise.all([add('a'), add('b'), add('c')])
    const { record } = await client.retrieveEvent(draft.id)
    expect(record.title.split('').toSorted()).toEqual(['=', 'a', 'b', 'c'])
    expect(test.front.received.map(({ status }) => status)).toContain(412)
  })

  it('gives up when somebody else is always faster', async () => {
    const client = test.client()
    const { record } = await client.createEvent(await newEvent(test))
    const stale = { status: 412, headers: { 'content-type': 'application/problem+json' } }
    const body = JSON.stringify({ code: 'precondition_failed', detail: 'Too late.' })
    const change = vi.fn<(event: Event) => EventPatch>(() => ({ title: 'Never' }))
    test.front.plan(
      ...Array.from({ length: 9 }, () => ['passes' as const, { ...stale, body }]).flat(),
    )
    await expect(client.changeEvent(record.id, change)).rejects.toMatchObject({
      code: 'precondition_failed',
    })
    expect(change).toHaveBeenCalledTimes(5)
  })

  // It may have been made, and made again it would be made twice.
  it('is not made anew when its answer is lost', async () => {
    const client = test.client()
    const { record } = await client.createEvent(await newEvent(test))
    test.front.plan('passes', 'is not answered')
    const call = client.changeEvent(record.id, ({ title }) => ({ title: `${title}!` }))
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', method: 'PATCH' })
    expect((await client.retrieveEvent(record.id)).record.title).toBe(`${record.title}!`)
  })
})
