import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDatabaseProxy, type DatabaseProxy } from '../../faults/database-proxy.ts'
import { isDatabaseUnavailable } from '../../../src/database/errors.ts'
import { TIMEOUT_REPORT_MS } from '../../../src/database/pool.ts'
import type { Statement } from '../../../src/database/statement.ts'
import {
  openPipelinedConnection,
  type PipelinedConnection,
} from '../../../src/read-model/batching/pipelined-connection.ts'
import { LocalState } from '../../../src/read-model/local-state.ts'
import {
  startBatchScheduler,
  type BatchScheduler,
} from '../../../src/read-model/batching/batch-scheduler.ts'
import { URLS } from '../../support/app.ts'
import { useDatabase } from '../../support/database.ts'
import { revalidated } from '../services.ts'
import { resources } from '../../../src/resources.ts'

/** With the half second for the report of a timeout, a batch has one second. */
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
  const scheduler = startBatchScheduler(
    { ...options(connectTimeoutMs), urls: URLS, fragments: resources.fragments },
    new LocalState(),
  )
  closers.push(() => scheduler.close())
  return scheduler
}

const ONE = [{ name: 'one', text: 'SELECT 1', values: [] }]

/** The records of a full batch, so that each read has a batch of its own. */
const RECORDS = 72

function enqueued(scheduler: BatchScheduler, statements: readonly Statement[] = []): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = { records: RECORDS, orders: [], fragments: [], statements: () => statements }
    scheduler.enqueue({ ...read, accept: () => resolve(), reject })
  })
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe('the pipelined connection', () => {
  it('is closed when a batch has no result in time', async () => {
    const connection = await open()
    expect(await connection.send(ONE)).toEqual([[['1']]])
    proxy.suffer({ isSilent: true })
    const all = await Promise.all([1, 2, 3].map(() => failure(connection.send(ONE))))
    expect(all.map(isDatabaseUnavailable)).toEqual([true, true, true])
    await expect.poll(() => connection.isOpen(), { interval: 5 }).toBe(false)
  })

  it('stays open when its batches have their results', async () => {
    const connection = await open()
    await connection.send(ONE)
    await sleep(STATEMENT_MS + TIMEOUT_REPORT_MS + 200)
    expect(connection.isOpen()).toBe(true)
    expect(await connection.send(ONE)).toEqual([[['1']]])
  })

  it('has one timer for any number of batches', async () => {
    const connection = await open()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const set = () => timers.mock.calls.filter(([, ms]) => ms !== undefined && ms > STATEMENT_MS)
    await Promise.all([1, 2, 3].map(() => connection.send(ONE)))
    for (let times = 0; times < 20; times += 1) await connection.send(ONE)
    const { length } = set()
    timers.mockRestore()
    expect(length).toBe(1)
  })

  it('closes soon when the server is silent', async () => {
    const connection = await open()
    proxy.suffer({ isSilent: true })
    await connection.close()
  })
})

describe('a failed batch', () => {
  it('fails the batches behind it, because local state was discarded', async () => {
    const scheduler = start()
    await enqueued(scheduler)
    const wrong = [{ name: 'wrong', text: 'SELECT 1 / $1::int', values: [0] }]
    const [first, second] = await Promise.all([
      failure(enqueued(scheduler, wrong)),
      failure(enqueued(scheduler, ONE)),
    ])
    expect(first).toMatchObject({ code: '22012' })
    expect(isDatabaseUnavailable(second)).toBe(true)
    await enqueued(scheduler, ONE)
  })
})

describe('a server that accepts no connection', () => {
  it('fails all queued reads after one connect timeout', async () => {
    const scheduler = start(500)
    proxy.suffer({ isSilent: true })
    const all = await Promise.all(Array.from({ length: 30 }, () => failure(enqueued(scheduler))))
    expect(all.filter(isDatabaseUnavailable)).toHaveLength(30)
    expect(proxy.connections()).toBe(1)
    proxy.suffer()
    await expect.poll(() => failure(enqueued(scheduler))).toBeUndefined()
  })
})

describe('a server that falls silent', () => {
  it('fails a revalidation as soon as a read', async () => {
    const scheduler = start()
    await enqueued(scheduler)
    proxy.suffer({ isSilent: true })
    const read = failure(enqueued(scheduler))
    await sleep(20)
    let error: unknown
    void failure(revalidated(scheduler)).then((thrown) => (error = thrown))
    await read
    // No time passes here.
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    expect(isDatabaseUnavailable(error)).toBe(true)
    proxy.forget()
    await enqueued(scheduler)
  })
})
