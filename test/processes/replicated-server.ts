import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { makeScratchFolder } from '../../scripts/scratch-folder.ts'
import { startEmbeddedServer, type EmbeddedServer } from '../../src/database/embedded-server.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import { findServerAccount } from '../../src/database/server-account.ts'

export interface ReplicatedServer {
  readonly primaryUrl: string
  readonly replicaUrls: readonly string[]
  /** Runs a statement as the replica's superuser, such as one that pauses its replay. */
  onReplica(place: number, statement: string): Promise<readonly Record<string, unknown>[]>
  /** Stops a replica, with the queries that run on it. */
  stopReplica(place: number): Promise<void>
  startReplica(place: number): Promise<void>
  stopPrimary(): Promise<void>
  startPrimary(): Promise<void>
  stop(): Promise<void>
}

const FAST = ['fsync=off', 'full_page_writes=off']

/** Starts a PostgreSQL with a migrated database and streaming replicas, in a temporary folder. */
export async function startReplicatedServer(replicas: number): Promise<ReplicatedServer> {
  const prefix = path.join(tmpdir(), 'art-marketplace-replicated-')
  const primaryFolder = await makeScratchFolder(prefix)
  const folders = Array.from({ length: replicas }, () => makeScratchFolder(prefix))
  const places = await Promise.all(folders)
  const first = await startEmbeddedServer(primaryFolder, FAST)
  await migrateAt(first.url())
  await first.release()
  // A copy of a server that is down is a base backup; pg_basebackup is not among the programs.
  const account = await findServerAccount()
  for (const place of places) {
    await account.makeDirectory(place)
    await account.run('cp', ['-a', path.join(primaryFolder, 'postgres'), place])
    await writeFile(path.join(place, 'postgres', 'standby.signal'), '')
  }
  let primary: EmbeddedServer | undefined
  const startPrimary = async (): Promise<void> => {
    primary = await startEmbeddedServer(primaryFolder, FAST)
  }
  const stopPrimary = async (): Promise<void> => {
    await primary?.release()
    primary = undefined
  }
  await startPrimary()
  const primaryUrl = first.url()
  const host = new URL(primaryUrl.replace('@/', '@localhost/')).searchParams.get('host')
  const settings = [...FAST, `primary_conninfo=host=${host} user=postgres`, 'hot_standby=on']
  const running: (EmbeddedServer | undefined)[] = []
  const startReplica = async (place: number): Promise<void> => {
    running[place] = await startEmbeddedServer(places[place] ?? '', settings)
  }
  const stopReplica = async (place: number): Promise<void> => {
    await running[place]?.release()
    running[place] = undefined
  }
  for (const place of places.keys()) await startReplica(place)
  const replicaUrls = running.map((server) => server?.url() ?? '')
  return {
    primaryUrl,
    replicaUrls,
    startReplica,
    stopReplica,
    stopPrimary,
    startPrimary,
    async onReplica(place, statement) {
      const client = new pg.Client({ connectionString: replicaUrls[place] })
      await client.connect()
      const { rows } = await client.query<Record<string, unknown>>(statement)
      await client.end()
      return rows
    },
    async stop() {
      for (const place of places.keys()) await stopReplica(place)
      await stopPrimary()
      for (const each of [primaryFolder, ...places])
        await rm(each, { recursive: true, force: true })
    },
  }
}
