import { BUCKET_SECONDS, type OperationCounts } from './request-counts.ts'

const NAME = 'http_request_duration_seconds'

/**
 * A histogram in the text format of Prometheus: each bucket with all that is in the smaller ones.
 * By hand, because prom-client's takes one duration at a time and these have been added up.
 */
export function durationHistogram(operations: ReadonlyMap<string, OperationCounts>): string {
  const lines = [...operations].flatMap(([operationId, counts]) => linesOf(operationId, counts))
  const head = [
    `# HELP ${NAME} From the head of a request to the end of its answer, by operation.`,
    `# TYPE ${NAME} histogram`,
  ]
  return [...head, ...lines, ''].join('\n')
}

function linesOf(operationId: string, { byDuration, seconds }: OperationCounts): string[] {
  let count = 0
  const label = `operation_id="${operationId}"`
  const buckets = byDuration.map((number, bucket) => {
    count += number
    return `${NAME}_bucket{${label},le="${BUCKET_SECONDS[bucket] ?? '+Inf'}"} ${count}`
  })
  return [...buckets, `${NAME}_sum{${label}} ${seconds}`, `${NAME}_count{${label}} ${count}`]
}
