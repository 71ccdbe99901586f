import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrateAt } from '../../src/database/migrate.ts'
import {
  selectPublicIds,
  selectRelatedIds,
  type RelatedIds,
} from '../bench/database/catalogue-queries.ts'
import type { Targets } from '../bench/writers/row-writes.ts'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { makeKey } from '../../scripts/keys/make-key.ts'
import { makeScratchFolder } from '../../scripts/scratch-folder.ts'
import type { FaultOptions } from './options.ts'
import {
  createGalleries,
  createServiceDatabase,
  DATABASE,
  SERVICE_ROLE,
} from './system/database-queries.ts'
import { makeDatabaseServer, type DatabaseServer } from './system/database-server.ts'
import type { Partner } from './load/record-requests.ts'
import { startServiceProcess, type ServiceProcess } from '../bench/service/service-process.ts'

/** The environment of all parts: a database with a catalogue, and services on it. */
export interface World {
  readonly options: FaultOptions
  readonly signal: AbortSignal
  readonly server: DatabaseServer
  /** The service's database, as the superuser. */
  readonly ownerUrl: string
  /** The same over the Unix socket, as the service connects. */
  readonly databaseUrl: string
  readonly partner: Partner
  readonly related: RelatedIds
  /** The ids of public records. */
  readonly published: Targets
  /** A temporary folder with the logs of the services. */
  readonly folder: string
  /** Runs `use` with a new service. @param databaseUrl over the Unix socket when left out. */
  withService<Result>(
    use: (service: ServiceProcess) => Promise<Result>,
    databaseUrl?: string,
  ): Promise<Result>
}

/** Builds the environment, runs `use`, and removes everything. */
export async function withWorld<Result>(
  options: FaultOptions,
  signal: AbortSignal,
  use: (world: World) => Promise<Result>,
): Promise<Result> {
  const folder = await makeScratchFolder(path.join(tmpdir(), 'art-marketplace-faults-'))
  const server = await makeDatabaseServer(folder)
  try {
    await server.start()
    return await use(await buildWorld(options, signal, folder, server))
  } finally {
    if (server.isRunning()) await server.stop('immediate')
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildWorld(
  options: FaultOptions,
  signal: AbortSignal,
  folder: string,
  server: DatabaseServer,
): Promise<World> {
  const password = randomBytes(12).toString('hex')
  await createServiceDatabase(server.url, password)
  const ownerUrl = server.url.replace('/postgres?', `/${DATABASE}?`)
  const serviceUrl = ownerUrl.replace('postgres@', `${SERVICE_ROLE}:${password}@`)
  await migrateAt(serviceUrl)
  await loadDemoCatalogue(serviceUrl, { ...options.sizes.catalogue, signal })
  const related = await selectRelatedIds(serviceUrl)
  return {
    options,
    signal,
    folder,
    server,
    ownerUrl,
    databaseUrl: serviceUrl,
    partner: {
      key: await makeKey(serviceUrl, 'faults-partner', [
        'artworks:write',
        'catalogue:write',
        'events:write',
      ]),
      galleries: await createGalleries(serviceUrl, 'faults-partner'),
      artists: related.artists.slice(0, 6),
      tags: related.tags.slice(0, 6),
      category: related.artwork_categories[0] ?? 0,
      venue: related.venues[0] ?? 0,
      eventCategory: related.event_categories[0] ?? 0,
    },
    related,
    published: {
      artworks: await selectPublicIds(serviceUrl, 'artworks'),
      events: await selectPublicIds(serviceUrl, 'events'),
    },
    async withService(use, databaseUrl = serviceUrl) {
      signal.throwIfAborted()
      const service = await startServiceProcess({ databaseUrl, folder })
      try {
        return await use(service)
      } finally {
        // The part reports a hanging service; here it must end.
        setTimeout(() => service.signal('SIGKILL'), MAX_STOP_MS).unref()
        await service.stop()
      }
    },
  }
}

const MAX_STOP_MS = 15_000
