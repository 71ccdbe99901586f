import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { httpClient } from '../../scripts/contract/http-client.ts'
import { migrateAt } from '../../src/database/migrate.ts'
import { connect } from '../../src/database/pool.ts'
import type { Database } from '../../src/database/tables.ts'
import { checkOffsetIndex, isConsistent } from '../../src/read-model/offset-index/check.ts'
import { DOCUMENTS } from '../../src/resources.ts'
import { makePartner } from '../faults/load/make-partner.ts'
import { isInState, type Partner } from '../faults/load/record-requests.ts'
import { startRecordWriter, type TrySend, type Written } from '../faults/load/record-writer.ts'
import { FeedCopy, plainDigests } from '../feed/feed-copy.ts'
import { expectLastPages, LIST_NAMES, LISTS } from '../read-model/reference-responses.ts'
import { addArtworks, addEvents } from '../read-model/offset-index/random-writes.ts'
import { makeShownRows } from '../read-model/shown-rows.ts'
import { runService, type ServiceProcess } from '../server/service-process.ts'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'
import { connectionTo } from '../support/database.ts'
import { readText, root } from '../support/repository.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { startDebianPostgresql, type DebianPostgresql } from './debian-postgresql.ts'
import { postgresqlPrograms } from './programs.ts'

// The commands of src/docs/back-up.md, with writes going on.

const FOLDER = '/var/backups/art-marketplace'
const INSTALLED = '/opt/art-marketplace'
const PAGE = readText('src/docs/back-up.md')

// Folders with a space in their names.
const scriptsIn = (folder: string): string => path.join(folder, 'own scripts')
const backupsIn = (folder: string): string => path.join(folder, 'all backups')
const scratchIn = (folder: string): string => path.join(folder, 'for now')

/** The command of the page that contains `text`, for the folders of this test. */
function commandWith(text: string, { folder, cluster }: DebianPostgresql): string {
  const [line = ''] = new RegExp(`^sudo -u postgres .*${text}.*$`, 'm').exec(PAGE) ?? []
  return line
    .replace('sudo -u postgres ', '')
    .replace(`${INSTALLED}/deploy/backup`, `"${scriptsIn(folder)}"`)
    .replace(FOLDER, `"${backupsIn(folder)}"`)
    .replace('/var/lib/postgresql/15/main', cluster)
    .replace('TMPDIR=/var/tmp', `TMPDIR="${scratchIn(folder)}"`)
}

const BASE_BACKUP = path.join(root, 'deploy/backup/base-backup.sh')

/** Changes of the records before and after the point in time. */
const WRITES = 150

/** The settings of deploy/backup/art-marketplace.conf, with the folders of this test. */
function archiveSettings(folder: string): string[] {
  const lines = readText('deploy/backup/art-marketplace.conf').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/ = '?/, '=').replace(/'$/, ''))
    .map((line) => line.replace(INSTALLED, root).replace(FOLDER, `"${backupsIn(folder)}"`))
}

const isMissing = postgresqlPrograms() === undefined
if (isMissing) console.log('Skipped: base backups, as there is no PostgreSQL of Debian')

it('names the folder that restore.sh does not find', async () => {
  const restore = path.join(root, 'deploy/backup/restore.sh')
  const restored = runProgram(restore, ['/nowhere', '/nowhere/data'], root)
  await expect(restored).rejects.toThrow('There is no folder /nowhere/base that')
})

/** Makes backups of empty files: those of the log are the arguments. The base backup has ended at END on timeline 1. */
const RESTORE_EMPTY = `
  BASE=base/2026-01-01T000000Z
  mkdir -p $BASE made/pg_wal programs wal
  echo 15 > made/PG_VERSION
  : > made/postgresql.auto.conf
  tar -czf $BASE/base.tar.gz -C made .
  tar -czf $BASE/pg_wal.tar.gz -T /dev/null
  echo '{ "Timeline": 1, "Start-LSN": "0/2000028", "End-LSN": "'$END'" }' > $BASE/backup_manifest
  for NAME; do : > "wal/$NAME.gz"; done
  [ -z "$FORK" ] || printf '1\\t%s\\tno recovery target\\n' "$FORK" | gzip > wal/00000002.history.gz
  # As it prints in Germany.
  printf '#!/bin/sh\\n[ "$LC_ALL" = C ] && echo Bytes per WAL segment: %s || echo Bytes pro WAL-Segment: %s' \\
    $SIZE $SIZE > programs/pg_controldata
  printf '#!/bin/sh\\n' > programs/pg_verifybackup
  chmod +x programs/*
  PATH=$PWD/programs:$PATH "$RESTORE" . restored`

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** The names of the files of the log from one number to another. */
const filesOf = (timeline: number, from: number, to = from, perId = 256): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const id = Math.floor((from + at) / perId)
    return hex(timeline) + hex(id) + hex((from + at) % perId)
  })

