import { describe, expect, it } from 'vitest'
import { urlsOf } from '../../src/server/listen.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'
import { sendUnjudged } from '../support/send.ts'

const test = useDatabase()

describe('a service that listens at an IPv6 address', () => {
  it('has valid responses with that address in their links', async () => {
    const { id } = await makeEvent(test.db)
    await makeEvent(test.db)
    const { public: publicUrl } = urlsOf(
      { host: '::1', publicUrl: undefined, mediaUrl: undefined },
      3000,
    )
    const app = await testApp(test, { publicUrl })
    const page = await sendUnjudged(app, { path: '/events/?limit=1' })
    const record = await sendUnjudged(app, { path: `/events/${id}/` })
    const problem = await sendUnjudged(app, { path: '/events/999999999/' })
    await app.close()
    expect([page.status, record.status, problem.status]).toEqual([200, 200, 404])
    expect(page.json()['next']).toBe('http://[::1]:3000/api/v1/events/?limit=1&offset=1')
    expect(problem.json()['type']).toBe('http://[::1]:3000/docs/problems/not_found')
  })
})
