import { createsSecret, type Contract, type Operation } from './validate/contract.ts'
import { isBatch } from './cases/batches.ts'
import type { ContractOptions } from './options.ts'
import type { Session } from './run.ts'

export interface Coverage {
  readonly operation: string
  readonly status: string
  readonly isReached: boolean
  /** Why it was not reached; empty when it was. */
  readonly reason: string
}

/** Statuses that no single request from outside causes. */
const FROM_INSIDE: Readonly<Record<string, string>> = {
  409: 'needs two requests at the same moment',
  429: 'needs more requests than one client may send',
  500: 'needs a fault inside the service',
  503: 'needs an outage',
}

/** Every documented response, and why it was not seen. */
export function coverageOf({ contract, reached, options }: Session): Coverage[] {
  return contract.operations.flatMap((operation) =>
    Object.keys(operation.responses).map((status) => {
      const { id } = operation
      const isReached = reached.has(`${id} ${status}`)
      const reason = isReached ? '' : reasonFor(options, operation, status)
      return { operation: id, status, isReached, reason }
    }),
  )
}

function reasonFor(options: ContractOptions, operation: Operation, status: string): string {
  const { key, scopedKeys, writePermanent } = options
  const { method } = operation
  const inside = FROM_INSIDE[status]
  const isStateConflict = status === '409' && method !== 'POST'
  if (inside !== undefined && !isStateConflict) return inside
  const types = Object.keys(operation.requestBody?.content ?? {})
  const isTried = types.length === 0 || types.includes('application/json') || isBatch(operation)
  if (!isTried) return `is not tried: ${types.join()}`
  if (createsSecret(operation) && !isBatch(operation))
    return 'is not tried, because a success has a secret'
  if (status === '403' && scopedKeys.length === 0) return 'needs CONTRACT_SCOPED_KEYS'
  if (method !== 'GET' && key === undefined) return 'needs CONTRACT_KEY'
  if (status === '201' && !writePermanent) return 'needs --write-permanent'
  return 'not met in this run'
}

/** A table of operations by statuses: `x` for seen responses, `-` for others. */
export function coverageTable(contract: Contract, coverage: readonly Coverage[]): string {
  const statuses = [...new Set(coverage.map(({ status }) => status))].toSorted()
  const widest = Math.max(...contract.operations.map(({ id }) => id.length))
  const header = `${''.padEnd(widest)}  ${statuses.join(' ')}`
  const rows = contract.operations.map(({ id }) => {
    const cells = statuses.map((status) => {
      const one = coverage.find((each) => each.operation === id && each.status === status)
      if (one === undefined) return '   '
      return one.isReached ? ' x ' : ' - '
    })
    return `${id.padEnd(widest)}  ${cells.join(' ')}`.trimEnd()
  })
  return [header, ...rows, ...reasonLines(coverage)].join('\n')
}

/** The statuses that were not reached, by reason. */
function reasonLines(coverage: readonly Coverage[]): string[] {
  const missed = Map.groupBy(
    coverage.filter(({ isReached }) => !isReached),
    ({ status, reason }) => `${status} ${reason}`,
  )
  return [...missed].map(([what, all]) => {
    const names = all.map(({ operation }) => operation)
    const whom = names.length > 3 ? `${names.length} operations` : names.join(', ')
    return `- ${what} (${whom})`
  })
}
