import { contractCommand } from '../../../scripts/contract/contract-command.ts'
import type { KeyEnvironment } from '../../../scripts/contract/options.ts'
import { startFaultProxy, type InjectedViolation } from '../../support/fault-proxy.ts'

export interface ContractRun {
  readonly exitCode: number
  readonly out: string
  readonly errors: string
}

interface Circumstances {
  readonly environment?: KeyEnvironment
  readonly signal?: AbortSignal
  /** The origin of a service behind a proxy; without it, `args` name the deployment. */
  readonly origin?: string
  readonly violation?: InjectedViolation
}

export function runContract(...args: string[]): Promise<ContractRun> {
  return runContractWith({}, ...args)
}

export async function runContractWith(
  {
    environment = {},
    signal = new AbortController().signal,
    origin,
    violation = {},
  }: Circumstances,
  ...args: string[]
): Promise<ContractRun> {
  const out: string[] = []
  const errors: string[] = []
  const output = {
    log: (line: string) => out.push(line),
    error: (line: string) => errors.push(line),
  }
  const proxy = origin === undefined ? undefined : await startFaultProxy(origin, violation)
  const all = proxy === undefined ? args : ['--base-url', proxy.url, ...args]
  try {
    const invocation = { command: 'npm run contract --', args: all, environment, output }
    const exitCode = await contractCommand(invocation, signal)
    return { exitCode, out: out.join('\n'), errors: errors.join('\n') }
  } finally {
    await proxy?.close()
  }
}
