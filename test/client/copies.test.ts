import { beforeEach, describe, expect, it } from 'vitest'
import type { Copy } from '../../src/client/create-client.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { newEvent } from './support/events.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()
const outcomes = () => test.proxy.received.map(({ status }) => status)
let copies: Map<string, Copy>
beforeEach(() => {
  copies = new Map()
})

async function tagNames(client = test.client({ copies })): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of client.listTags({ limit: 2, ordering: 'id' })) names.push(name)
  return names
}

describe('a client with copies', () => {
  it('gets only changed pages again', async () => {
    for (let i = 0; i < 4; i += 1) await makeTag(test.db)
    const before = await tagNames()
    expect(outcomes()).toEqual([200, 200, 200])
    test.proxy.inject()
    expect(await tagNames()).toEqual(before)
    expect(outcomes()).toEqual([304, 304, 304])
    const { id } = await test.db
      .selectFrom('tags')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await test.db.updateTable('tags').set({ name: 'Renamed' }).where('id', '=', id).execute()
    test.proxy.inject()
    expect(await tagNames()).toEqual([...before.slice(0, -1), 'Renamed'])
    expect(outcomes()).toEqual([304, 304, 200])
    test.proxy.inject()
    await tagNames()
    expect(outcomes()).toEqual([304, 304, 304])
  })

  it('returns a copy like the original', async () => {
    const { id } = await makeVenue(test.db)
    const client = test.client({ copies })
    const first = await client.retrieveVenue(id)
    expect(await client.retrieveVenue(id)).toEqual(first)
    expect(outcomes()).toEqual([200, 304])
    expect([...copies.keys()]).toEqual([`${test.baseUrl}/venues/${id}/`])
  })

  it('accepts an asynchronous store', async () => {
    const slow = {
      get: (url: string) => Promise.resolve(copies.get(url)),
      set: (url: string, copy: Copy) => Promise.resolve(copies.set(url, copy)),
    }
    const { id } = await makeVenue(test.db)
    const client = test.client({ copies: slow })
    expect(await client.retrieveVenue(id)).toEqual(await client.retrieveVenue(id))
    expect(outcomes()).toEqual([200, 304])
  })

  it('stores no rejections and no writes', async () => {
    const client = test.client({ copies })
    await expect(client.retrieveVenue(987)).rejects.toThrow()
    const draft = await client.createEvent(await newEvent(test))
    await client.partialUpdateEvent(draft, { title: 'Changed' })
    expect(copies.size).toBe(0)
  })
})
