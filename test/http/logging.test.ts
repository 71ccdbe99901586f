import { describe, expect, it } from 'vitest'
import { serializeError, traceContext } from '../../src/http/logging.ts'
import { operations } from '../../src/operations.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'

const test = useDatabase()
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const HEADER = `00-${TRACE}-${SPAN}-01`

describe('traceContext', () => {
  it('reads trace and span', () => {
    expect(traceContext(HEADER)).toEqual({ traceId: TRACE, spanId: SPAN })
    expect(traceContext(`00-${TRACE}-${SPAN}-00`)).toEqual({ traceId: TRACE, spanId: SPAN })
  })

  it.each([
    undefined,
    '',
    `01-${TRACE}-${SPAN}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}-0g`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    ` ${HEADER}`,
    `${HEADER}\n`,
    `${HEADER}, ${HEADER}`,
    [HEADER, HEADER],
  ])('ignores %j', (header) => {
    expect(traceContext(header)).toBeUndefined()
  })
})

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
  it('contains a valid trace id in every line of the request', async () => {
    const failing = () => Promise.reject(new Error('an internal error'))
    const app = await testApp(test, {
      operations: { ...operations, listEvents: failing },
      logLevel: 'info',
    })
    const lines = captureLog(app)
    await app.inject({ url: '/api/v1/events/', headers: { traceparent: HEADER } })
    await app.inject({ url: '/nothing', headers: { traceparent: 'secret' } })
    await app.close()
    const logged = lines.map(({ msg, traceId, spanId }) => ({ msg, traceId, spanId }))
    expect(logged.filter(({ msg }) => msg === 'The request failed' || msg === 'request')).toEqual([
      { msg: 'The request failed', traceId: TRACE, spanId: SPAN },
      { msg: 'request', traceId: TRACE, spanId: SPAN },
      { msg: 'request', traceId: undefined, spanId: undefined },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})
