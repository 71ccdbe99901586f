import { availableParallelism, cpus, totalmem } from 'node:os'

export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
  readonly postgresql: string
}

export function describeMachine(postgresql: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgresql,
  }
}

export function machineText({ processor, cores, memoryGb, node, postgresql }: Machine): string {
  return (
    `${cores} cores (${processor}) and ${memoryGb} GB for service, database and load together; ` +
    `Node ${node}, PostgreSQL ${postgresql}.`
  )
}
