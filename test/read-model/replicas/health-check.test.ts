import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  LsnHistory,
  ReplicaPosition,
  type LsnEntry,
} from '../../../src/read-model/replicas/health-check.ts'
import { openService } from '../../processes/open-service.ts'
import { captureLog } from '../../support/captured-log.ts'
import { useDatabase } from '../../support/database.ts'

const test = useDatabase()
const other = useDatabase()
const third = useDatabase()

/** A history of the primary: at each of these times, its position was as many bytes. */
function historyOf(maxLagMs: number, times: readonly number[]): LsnHistory {
  const history = new LsnHistory(maxLagMs)
  for (const at of times) history.record(at, BigInt(at))
  return history
}

describe('the position that a replica must have replayed', () => {
  it.each<[string, number, readonly number[], number, bigint | undefined]>([
    ['is unknown before the first probe of the primary', 1_000, [], 5_000, undefined],
    ['is that of the first probe within the maximum lag', 10_000, [1_000, 2_000], 3_000, 1_000n],
    ['is that of the probe one maximum lag ago', 2_000, [1_000, 2_000, 3_000], 4_000, 2_000n],
    [
      'is that of the next probe when the maximum lag has passed',
      2_000,
      [1_000, 2_000, 3_000],
      4_001,
      3_000n,
    ],
    [
      'is that of the last probe when later ones are missing',
      2_000,
      [1_000, 2_000],
      99_000,
      2_000n,
    ],
  ])('%s', (_, maxLagMs, times, now, required) => {
    expect(historyOf(maxLagMs, times).required(now)).toBe(required)
  })
})

/** Where the primary (P) and the replica (R) were, one after the other. */
type Probes = readonly ['P' | 'R', bigint][]

describe('a replica', () => {
  it.each<[string, Probes, readonly ('right' | 'ahead' | 'unknown')[]]>([
    [
      'may go on after a probe of the primary',
      [
        ['R', 5n],
        ['P', 5n],
        ['R', 5n],
        ['R', 9n],
        ['R', 9n],
        ['P', 9n],
        ['R', 9n],
      ],
      ['unknown', 'right', 'right', 'right', 'right'],
    ],
    [
      'is ahead of a primary that has not written as much later',
      [
        ['P', 9n],
        ['R', 9n],
        ['P', 5n],
        ['R', 9n],
      ],
      ['unknown', 'ahead'],
    ],
    [
      'keeps what is lost when the primary has written as much, until it is made anew',
      [
        ['R', 9n],
        ['P', 5n],
        ['R', 9n],
        ['P', 12n],
        ['R', 9n],
        ['R', 12n],
      ],
      ['unknown', 'ahead', 'ahead', 'right'],
    ],
    [
      'that goes on is ahead, too: its primary is another one',
      [
        ['R', 9n],
        ['P', 5n],
        ['R', 10n],
        ['P', 6n],
        ['R', 11n],
      ],
      ['unknown', 'ahead', 'ahead'],
    ],
  ])('%s', (_, probes, expected) => {
    const position = new ReplicaPosition()
    let primary: LsnEntry | undefined
    const found: string[] = []
    for (const [at, [server, lsn]] of probes.entries()) {
      if (server === 'P') primary = { at, lsn }
      else {
        const { message = '' } = position.errorAt(lsn, primary, at) ?? {}
        found.push(/known/.test(message) ? 'unknown' : message === '' ? 'right' : 'ahead')
      }
    }
    expect(found).toEqual(expected)
  })
})

/** Lets nobody connect to a database any more. */
async function closeToAll(url: string): Promise<void> {
  const [, name = ''] = /(test_\w+)\?/.exec(url) ?? []
  await sql`ALTER DATABASE ${sql.ref(name)} ALLOW_CONNECTIONS false`.execute(test.db)
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`.execute(
    test.db,
  )
}

it('does not go on calling a server the primary that is lost', async () => {
  const replicas = { urls: [other.url], maxLagMs: 1_000 }
  const service = await openService({ databaseUrl: test.url }, { replicas })
  try {
    const places = () => service.app.readModel?.replicas.map(({ isPrimary }) => isPrimary)
    await expect.poll(places).toEqual([true])
    await closeToAll(other.url)
    await expect.poll(places).toEqual([false])
  } finally {
    await service.close()
  }
})

it('tells each reason for which a replica is left out, once', async () => {
  const replicas = { urls: [third.url], maxLagMs: 1_000 }
  const options = { replicas, logLevel: 'warn' }
  const service = await openService({ databaseUrl: test.url }, options)
  const lines = captureLog(service.app)
  const reasons = (): unknown[] => lines.map(({ err }) => (err as Error).message)
  try {
    await expect.poll(reasons).toContainEqual(expect.stringMatching(/not a replica/))
    await closeToAll(third.url)
    await expect.poll(reasons).toContainEqual(expect.stringMatching(/not currently accepting/))
    expect(new Set(reasons()).size).toBe(lines.length)
  } finally {
    await service.close()
  }
})
