import { describe, expect, it } from 'vitest'
import { traceContext } from '../../src/telemetry/trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const HEADER = `00-${TRACE}-${SPAN}-01`

describe('traceContext', () => {
  it('reads trace, span and whether it is sampled', () => {
    expect(traceContext(HEADER)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true })
    const unsampled = traceContext(`00-${TRACE}-${SPAN}-02`)
    expect(unsampled).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: false })
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
