import { ContractViolation } from '../contract/response-validator.ts'

/** Upper bounds of the histogram of durations, in seconds. */
export const BUCKET_SECONDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
]

/** What was answered of one operation since the start of the process. */
export interface OperationCounts {
  readonly byStatus: ReadonlyMap<number, number>
  /** As many as each bucket of BUCKET_SECONDS alone has; the last is for what took longer. */
  readonly byDuration: readonly number[]
  readonly seconds: number
}

/** Requests that reach no operation: the pages, the contract, what is not there. */
const NO_OPERATION = 'none'

/** Deep chains tell nothing new. */
const MOST_CAUSES = 4

/** SQLSTATE classes of what validation should have refused: data exceptions, broken constraints. */
const REFUSED_BY_DATABASE = /^2[23][0-9A-Z]{3}$/

/**
 * Counts what the process answers. It is for every request, so it adds up plain numbers; what makes
 * them readable is loaded when somebody reads them (metrics.ts).
 */
export class RequestCounts {
  readonly #operations = new Map<string, Counting>()
  #responseValidationFailures = 0
  #validationGaps = 0

  get operations(): ReadonlyMap<string, OperationCounts> {
    return this.#operations
  }

  /** Answers that were not sent because the contract does not allow them. */
  get responseValidationFailures(): number {
    return this.#responseValidationFailures
  }

  /** Requests that failed because the database refused what validation had let through. */
  get validationGaps(): number {
    return this.#validationGaps
  }

  observe(operationId: string | undefined, status: number, durationMs: number): void {
    const name = operationId ?? NO_OPERATION
    let counting = this.#operations.get(name)
    if (counting === undefined) {
      counting = new Counting()
      this.#operations.set(name, counting)
    }
    counting.add(status, durationMs / 1_000)
  }

  /** Looks for what must never happen in the cause of an answer of 500. */
  noteFailure(error: unknown): void {
    const causes = causesOf(error)
    if (causes.some((cause) => cause instanceof ContractViolation)) {
      this.#responseValidationFailures += 1
    }
    if (causes.some(isRefusedByDatabase)) this.#validationGaps += 1
  }
}

class Counting implements OperationCounts {
  readonly byStatus = new Map<number, number>()
  readonly byDuration = [...BUCKET_SECONDS, Infinity].map(() => 0)
  seconds = 0

  add(status: number, seconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    let bucket = 0
    while (bucket < BUCKET_SECONDS.length && seconds > (BUCKET_SECONDS[bucket] ?? 0)) bucket += 1
    this.byDuration[bucket] = (this.byDuration[bucket] ?? 0) + 1
    this.seconds += seconds
  }
}

function causesOf(error: unknown, depth = 0): unknown[] {
  if (!(error instanceof Error) || depth > MOST_CAUSES) return []
  const others: unknown[] = error instanceof AggregateError ? error.errors : []
  return [error, ...[error.cause, ...others].flatMap((cause) => causesOf(cause, depth + 1))]
}

function isRefusedByDatabase(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && REFUSED_BY_DATABASE.test(code)
}
