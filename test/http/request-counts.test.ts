import { describe, expect, it } from 'vitest'
import { RequestCounts } from '../../src/http/request-counts.ts'
import { ContractViolation } from '../../src/contract/response-validator.ts'
import { Problem } from '../../src/problems/problem.ts'

const LIST = { operationId: 'listEvents', method: 'GET', durationMs: 1 }

describe('RequestCounts', () => {
  it('counts by operation, method and status, and rejected requests by the reason', () => {
    const counts = new RequestCounts()
    counts.observe({ ...LIST, status: 200 })
    counts.observe({ ...LIST, status: 200 })
    counts.observe({ ...LIST, status: 503 })
    counts.observe({ ...LIST, method: 'HEAD', status: 200 })
    for (const status of [404, 429, 503]) {
      counts.observe({ ...LIST, operationId: undefined, status })
    }
    const seen = counts.operations.map(({ operationId, method, byStatus }) => [
      `${method} ${operationId}`,
      [...byStatus],
    ])
    expect(seen).toEqual([
      [
        'GET listEvents',
        [
          [200, 2],
          [503, 1],
        ],
      ],
      ['HEAD listEvents', [[200, 1]]],
      ['GET none', [[404, 1]]],
      ['GET rate_limit', [[429, 1]]],
      ['GET overload', [[503, 1]]],
    ])
  })

  it.each([
    ['itself', (error: Error) => error],
    ['the cause of a problem', (cause: Error) => new Problem('internal_error', 'x', { cause })],
    ['one of several causes', (error: Error) => new AggregateError([new Error('x'), error])],
  ])(
    'counts violations of the contract and validation gaps when the error is %s',
    (_what, wrap) => {
      const counts = new RequestCounts()
      counts.recordFailure(wrap(new ContractViolation('listEvents, 200', '/count')))
      expect([counts.responseValidationFailures, counts.validationGaps]).toEqual([1, 0])
      counts.recordFailure(wrap(Object.assign(new Error('x'), { code: '22P02' })))
      counts.recordFailure(wrap(Object.assign(new Error('x'), { code: '23505' })))
      expect([counts.responseValidationFailures, counts.validationGaps]).toEqual([1, 2])
    },
  )

  it('ignores other errors', () => {
    const counts = new RequestCounts()
    counts.recordFailure(Object.assign(new Error('x'), { code: '57014' }))
    counts.recordFailure(Object.assign(new Error('x'), { code: 'EPIPE' }))
    counts.recordFailure('23505')
    expect([counts.responseValidationFailures, counts.validationGaps]).toEqual([0, 0])
  })
})
