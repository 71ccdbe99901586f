import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import type { Operations } from '../../src/operation-context.ts'
import { operations } from '../../src/operations.ts'
import { Problem } from '../../src/problems/problem.ts'
import { PrerenderedBody, textOf } from '../../src/response-body.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { makeEvent } from '../support/make-event.ts'
import { send } from '../support/send.ts'

const test = useDatabase()
const closers: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closers) await close()
})

async function appWith(changed: Partial<Operations>): Promise<FastifyInstance> {
  const app = await testApp(test, {
    operations: { ...operations, ...changed },
    logLevel: 'error',
  })
  closers.push(() => app.close())
  return app
}

const FIXED_TEXT = 'The service failed. Try again later; if it persists, report the instance.'

async function expectInternalError(app: FastifyInstance, path: string): Promise<string[]> {
  const log = captureLog(app)
  const response = await send(app, { path })
  const instance = `urn:uuid:${response.headers['x-request-id']}`
  expect(response.status).toBe(500)
  expect(response.json()).toEqual({
    type: 'https://art.example/docs/problems/internal_error',
    title: 'Internal error',
    status: 500,
    detail: FIXED_TEXT,
    instance,
    code: 'internal_error',
  })
  expect(log.map((line) => line['requestId'])).toEqual([response.headers['x-request-id']])
  return log.map((line) => JSON.stringify(line))
}

class DatabaseError extends Error {
  readonly code = '23505'
  readonly detail = 'Key (email)=(jane@example.com) already exists.'
  readonly where = 'PL/pgSQL function hidden()'
}

describe('an operation that throws', () => {
  it('gets a fixed text, and one log line without values of the row', async () => {
    const app = await appWith({
      listEvents: () =>
        Promise.reject(new DatabaseError('duplicate key violates unique constraint "users_key"')),
    })
    const [line = ''] = await expectInternalError(app, '/events/')
    expect(line).toContain('"operationId":"listEvents"')
    expect(line).toContain('duplicate key violates')
    expect(line).toContain('23505')
    expect(line).not.toContain('jane@example.com')
    expect(line).not.toContain('hidden()')
  })

  it.each<[string, unknown]>([
    ['text', 'select * from users'],
    ['nothing', undefined],
    ['null', null],
    ['an object', { message: 'jane@example.com' }],
  ])('gets it for any thrown value: %s', async (_, thrown) => {
    const app = await appWith({ listEvents: () => Promise.reject(thrown) })
    await expectInternalError(app, '/events/')
  })

  it('gets it when it throws synchronously', async () => {
    const app = await appWith({
      retrieveEvent: () => {
        throw new Error('select * from users where email = "jane@example.com"')
      },
    })
    await expectInternalError(app, '/events/1/')
  })

  it('gets it for a problem that it does not document', async () => {
    const app = await appWith({
      listEvents: () => Promise.reject(new Problem('not_found', 'jane@example.com is not here.')),
    })
    await expectInternalError(app, '/events/')
  })
})

describe('an operation whose response violates the contract', () => {
  const changedBy = (change: (record: object) => object) =>
    appWith({
      retrieveEvent: async (input, context) => {
        const { body } = await operations.retrieveEvent(input, context)
        // Prepared text is validated when it is stored, an object when it is sent.
        const record = body instanceof PrerenderedBody ? JSON.parse(textOf(body.json)) : body
        return { status: 200, body: change(record as object) as typeof body }
      },
    })

  it.each<[string, (record: object) => object, string]>([
    [
      'a missing field',
      (record) => ({ ...record, title: undefined }),
      `/ must have required property 'title'`,
    ],
    ['a field of another type', (record) => ({ ...record, title: 5 }), '/title must be string'],
    ['null where none may be', (record) => ({ ...record, venue: null }), '/venue must be object'],
    [
      'a timestamp with an offset',
      (record) => ({ ...record, start_time: '2024-03-14T09:00:00+01:00' }),
      '/start_time must match',
    ],
    [
      'an undeclared field',
      (record) => ({ ...record, password: 'secret' }),
      '/ must NOT have additional properties',
    ],
  ])('with %s gets 500', async (_, change, place) => {
    const { id } = await makeEvent(test.db, { title: 'Private view' })
    const [line = ''] = await expectInternalError(await changedBy(change), `/events/${id}/`)
    expect(line).toContain(`outside the contract: ${place}`)
    expect(line).not.toContain('Private view')
  })

  it('with a status that it does not document gets 500', async () => {
    const app = await appWith({
      listEvents: () => Promise.resolve({ status: 202, body: {} } as never),
    })
    await expectInternalError(app, '/events/')
  })
})
