import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import {
  openDatabase,
  restoreLinks,
  startEmbeddedServer,
  type EmbeddedServer,
} from '../../src/database/embedded-server.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

/** A folder with a cluster, whose copy costs a tenth of a new one. */
let prepared: string
let directory: string
let servers: EmbeddedServer[]

beforeAll(async () => {
  prepared = await makeFolder()
  await (await startEmbeddedServer(prepared)).release()
})
afterAll(() => rm(prepared, { recursive: true }))
beforeEach(async () => {
  directory = await makeFolder()
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.release()
  await rm(directory, { recursive: true, force: true })
})

function makeFolder(): Promise<string> {
  return mkdtemp(path.join(scratchFolder(), `art-marketplace-test-${process.pid}-`))
}

/** Copies the cluster, with its owner, into a folder of a server. */
async function prepare(folder = directory): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await promisify(execFile)('cp', ['-pR', path.join(prepared, 'postgres'), folder])
}

async function start(folder = directory): Promise<EmbeddedServer> {
  const server = await startEmbeddedServer(folder)
  servers.push(server)
  return server
}

async function queryOn<Row extends object>(server: EmbeddedServer, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: server.url() })
  // A server that crashes closes the connection, and reports it also outside of the query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Row>(text)
    return rows[0] as Row
  } finally {
    await client.end()
  }
}

/** The process that serves the lease's connection. */
async function backendOf(server: EmbeddedServer): Promise<number> {
  const text = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' LIMIT 1`
  return (await queryOn<{ pid: number }>(server, text)).pid
}

async function selectOne(server: EmbeddedServer): Promise<number> {
  return (await queryOn<{ one: number }>(server, 'SELECT 1 AS one')).one
}

const postmasterFile = (): string => path.join(directory, 'postgres', 'postmaster.pid')

describe('startEmbeddedServer', () => {
  it('is shared by later starts, and stopped by the last release', async () => {
    await prepare()
    const first = await start()
    const second = await start()
    await first.release()
    expect(await selectOne(second)).toBe(1)
    await second.release()
    expect(existsSync(postmasterFile())).toBe(false)
  })

  it('is one server for two concurrent starts in an empty folder', async () => {
    const [first, second] = await Promise.all([start(), start()])
    expect(await selectOne(first)).toBe(1)
    expect(first.url()).toBe(second.url())
    await Promise.all([first.release(), second.release()])
    expect(existsSync(postmasterFile())).toBe(false)
  })

  it('starts again after the server was killed', async () => {
    await prepare()
    await start()
    const pid = Number((await readFile(postmasterFile(), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid)) await sleep(20)
    expect(await selectOne(await start())).toBe(1)
  })

  it('survives the crash of a backend, and its leases too', async () => {
    await prepare()
    const first = await start()
    const killed = await backendOf(first)
    process.kill(killed, 'SIGKILL')
    // The server accepts no connection until it has recovered; then the lease is held anew.
    await expect.poll(() => backendOf(first).catch(() => killed), { interval: 50 }).not.toBe(killed)
    await (await start()).release()
    expect(await selectOne(first)).toBe(1)
  })

  it('works below a path that is too long for a socket and has special characters', async () => {
    const deep = path.join(directory, `it's "odd" $HOME, ${'long'.repeat(20)}`)
    await prepare(deep)
    expect(await selectOne(await start(deep))).toBe(1)
  })

  describe('in the temporary folder, where any account can write', () => {
    const deep = (): string => path.join(directory, 'long'.repeat(25))
    const socketOf = (server: EmbeddedServer): string =>
      decodeURIComponent(/host=(.*)/.exec(server.url())?.[1] ?? '')

    it.each([
      {
        what: 'a folder of another account',
        async taken(folder: string) {
          await mkdir(folder, { mode: 0o700 })
          // Only root can give a folder away.
          if (process.getuid?.() === 0) await chown(folder, 12_345, 12_345)
          else await chmod(folder, 0o777)
        },
      },
      {
        what: 'a folder that any account can enter',
        async taken(folder: string) {
          await mkdir(folder)
          await chmod(folder, 0o777)
        },
      },
      {
        what: 'a link to another folder',
        async taken(folder: string) {
          await mkdir(path.join(directory, 'elsewhere'), { mode: 0o700 })
          await symlink(path.join(directory, 'elsewhere'), folder)
        },
      },
    ])('uses no $what', async ({ taken }) => {
      await prepare(deep())
      const before = await start(deep())
      const socket = socketOf(before)
      await before.release()
      await taken(socket)
      try {
        const server = await start(deep())
        expect(await selectOne(server)).toBe(1)
        expect(socketOf(server)).not.toBe(socket)
        const { mode, uid } = await lstat(socketOf(server))
        expect(mode & 0o777).toBe(0o700)
        expect([process.getuid?.(), 65_534]).toContain(uid)
        expect((await start(deep())).url()).toBe(server.url())
      } finally {
        await rm(socket, { recursive: true })
      }
    })

    it('has a random name', async () => {
      await prepare(deep())
      const first = await start(deep())
      await first.release()
      await rm(deep(), { recursive: true })
      await prepare(deep())
      expect((await start(deep())).url()).not.toBe(first.url())
    })

    it('is the same for two concurrent starts', async () => {
      await prepare(deep())
      const [first, second] = await Promise.all([start(deep()), start(deep())])
      expect(first.url()).toBe(second.url())
    })
  })

  it('names the setting of a folder that it cannot use', async () => {
    const file = path.join(directory, 'file')
    await writeFile(file, '')
    await expect(openDatabase(readConfig({ DATA_DIRECTORY: file }))).rejects.toThrow(
      `does not start in ${file}. DATA_DIRECTORY can name another folder`,
    )
  })

  it('reports a cluster of another version', async () => {
    await prepare()
    await writeFile(path.join(directory, 'postgres', 'PG_VERSION'), '12\n')
    await expect(startEmbeddedServer(directory)).rejects.toThrow(/made by PostgreSQL 12/)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

it('restoreLinks creates the links of a package once, also when called concurrently', async () => {
  const library = 'native/lib/libpq.so.5.18'
  const names = ['libpq.so', 'libpq.so.5']
  const links = names.map((name) => ({ source: library, target: `native/lib/${name}` }))
  await mkdir(path.join(directory, 'native/lib'), { recursive: true })
  await writeFile(path.join(directory, library), 'library')
  await writeFile(path.join(directory, 'native/pg-symlinks.json'), JSON.stringify(links))
  await Promise.all([restoreLinks(directory), restoreLinks(directory)])
  await restoreLinks(directory)
  for (const name of names) {
    const link = path.join(directory, 'native/lib', name)
    expect(await readlink(link)).toBe('libpq.so.5.18')
    expect(await readFile(link, 'utf8')).toBe('library')
  }
})
