import { randomPage, type CollectionName } from '../collection.ts'
import { selectPublicIds } from '../database/catalogue-queries.ts'
import type { LoadClient } from '../load/load-client.ts'
import type { BenchOptions } from '../options.ts'
import type { Service } from '../service/service.ts'
import type { Figures } from '../variants/figures.ts'
import { measureVariants, type Plan } from '../variants/measure-variants.ts'
import { randomVariant, type Variant } from '../variants/variant.ts'

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

/** Measures variants in turn. @param changes of the options of the run. */
export function measure(
  { options, client, signal }: World,
  variants: readonly Variant[],
  changes: Partial<Pick<Plan, 'seconds' | 'connections'>> = {},
): Promise<Figures[]> {
  return measureVariants(variants, { ...options, client, signal, ...changes })
}

/** More paths than a connection can request in a measurement. */
export function pathsPerConnection({ seconds, connections }: BenchOptions): number {
  return Math.ceil((seconds * 30_000) / connections)
}

/** Random pages, which are hardly ever cached. Those of another name are others. */
export async function randomPages(
  { databaseUrl, service, options }: World,
  name: string,
  { of = 'artworks', headers = {} }: RandomPages = {},
): Promise<Variant> {
  const { length } = await selectPublicIds(databaseUrl, of)
  const variant = { name, url: service.url, headers }
  return randomVariant(variant, pathsPerConnection(options), randomPage(of, length))
}

interface RandomPages {
  readonly of?: CollectionName
  readonly headers?: Readonly<Record<string, string>>
}
