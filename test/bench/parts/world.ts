import type { LoadClient } from '../load/load-client.ts'
import type { BenchOptions } from '../options.ts'
import type { Service } from '../service/service.ts'

/** The environment of a part. */
export interface World {
  /** The URL of the catalogue, or of a copy for parts that write. */
  readonly databaseUrl: string
  /** A service on this database. */
  readonly service: Service
  readonly client: LoadClient
  readonly options: BenchOptions
  readonly signal: AbortSignal
  /** Runs `use` with another service process; its memory counts too. */
  withService<Result>(
    databaseUrl: string,
    use: (service: Service) => Promise<Result>,
    options?: { readonly isLimited: boolean },
  ): Promise<Result>
}

/** More paths than a connection can request in a measurement. */
export function pathsPerConnection({ seconds, connections }: BenchOptions): number {
  return Math.ceil((seconds * 30_000) / connections)
}
