import { ContractViolation } from '../contract/response-validator.ts'

/** Upper bounds of the histogram of durations, in seconds. */
export const BUCKET_SECONDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

/** The responses of one operation and method since the start of the process. */
export interface OperationCounts {
  readonly operationId: string
  readonly method: string
  readonly byStatus: ReadonlyMap<number, number>
  /** Count of each bucket of BUCKET_SECONDS, not cumulative; the last bucket is for longer durations. */
  readonly byDuration: readonly number[]
  readonly seconds: number
}

/** Requests that reach no operation: documents, the contract, unknown paths. */
const NO_OPERATION = 'none'

/** Requests that are rejected before they reach an operation, by status. */
const REJECTED: Readonly<Record<number, string>> = { 429: 'rate_limit', 503: 'overload' }

/** Deeper chains add nothing. */
const MAX_CAUSES = 4

/** SQLSTATE classes that validation should have prevented: data exceptions, constraint violations. */
const VALIDATION_GAP = /^2[23][0-9A-Z]{3}$/

/**
 * Counts the responses of this process. It runs for every request, so it only adds numbers; metrics.ts
 * formats them on demand.
 */
export class RequestCounts {
  readonly #operations = new Map<string, Counter>()
  #responseValidationFailures = 0
  #validationGaps = 0

  get operations(): readonly OperationCounts[] {
    return [...this.#operations.values()]
  }

  /** Responses that were not sent because they violate the contract. */
  get responseValidationFailures(): number {
    return this.#responseValidationFailures
  }

  /** Requests that failed because the database rejected values that validation had accepted. */
  get validationGaps(): number {
    return this.#validationGaps
  }

  observe({ operationId, method, status, durationMs }: Observed): void {
    const name = operationId ?? REJECTED[status] ?? NO_OPERATION
    const key = `${method} ${name}`
    let counter = this.#operations.get(key)
    if (counter === undefined) {
      counter = new Counter(name, method)
      this.#operations.set(key, counter)
    }
    counter.add(status, durationMs / 1_000)
  }

  /** Counts a 500 whose cause is a bug: a contract violation or a validation gap. */
  recordFailure(error: unknown): void {
    const causes = causesOf(error)
    if (causes.some((cause) => cause instanceof ContractViolation)) {
      this.#responseValidationFailures += 1
    }
    if (causes.some(isValidationGap)) this.#validationGaps += 1
  }
}

interface Observed {
  /** Undefined if the request has reached no operation. */
  readonly operationId: string | undefined
  readonly method: string
  readonly status: number
  readonly durationMs: number
}

class Counter implements OperationCounts {
  readonly operationId: string
  readonly method: string
  readonly byStatus = new Map<number, number>()
  readonly byDuration = [...BUCKET_SECONDS, Infinity].map(() => 0)
  seconds = 0

  constructor(operationId: string, method: string) {
    this.operationId = operationId
    this.method = method
  }

  add(status: number, seconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    let bucket = 0
    while (bucket < BUCKET_SECONDS.length && seconds > (BUCKET_SECONDS[bucket] ?? 0)) bucket += 1
    this.byDuration[bucket] = (this.byDuration[bucket] ?? 0) + 1
    this.seconds += seconds
  }
}

function causesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return []
  const others: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...others].flatMap((cause) => causesOf(cause, depth + 1))]
}

function isValidationGap(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && VALIDATION_GAP.test(code)
}
