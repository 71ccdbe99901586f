import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { LsnHistory } from '../../../src/read-model/replicas/health-check.ts'
import { openService } from '../../processes/open-service.ts'
import { useDatabase } from '../../support/database.ts'

const test = useDatabase()
const other = useDatabase()

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

it('does not go on calling a server the primary that is lost', async () => {
  const replicas = { urls: [other.url], maxLagMs: 1_000 }
  const service = await openService({ databaseUrl: test.url }, { replicas })
  try {
    const places = () => service.app.readModel?.replicas.map(({ isPrimary }) => isPrimary)
    await expect.poll(places).toEqual([true])
    const [, name = ''] = /(test_\w+)\?/.exec(other.url) ?? []
    await sql`ALTER DATABASE ${sql.ref(name)} ALLOW_CONNECTIONS false`.execute(test.db)
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`.execute(
      test.db,
    )
    await expect.poll(places).toEqual([false])
  } finally {
    await service.close()
  }
})
