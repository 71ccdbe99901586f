import { describe, expect, it } from 'vitest'
import { durationHistogram } from '../../src/server/metrics.ts'
import { RequestCounts } from '../../src/http/request-counts.ts'
import { ContractViolation } from '../../src/contract/response-validator.ts'
import { Problem } from '../../src/problems/problem.ts'

describe('RequestCounts', () => {
  it('counts by operation and status', () => {
    const counts = new RequestCounts()
    counts.observe('listEvents', 200, 1)
    counts.observe('listEvents', 200, 1)
    counts.observe('listEvents', 503, 1)
    counts.observe(undefined, 404, 1)
    const seen = [...counts.operations].map(([name, { byStatus }]) => [name, [...byStatus]])
    expect(seen).toEqual([
      [
        'listEvents',
        [
          [200, 2],
          [503, 1],
        ],
      ],
      ['none', [[404, 1]]],
    ])
  })

  it.each([
    ['itself', (error: Error) => error],
    ['the cause of a problem', (cause: Error) => new Problem('internal_error', 'x', { cause })],
    ['one of several causes', (error: Error) => new AggregateError([new Error('x'), error])],
  ])('knows what must not happen when it is %s', (_what, wrap) => {
    const counts = new RequestCounts()
    counts.recordFailure(wrap(new ContractViolation('listEvents, 200', '/count')))
    expect([counts.responseValidationFailures, counts.validationGaps]).toEqual([1, 0])
    counts.recordFailure(wrap(Object.assign(new Error('x'), { code: '22P02' })))
    counts.recordFailure(wrap(Object.assign(new Error('x'), { code: '23505' })))
    expect([counts.responseValidationFailures, counts.validationGaps]).toEqual([1, 2])
  })

  it('leaves other failures alone', () => {
    const counts = new RequestCounts()
    counts.recordFailure(Object.assign(new Error('x'), { code: '57014' }))
    counts.recordFailure(Object.assign(new Error('x'), { code: 'EPIPE' }))
    counts.recordFailure('23505')
    expect([counts.responseValidationFailures, counts.validationGaps]).toEqual([0, 0])
  })
})

describe('durationHistogram', () => {
  it('adds smaller buckets up, each with its upper bound', () => {
    const counts = new RequestCounts()
    for (const ms of [1, 1.5, 4, 2_000, 60_000]) counts.observe('listEvents', 200, ms)
    const text = durationHistogram(counts.operations)
    const bucket = (le: string) =>
      new RegExp(
        `_bucket\\{operation_id="listEvents",le="${le.replace('+', '\\+')}"\\} (\\d+)`,
      ).exec(text)?.[1]
    const bounds = ['0.001', '0.0025', '0.005', '1', '2.5', '5', '+Inf']
    expect(bounds.map(bucket)).toEqual(['1', '2', '3', '3', '4', '4', '5'])
    expect(text).toContain('_count{operation_id="listEvents"} 5\n')
    expect(text).toMatch(/_sum\{operation_id="listEvents"\} 62\.0065\d*\n/)
  })
})
