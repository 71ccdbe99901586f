import { describe, expect, it } from 'vitest'
import { RequestCounts } from '../../src/http/request-counts.ts'
import { durationHistogram } from '../../src/server/metrics.ts'

describe('durationHistogram', () => {
  it('has cumulative buckets, each with its upper bound', () => {
    const counts = new RequestCounts()
    for (const ms of [1, 1.5, 4, 2_000, 60_000]) {
      counts.observe({ operationId: 'listEvents', method: 'GET', status: 200, durationMs: ms })
    }
    const text = durationHistogram(counts.operations)
    const bucket = (le: string) =>
      new RegExp(
        `_bucket\\{operation_id="listEvents",method="GET",le="${le.replace('+', '\\+')}"\\} (\\d+)`,
      ).exec(text)?.[1]
    const bounds = ['0.001', '0.0025', '0.005', '1', '2.5', '5', '+Inf']
    expect(bounds.map(bucket)).toEqual(['1', '2', '3', '3', '4', '4', '5'])
    expect(text).toContain('_count{operation_id="listEvents",method="GET"} 5\n')
    expect(text).toMatch(/_sum\{operation_id="listEvents",method="GET"\} 62\.0065\d*\n/)
  })
})
