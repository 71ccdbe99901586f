import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { findServerAccount } from '../../src/database/server-account.ts'
import { postgresqlPrograms } from '../deploy/programs.ts'
import { freePorts } from '../support/free-ports.ts'
import { readText, root } from '../support/repository.ts'
import { endProgramsAfterThisProcess } from '../support/end-programs.ts'

/** The examples for operators. */
const FOLDER = 'deploy/patroni'

const NAMES = ['one', 'two', 'three'] as const

/** A member of the cluster as Patroni reports it. */
interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

/** Three PostgreSQL servers under Patroni, with etcd, on one machine. */
export interface Cluster {
  /** Names all servers. The role `art` owns the database `art`. */
  readonly url: string
  /** Of the role `art`. */
  readonly password: string
  readonly machines: readonly Pick<Machine, 'name' | 'port' | 'apiPort'>[]
  /** The name of the server that has a role, according to Patroni. */
  nameOf(role: 'leader' | 'sync_standby'): Promise<string | undefined>
  primaryUrl(): Promise<string>
  /** Resolves when one server is the primary, another one has each commit, and the third one follows. */
  untilWhole(): Promise<void>
  /** Kills PostgreSQL with SIGKILL, and with it Patroni and etcd if the machine is to be lost. */
  kill(name: string, what: 'PostgreSQL' | 'machine'): Promise<void>
  /** Starts etcd and Patroni where they do not run, as a machine does that is back. */
  restart(): Promise<void>
  /** Asks Patroni to make the synchronous standby the primary. */
  switchOver(): Promise<void>
  /** The archive of the write-ahead log. */
  readonly archive: string
  log(): Promise<string>
  stop(): Promise<void>
}

interface Machine {
  readonly name: string
  readonly folder: string
  readonly port: number
  readonly apiPort: number
  readonly etcdPort: number
  readonly peerPort: number
  running: { etcd?: ChildProcess; patroni?: ChildProcess }
}

