import { describe, expect, it } from 'vitest'
import { serializeError } from '../../src/http/logging.ts'
import { operations } from '../../src/operations.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const HEADER = `00-${TRACE}-${SPAN}-01`

describe('serializeError', () => {
  it('includes the cause and the error code, but no values of rows', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(jane@example.com) already exists.',
      where: 'jane',
      parameters: ['jane'],
    })
    const logged = serializeError(new TypeError('It failed', { cause }))
    expect(logged).toMatchObject({
      type: 'TypeError',
      message: 'It failed',
      cause: { type: 'Error', message: 'duplicate key', code: '23505' },
    })
    expect(JSON.stringify(logged)).not.toContain('jane')
  })

  it('includes each error of an AggregateError', () => {
    const logged = serializeError(new AggregateError([new Error('one'), new Error('two')], 'Both'))
    expect(logged).toMatchObject({ errors: [{ message: 'one' }, { message: 'two' }] })
  })

  it('cuts an endless chain of causes', () => {
    const error = new Error('again')
    error.cause = error
    expect(JSON.stringify(serializeError(error)).match(/again/g)?.length).toBeLessThan(50)
  })

  it('accepts a value that is not an error', () => {
    expect(serializeError('text')).toEqual({ type: 'string', message: 'text', stack: '' })
  })
})

describe('the log', () => {
  it('contains the id of its trace in every line of a request, that of the problem document', async () => {
    const failing = () => Promise.reject(new Error('an internal error'))
    const app = await testApp(test, {
      operations: { ...operations, listEvents: failing },
      logLevel: 'info',
    })
    const lines = captureLog(app)
    const traced = await app.inject({
      url: '/api/v1/events/',
      headers: { traceparent: HEADER, accept: 'application/json' },
    })
    const untraced = await app.inject({ url: '/nothing', headers: { traceparent: 'secret' } })
    await app.close()
    const traceIdOf = ({ body }: { body: string }) =>
      (JSON.parse(body) as { trace_id?: string }).trace_id
    expect([traceIdOf(traced), traceIdOf(untraced)]).toEqual([TRACE, undefined])
    const logged = lines.map(({ msg, traceId, spanId }) => ({ msg, traceId, spanId }))
    expect(logged.filter(({ msg }) => msg === 'The request failed' || msg === 'request')).toEqual([
      { msg: 'The request failed', traceId: TRACE, spanId: SPAN },
      { msg: 'request', traceId: TRACE, spanId: SPAN },
      { msg: 'request', traceId: undefined, spanId: undefined },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})
