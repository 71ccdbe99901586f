import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startScratchServer } from '../../scripts/scratch-server.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import { scratchFolder } from './scratch-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the test server, with `DATABASE` where the name of the database goes. */
    testServerUrl: string
  }
}

const TEMPLATE = 'template_migrated'
const PREFIX = 'art-marketplace-test-'

/** The data need not survive a crash of the machine. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=512MB',
  'max_connections=200',
  'reserved_connections=1',
]

/** One PostgreSQL server for the run, with a migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep()
  const prefix = path.join(scratchFolder(), `${PREFIX}${process.pid}-`)
  const server = await startScratchServer(prefix, FAST)
  await createTemplate(server.url)
  project.provide('testServerUrl', server.url('DATABASE'))
  return () => server.close()
}

async function createTemplate(url: (name?: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: url() })
  await client.connect()
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await client.end()
  await migrateAt(url(TEMPLATE))
}

/** Removes the files that tests of killed runs have left. Without them, their servers end within a minute. */
async function sweep(): Promise<void> {
  const folder = scratchFolder()
  for (const name of await readdir(folder)) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (!owner || isAlive(owner)) continue
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
