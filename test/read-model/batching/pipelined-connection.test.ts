import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDatabaseProxy, type DatabaseProxy } from '../../faults/database-proxy.ts'
import { isDatabaseUnavailable } from '../../../src/database/errors.ts'
import { TIMEOUT_REPORT_MS } from '../../../src/database/pool.ts'
import type { Statement } from '../../../src/read-model/batching/statement.ts'
import {
  openPipelinedConnection,
  type PipelinedConnection,
} from '../../../src/read-model/batching/pipelined-connection.ts'
import { LocalState } from '../../../src/read-model/change-log/local-state.ts'
import {
  startBatchScheduler,
  type BatchScheduler,
} from '../../../src/read-model/batching/batch-scheduler.ts'
import { MEDIA_URL } from '../../support/app.ts'
import { useDatabase } from '../../support/database.ts'
import { resources } from '../../../src/resources.ts'

/** With the half second that the word of its end may take, a batch is given a second. */
const STATEMENT_MS = 500

const test = useDatabase()
let proxy: DatabaseProxy
let closers: (() => Promise<void>)[]

beforeEach(async () => {
  proxy = await startDatabaseProxy(test.url)
  closers = [() => proxy.close()]
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
})

const options = (connectTimeoutMs = 30_000) => ({
  databaseUrl: proxy.url,
  connectTimeoutMs,
  statementTimeoutMs: STATEMENT_MS,
  onConnectionError: () => {},
})

async function open(): Promise<PipelinedConnection> {
  const connection = await openPipelinedConnection(options())
  closers.push(() => connection.close())
  return connection
}

function start(connectTimeoutMs?: number): BatchScheduler {
  const rounds = startBatchScheduler(
    { ...options(connectTimeoutMs), mediaUrl: MEDIA_URL, fragments: resources.fragments },
    new LocalState(),
  )
  closers.push(() => rounds.close())
  return rounds
}

const ONE = [{ name: 'one', text: 'SELECT 1', values: [] }]

/** As many as a round has, so that each reader has one of its own. */
const RECORDS = 72

function join(rounds: BatchScheduler, asks: readonly Statement[] = []): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => resolve()
    rounds.enqueue({
      records: RECORDS,
      orders: [],
      fragments: [],
      statements: () => asks,
      accept: take,
      reject: reject,
    })
  })
}

const refresh = (rounds: BatchScheduler): Promise<void> =>
  new Promise((resolve, reject) => {
    rounds.revalidate((error) => (error === undefined ? resolve() : reject(error)))
  })

/** How a promise fails. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe('the connection of rounds', () => {
  it('is given up when a batch has no answer in time', async () => {
    const connection = await open()
    expect(await connection.send(ONE)).toEqual([[['1']]])
    proxy.suffer({ isSilent: true })
    const all = await Promise.all([1, 2, 3].map(() => failure(connection.send(ONE))))
    expect(all.map(isDatabaseUnavailable)).toEqual([true, true, true])
    await expect.poll(() => connection.isOpen(), { interval: 5 }).toBe(false)
  })

  it('is kept when its batches have their answers', async () => {
    const connection = await open()
    await connection.send(ONE)
    await sleep(STATEMENT_MS + TIMEOUT_REPORT_MS + 200)
    expect(connection.isOpen()).toBe(true)
    expect(await connection.send(ONE)).toEqual([[['1']]])
  })

  it('is watched over by one timer, however many batches it is sent', async () => {
    const connection = await open()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const set = () => timers.mock.calls.filter(([, ms]) => ms !== undefined && ms > STATEMENT_MS)
    await Promise.all([1, 2, 3].map(() => connection.send(ONE)))
    for (let times = 0; times < 20; times += 1) await connection.send(ONE)
    const { length } = set()
    timers.mockRestore()
    expect(length).toBe(1)
  })

  it('is left soon, whether the server is heard of or not', async () => {
    const connection = await open()
    proxy.suffer({ isSilent: true })
    await connection.close()
  })
})

describe('a round that fails', () => {
  it('takes those with it that were asked behind it: memory has begun anew since', async () => {
    const rounds = start()
    await join(rounds)
    const wrong = [{ name: 'wrong', text: 'SELECT 1 / $1::int', values: [0] }]
    const [first, second] = await Promise.all([
      failure(join(rounds, wrong)),
      failure(join(rounds, ONE)),
    ])
    expect(first).toMatchObject({ code: '22012' })
    expect(isDatabaseUnavailable(second)).toBe(true)
    await join(rounds, ONE)
  })
})

describe('a server that lets nobody in', () => {
  it('fails all who wait once one has waited in vain', async () => {
    const rounds = start(500)
    proxy.suffer({ isSilent: true })
    const all = await Promise.all(Array.from({ length: 30 }, () => failure(join(rounds))))
    expect(all.filter(isDatabaseUnavailable)).toHaveLength(30)
    expect(proxy.connections()).toBe(1)
    proxy.suffer()
    await expect.poll(() => failure(join(rounds))).toBeUndefined()
  })
})

describe('a server that falls silent', () => {
  it('keeps those who only look for news no longer than those who read', async () => {
    const rounds = start()
    await join(rounds)
    proxy.suffer({ isSilent: true })
    const reading = failure(join(rounds))
    await sleep(20)
    let looked: unknown
    void failure(refresh(rounds)).then((error) => (looked = error))
    await reading
    // No time passes between.
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    expect(isDatabaseUnavailable(looked)).toBe(true)
    proxy.forget()
    await join(rounds)
  })
})