export async function startCluster(): Promise<Cluster> {
  const account = await findServerAccount()
  const folder = await mkdtemp(path.join(tmpdir(), `art-marketplace-test-${process.pid}-cluster-`))
  endProgramsAfterThisProcess(folder)
  const own = path.join(folder, 'own')
  await account.makeDirectory(own)
  const backups = path.join(own, 'backups')
  const archive = path.join(backups, 'wal')
  for (const each of [backups, archive]) await account.makeDirectory(each)
  const passwords = Array.from({ length: 4 }, () => randomBytes(12).toString('hex'))
  const [superuser = '', ofService = '', ...ofPatroni] = passwords
  const machines: Machine[] = []
  for (const name of NAMES) {
    const [port = 0, apiPort = 0, etcdPort = 0, peerPort = 0] = await freePorts(4)
    const running: Machine['running'] = {}
    machines.push({
      name,
      folder: path.join(own, name),
      port,
      apiPort,
      etcdPort,
      peerPort,
      running,
    })
  }
  for (const machine of machines) {
    await account.makeDirectory(machine.folder)
    const settings = settingsOf(machine, machines, backups, [superuser, ...ofPatroni])
    await writeFile(path.join(folder, `${machine.name}.yml`), settings)
  }
  const start = async ({ name }: Machine, program: string, args: readonly string[]) => {
    const log = await open(path.join(folder, `${name}.log`), 'a')
    const child = account.start(program, args, log.fd)
    await log.close()
    return child
  }
  const urlOf = (role: string, password: string, database: string, ports: readonly number[]) => {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
    return `postgresql://${role}:${password}@${hosts}/${database}`
  }
  const ports = machines.map(({ port }) => port)

  const members = async (): Promise<readonly Member[]> => {
    for (const { apiPort } of machines) {
      const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => undefined)
      if (response?.ok === true) return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }
  const nameOf: Cluster['nameOf'] = async (role) =>
    (await members()).find((member) => member.role === role)?.name
  const primaryPort = async (): Promise<number> => {
    const name = await nameOf('leader')
    return machines.find((machine) => machine.name === name)?.port ?? 0
  }
  const restart = async (): Promise<void> => {
    for (const machine of machines) {
      const { running, name } = machine
      running.etcd ??= await start(machine, 'env', [...etcdEnvironment(machine, machines), 'etcd'])
      running.patroni ??= await start(machine, 'patroni', [path.join(folder, `${name}.yml`)])
    }
  }

  const cluster: Cluster = {
    url: `${urlOf('art', ofService, 'art', ports)}?target_session_attrs=read-write`,
    password: ofService,
    machines,
    nameOf,
    primaryUrl: async () => urlOf('art', ofService, 'art', [await primaryPort()]),
    untilWhole: () => until('the cluster is whole', async () => isWhole(await members())),
    async kill(name, what) {
      const machine = machines.find((each) => each.name === name) as Machine
      const pid = Number(
        (await readFile(path.join(machine.folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0],
      )
      if (what === 'machine') {
        machine.running.patroni?.kill('SIGKILL')
        machine.running.etcd?.kill('SIGKILL')
        machine.running = {}
      }
      process.kill(pid, 'SIGKILL')
    },
    restart,
    archive,
    async switchOver() {
      const leader = await nameOf('leader')
      const { apiPort = 0 } = machines.find(({ name }) => name === leader) ?? {}
      const body = JSON.stringify({ leader })
      const response = await fetch(`http://127.0.0.1:${apiPort}/switchover`, {
        method: 'POST',
        body,
      })
      if (!response.ok) throw new Error(`Patroni does not switch over: ${await response.text()}`)
    },
    async log() {
      const files = NAMES.map((name) => path.join(folder, `${name}.log`))
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      return texts.map((text) => text.split('\n').slice(-20).join('\n')).join('\n')
    },
    async stop() {
      // Patroni ends PostgreSQL before itself, for which it needs etcd.
      await restart()
      await Promise.all(machines.map(({ running }) => ended(running.patroni)))
      await Promise.all(machines.map(({ running }) => ended(running.etcd)))
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    await restart()
    await cluster.untilWhole()
    await createDatabase(urlOf('postgres', superuser, 'postgres', [await primaryPort()]), ofService)
  } catch (error) {
    const log = await cluster.log()
    await cluster.stop()
    throw new Error(`The cluster did not start: ${log}`, { cause: error })
  }
  return cluster
}

/** The example, with its archive, and with the ports, folders and passwords of this machine. */
function settingsOf(
  { name, folder, port, apiPort }: Machine,
  machines: readonly Machine[],
  backups: string,
  [superuser, replication, rewind]: readonly string[],
): string {
  const example = readText(`${FOLDER}/patroni.yml`)
    .replaceAll('# archive_', 'archive_')
    .replace('/opt/art-marketplace', root)
    .replace('/var/backups/art-marketplace', backups)
  const { postgresql, ...given } = parse(example) as {
    postgresql: { authentication: Record<string, object>; pg_hba: string[] }
  }
  const { authentication } = postgresql
  return stringify({
    ...given,
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { hosts: machines.map(({ etcdPort }) => `127.0.0.1:${etcdPort}`) },
    postgresql: {
      ...postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: postgresqlPrograms(),
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { ...authentication['superuser'], password: superuser },
        replication: { ...authentication['replication'], password: replication },
        rewind: { ...authentication['rewind'], password: rewind },
      },
      pg_hba: postgresql.pg_hba.map((line) => line.replace('10.0.0.0/24', '127.0.0.1/32')),
      // The machine is not to be restarted, and does not crash.
      parameters: { unix_socket_directories: folder, fsync: 'off' },
    },
    watchdog: { mode: 'off' },
  })
}

/** The variables of the example, with the ports and folders of this machine. */
function etcdEnvironment(
  { name, folder, etcdPort, peerPort }: Machine,
  machines: readonly Machine[],
): string[] {
  const all = machines.map((each) => `${each.name}=http://127.0.0.1:${each.peerPort}`)
  const own = {
    ETCD_NAME: name,
    ETCD_INITIAL_CLUSTER: all.join(','),
    ETCD_DATA_DIR: `${folder}/etcd`,
  }
  const lines = readText(`${FOLDER}/etcd.env`).split('\n')
  const given = lines
    .filter((line) => line.startsWith('ETCD_'))
    .map((line) => line.replace('10.0.0.11:2379', `127.0.0.1:${etcdPort}`))
    .map((line) => line.replace('10.0.0.11:2380', `127.0.0.1:${peerPort}`))
  // The last value of a variable counts.
  return [...given, ...Object.entries(own).map(([variable, value]) => `${variable}=${value}`)]
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

function isWhole(members: readonly Member[]): boolean {
  const roles = members.map(({ role }) => role).toSorted()
  const timelines = new Set(members.map(({ timeline }) => timeline))
  const isRunning = members.every(({ state }) => state === 'running' || state === 'streaming')
  return roles.join() === 'leader,replica,sync_standby' && timelines.size === 1 && isRunning
}

const DEADLINE_MS = 120_000

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not within ${DEADLINE_MS} ms: ${what}`)
    await sleep(100)
  }
}

async function createDatabase(connectionString: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`CREATE ROLE art LOGIN PASSWORD ${client.escapeLiteral(password)}`)
  await client.query('CREATE DATABASE art OWNER art')
  await client.end()
}
