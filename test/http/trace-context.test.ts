import { describe, expect, it } from 'vitest'
import { traceContext } from '../../src/http/logging.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { operations } from '../../src/operations.ts'

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
  ])('passes over %j', (header) => {
    expect(traceContext(header)).toBeUndefined()
  })
})

describe('the log', () => {
  it('names the trace in every line of a request, and only what is one', async () => {
    const failing = () => Promise.reject(new Error('a fault of ours'))
    const app = await testApp(test, {
      operations: { ...operations, listEvents: failing },
      logLevel: 'info',
    })
    const lines = captureLog(app)
    await app.inject({ url: '/api/v1/events/', headers: { traceparent: HEADER } })
    await app.inject({ url: '/nothing', headers: { traceparent: 'secret' } })
    await app.close()
    const told = lines.map(({ msg, traceId, spanId }) => ({ msg, traceId, spanId }))
    expect(told.filter(({ msg }) => msg === 'The request failed' || msg === 'request')).toEqual([
      { msg: 'The request failed', traceId: TRACE, spanId: SPAN },
      { msg: 'request', traceId: TRACE, spanId: SPAN },
      { msg: 'request', traceId: undefined, spanId: undefined },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})