it.each([
  { has: 'no file', files: [] },
  { has: 'all files', files: filesOf(1, 3, 600) },
  { has: 'all files of 1 GiB', files: filesOf(1, 0, 11, 4), size: 2 ** 30 },
  { has: 'all files of 1 MiB', files: filesOf(1, 0x50, 5_000, 4_096), size: 2 ** 20 },
  { has: 'other files', files: ['.partial', '.00000028.backup'].map((end) => filesOf(1, 8) + end) },
  { has: 'a gap that the base backup covers', files: [...filesOf(1, 3), ...filesOf(1, 5, 7)] },
  {
    has: 'no file after the base backup but later ones',
    files: filesOf(1, 7, 9),
    lost: filesOf(1, 7),
  },
  {
    has: 'no file that begins at the end of the base backup',
    end: '0/6000000',
    files: filesOf(1, 7),
    lost: filesOf(1, 7),
  },
  {
    has: 'a gap between ids',
    files: [...filesOf(1, 6, 255), ...filesOf(1, 257)],
    lost: filesOf(1, 257),
  },
  { has: 'a fork', files: [...filesOf(1, 5, 9), ...filesOf(2, 7, 9)], fork: '0/7000200' },
  { has: 'a fork between files', files: [...filesOf(1, 6), ...filesOf(2, 7)], fork: '0/7000000' },
  { has: 'a fork in the file of the backup', files: filesOf(2, 5, 9), fork: '0/5000200' },
  {
    has: 'a gap after the fork',
    files: [...filesOf(1, 6, 7), ...filesOf(1, 9)],
    fork: '0/7000200',
  },
  {
    has: 'a gap before the fork',
    files: [...filesOf(1, 5), ...filesOf(2, 7, 9)],
    fork: '0/7000200',
    lost: filesOf(2, 7),
  },
  {
    has: 'no first file of a timeline',
    files: [...filesOf(1, 5, 9), ...filesOf(2, 8)],
    fork: '0/7000200',
    lost: filesOf(2, 8),
  },
  {
    has: 'no first file of a timeline from the file of the backup',
    files: [...filesOf(1, 5, 9), ...filesOf(2, 6)],
    fork: '0/5000200',
    lost: filesOf(2, 6),
  },
])('restores with an archive that has $has', async (archive) => {
  const { files, size = 2 ** 24, end = '0/5000100', fork = '', lost } = archive
  const folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const restored = runProgram('sh', ['-ec', RESTORE_EMPTY, 'sh', ...files], folder, {
    END: end,
    FORK: fork,
    LC_ALL: '',
    RESTORE: path.join(root, 'deploy/backup/restore.sh'),
    SIZE: String(size),
  })
  if (lost === undefined) await expect(restored).resolves.toMatch(/^Restored /)
  else
    await expect(restored).rejects.toThrow(`lacks the file of the log before ${lost.join()}, and`)
})

