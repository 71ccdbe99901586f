import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'

// Only published events exist for the public.

const test = useService()
const HIDDEN = [
  ['a draft', { publish_status: 'draft', published_at: null }],
  ['a draft that was published once', { publish_status: 'draft' }],
  ['an archived one', { publish_status: 'archived' }],
] as const

beforeAll(async () => {
  await makeEvent(test.db)
})

describe.each(HIDDEN)('%s', (_, hidden) => {
  it('is in no list and no count', async () => {
    const before = await test.get('/events/?limit=100')
    await makeEvent(test.db, hidden)
    expect(await test.get('/events/?limit=100')).toEqual(before)
    expect(before['count']).toBe(1)
  })

  it('is not found by its id, in the words for an id that nobody has', async () => {
    const { id } = await makeEvent(test.db, hidden)
    const answer = await test.send({ path: `/events/${id}/` })
    const missing = await test.send({ path: '/events/2147483647/' })
    expect(answer.status).toBe(404)
    expect(answer.json()['detail']).toBe(
      String(missing.json()['detail']).replace('2147483647', String(id)),
    )
  })
})
