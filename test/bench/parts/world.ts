import type { LoadClient } from '../load/load-client.ts'
import type { BenchOptions } from '../options.ts'
import type { Service } from '../service/service.ts'

/** The environment of a part. */
export interface World {
  /** Of the catalogue; a copy of it for the parts that write. */
  readonly databaseUrl: string
  /** On this database. */
  readonly service: Service
  readonly client: LoadClient
  readonly options: BenchOptions
  readonly signal: AbortSignal
  /** Runs `use` with another service process; its memory counts too. */
  withService<Result>(
    databaseUrl: string,
    use: (service: Service) => Promise<Result>,
  ): Promise<Result>
}

/** More paths than a connection gets through in a measurement, at a speed that nothing here has. */
export function pathsPerConnection({ seconds, connections }: BenchOptions): number {
  return Math.ceil((seconds * 30_000) / connections)
}