describe.skipIf(isMissing)('a restored base backup', () => {
  let postgresql: DebianPostgresql
  let partner: Partner
  let service: ServiceProcess
  const services: ServiceProcess[] = []
  let backups: string
  const written: Written[] = []
  /** Copies of the lists as a partner had them, before the point in time and at the end. */
  const copies = { early: [] as FeedCopy[], late: [] as FeedCopy[] }
  let point: number
  /** When the dump began and when it had ended. */
  const dumped = { from: 0, to: 0 }

  const startService = async (database = 'art'): Promise<ServiceProcess> => {
    const started = await runService({
      NODE_ENV: 'production',
      DATABASE_URL: postgresql.url(database),
      PUBLIC_URL,
      MEDIA_URL,
      RATE_LIMIT_PER_MINUTE: '0',
    })
    services.push(started)
    await started.untilReady()
    return started
  }

  const withDatabase = async <Result>(
    use: (db: Kysely<Database>) => Promise<Result>,
    database = 'art',
  ) => {
    const db = connect({ ...connectionTo(postgresql.url(database)), poolSize: 4 })
    return use(db).finally(() => db.destroy())
  }

  const withClient = async <Result>(
    { url }: ServiceProcess,
    use: (send: TrySend, get: (address: string) => Promise<string>) => Promise<Result>,
  ) => {
    const { send, close } = httpClient(url, 8, 30_000)
    const get = async (address: string): Promise<string> => {
      const { status, text } = await send({ url: `/api/v1${address}` })
      expect(status, address + text).toBe(200)
      return text
    }
    return use(send, get).finally(close)
  }

  const copyOf = (list: (typeof LIST_NAMES)[number], get: (address: string) => Promise<string>) =>
    new FeedCopy(list, async (address) => {
      const text = await get(address)
      return { status: 200, text, json: () => JSON.parse(text) as Record<string, unknown> } as never
    })

  const dumpSettings = (): string[] => [
    `DATABASE_URL=${postgresql.url('art')}`,
    `STATE_DIRECTORY=${postgresql.folder}`,
  ]

  /** As the unit does. */
  const backUp = (...args: readonly string[]): Promise<void> =>
    postgresql.run(BASE_BACKUP, backups, ...args)

  /** Restores as the page says: the old cluster is moved away, and PostgreSQL is started. */
  const restore = async (when: string): Promise<void> => {
    await postgresql.halt()
    await rename(postgresql.cluster, `${postgresql.cluster}.${Date.now()}`)
    const command = commandWith('restore.sh', postgresql).replace(/'.*'$/, when)
    await postgresql.run('sh', '-ec', command)
    await postgresql.start()
  }

  beforeAll(async () => {
    postgresql = await startDebianPostgresql(archiveSettings)
    const { folder } = postgresql
    backups = backupsIn(folder)
    await postgresql.run('mkdir', '-p', `${backups}/base`, `${backups}/wal`, scratchIn(folder))
    await postgresql.run('cp', '-r', path.join(root, 'deploy/backup'), scriptsIn(folder))
    await postgresql.run('createdb', 'art')
    await migrateAt(postgresql.url('art'))
    partner = await withDatabase(async (db) => {
      await makeShownRows(db)
      await db.transaction().execute(async (trx) => {
        await addArtworks(60)(trx)
        await addEvents(40)(trx)
      })
      return makePartner({ db, url: postgresql.url('art') })
    })
    service = await startService()

    await withClient(service, async (send, get) => {
      const onWritten = (write: Written): void => void written.push(write)
      const options = { partner, prefix: 'Restored ', loops: 4, pauseMs: 0, onWritten }
      const writer = startRecordWriter(send, options)
      const untilMore = async (): Promise<void> => {
        const enough = written.length + WRITES
        while (written.length < enough) await sleep(5)
      }
      await untilMore()
      await backUp()
      // The name of the backup has whole seconds.
      await sleep(1_000)
      await untilMore()
      for (const list of LIST_NAMES) {
        const copy = copyOf(list, get)
        await copy.readSnapshot(0)
        copies.early.push(copy)
      }
      await untilMore()
      dumped.from = Date.now()
      await postgresql.run('env', ...dumpSettings(), path.join(root, 'deploy/systemd/backup.sh'))
      dumped.to = Date.now()
      await untilMore()
      point = Date.now()
      await untilMore()
      await writer.end()
      expect(writer.faults).toEqual([])
      await withDatabase(settleFeeds)
      for (const list of LIST_NAMES) {
        const copy = copyOf(list, get)
        await copy.catchUp()
        copies.late.push(copy)
      }
    })
    // One more, of what the restore cuts off.
    await backUp()
    await restore(`'${new Date(point).toISOString()}'`)
  })
  afterAll(async () => {
    for (const { signal, ended } of services) {
      signal('SIGTERM')
      await ended
    }
    await postgresql.stop()
  })

  /**
   * The states that each record may have in a database as of a time between two: as the last write that was acknowledged
   * before left it, or a write that was under way, such as one that was acknowledged in the same millisecond. Undefined is a
   * record that is not there.
   */
  function statesBetween(from: number, to: number) {
    const byPath = Map.groupBy(written, ({ record }) => record.path)
    return [...byPath].map(([place, writes]) => ({
      place,
      states: [
        writes.findLast(({ acknowledgedAt }) => acknowledgedAt < from)?.record,
        ...writes
          .filter(({ sentAt, acknowledgedAt }) => sentAt <= to && acknowledgedAt >= from)
          .map(({ record }) => record),
      ],
    }))
  }

  /** Records that have none of these states. */
  async function wrongBetween(from: number, to: number, send: TrySend): Promise<string[]> {
    const wrong: string[] = []
    const headers = { authorization: `Bearer ${partner.key}` }
    for (const { place, states } of statesBetween(from, to)) {
      const { status, text } = (await send({ url: `/api/v1${place}`, headers })) ?? {}
      const isAs = (record: Written['record'] | undefined): boolean =>
        record === undefined || record.isDeleted
          ? status === 404
          : status === 200 && isInState(record.kind, partner, record, text ?? '')
      if (!states.some(isAs)) wrong.push(`${place}: ${status} ${text}`)
    }
    return wrong
  }

  it('has every write that was acknowledged before the point in time, and none that was sent after it', async () => {
    const states = statesBetween(point, point)
    const last = states.map(({ states: [record] }) => record)
    expect(last.filter((record) => record !== undefined).length).toBeGreaterThan(WRITES / 5)
    expect(states.filter(({ states: all }) => all.every((one) => one === undefined))).not.toEqual(
      [],
    )
    await withClient(service, async (send) => {
      expect(await wrongBetween(point, point, send)).toEqual([])
    })
  })

  /** Compares the pages of a service with its database. */
  const expectPages = (shown: ServiceProcess, database = 'art'): Promise<void> =>
    withDatabase(async (db) => {
      await settleFeeds(db)
      await withClient(shown, (_, get) => expectLastPages(db, get))
      expect(await checkOffsetIndex(db, DOCUMENTS)).toSatisfy(isConsistent)
    }, database)

  it('is shown as it is, without any other step, by a service that is started and by one that has run all the time', async () => {
    await expectPages(await startService())
    await service.untilReady()
    await expectPages(service)
  })

  it('goes on with the feeds: a copy of before is brought up to date, and a later one is told to begin again', async () => {
    await withClient(service, async (send, get) => {
      for (const [at, list] of LIST_NAMES.entries()) {
        const late = copies.late[at]?.cursor ?? ''
        const url = `/api/v1${LISTS[list].path}changes/?cursor=${late}`
        // All events that the writer makes are drafts, so nothing of that list is lost.
        expect((await send({ url }))?.status).toBe(list === 'artworks' ? 410 : 200)
        const [early] = copies.early.splice(0, 1)
        const resumed = copyOf(list, get)
        if (early !== undefined) resumed.continue(early)
        await resumed.catchUp()
        expect(resumed.digests()).toEqual(await withDatabase((db) => plainDigests(db, list)))
      }
    })
  })

  it('is made from a dump, too', async () => {
    await postgresql.run('sh', '-ec', commandWith('createdb', postgresql))
    const files = await readdir(postgresql.folder)
    const file = path.join(postgresql.folder, files.find((name) => name.endsWith('.dump')) ?? '')
    const load = commandWith('pg_restore', postgresql).replace('FILE.dump', file)
    await postgresql.run('sh', '-ec', load)
    const restored = await startService('art_restored')
    await withClient(restored, async (send) => {
      expect(await wrongBetween(dumped.from, dumped.to, send)).toEqual([])
    })
    await expectPages(restored, 'art_restored')
  })

  it('is checked, without a change of the archive', async () => {
    const output = path.join(postgresql.folder, 'checked')
    const archive = await readdir(path.join(backups, 'wal'))
    await postgresql.run('sh', '-ec', `${commandWith('check-backup.sh', postgresql)} > ${output}`)
    expect(await readdir(path.join(backups, 'wal'))).toEqual(archive)
    expect(await readFile(output, 'utf8')).toMatch(
      /^Restored .*\n(.*\n)*The backup is good\. Its last change is of 20/,
    )
  })

  it('is restored again with what was written after it, though the newest base backup is of what it has cut off', async () => {
    await postgresql.run('psql', '-c', 'CREATE TABLE written_later ()', 'art')
    await restore(`''`)
    await postgresql.run('psql', '-c', 'SELECT FROM written_later', 'art')
    await service.untilReady()
    await withClient(service, async (send) => {
      expect(await wrongBetween(point, point, send)).toEqual([])
    })
  })

  it('can be replaced by a later state, which it has cut off, though the newest base backup is of its own timeline', async () => {
    await backUp()
    await restore(`'' 1`)
    await service.untilReady()
    await withClient(service, async (send) => {
      expect(await wrongBetween(Date.now(), Date.now(), send)).toEqual([])
    })
  })
  it('is left out once it is old, with the log that only it needs', async () => {
    const old = await readdir(path.join(backups, 'base'))
    for (const name of old)
      await postgresql.run('touch', '--date=15 days ago', path.join(backups, 'base', name))
    await backUp()
    const kept = await readdir(path.join(backups, 'base'))
    expect(kept).toHaveLength(1)
    expect(old).not.toContain(kept[0])
    const log = (await readdir(path.join(backups, 'wal'))).filter((name) =>
      /^[0-9A-F]+\.gz/.test(name),
    )
    const label = path.join(postgresql.folder, 'label')
    const read = `tar -xzOf "${backups}"/base/${kept[0]}/base.tar.gz backup_label > ${label}`
    await postgresql.run('sh', '-ec', read)
    const [, first = ''] = /\(file ([0-9A-F]+)\)/.exec(await readFile(label, 'utf8')) ?? []
    expect(log.every((name) => name.slice(8) >= first.slice(8))).toBe(true)
    await postgresql.run('sh', '-ec', commandWith('check-backup.sh', postgresql))
  })

  it('is not called good if the archive lacks a file between others', async () => {
    // Each file is archived before the next one begins.
    const lose = `for TABLE in one two three; do
      FILE="${backups}/wal/$(psql -Atc 'SELECT pg_walfile_name(pg_current_wal_lsn())' postgres).gz"
      psql -qc "CREATE TABLE $TABLE ()" -c 'SELECT pg_switch_wal()' postgres
      until [ -e "$FILE" ]; do sleep 0.1; done
      [ $TABLE != two ] || LOST=$FILE
    done
    rm "$LOST"`
    await postgresql.run('sh', '-ec', lose)
    const checked = postgresql.run('sh', '-ec', commandWith('check-backup.sh', postgresql))
    await expect(checked).rejects.toThrow('The archive lacks the file of the log before 0')
  })

  it('is not made in silence while PostgreSQL cannot archive', async () => {
    // A file of another server is never overwritten.
    const current = `psql -Atc 'SELECT pg_walfile_name(pg_current_wal_lsn())' postgres`
    await postgresql.run('psql', '-c', 'CREATE TABLE written ()', 'postgres')
    await postgresql.run('sh', '-ec', `echo other | gzip > "${backups}"/wal/$(${current}).gz`)
    await postgresql.run('psql', '-c', 'SELECT pg_switch_wal()', 'postgres')
    await expect(backUp('14', '1')).rejects.toThrow('PostgreSQL has not archived')
  })

  it('is neither made in silence nor replaces others where PostgreSQL does not archive', async () => {
    const other = await startDebianPostgresql()
    try {
      const old = path.join(other.folder, 'base/2026-01-01T000000Z')
      await other.run('mkdir', '-p', old, path.join(other.folder, 'wal'))
      await other.run('touch', '--date=15 days ago', old)
      await expect(other.run(BASE_BACKUP, other.folder, '14', '1')).rejects.toThrow(
        'see archive_mode',
      )
      expect(await readdir(path.join(other.folder, 'base'))).toHaveLength(2)
    } finally {
      await other.stop()
    }
  })
})
