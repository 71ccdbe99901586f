import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { startWorker } from '../../src/work/worker.ts'
import { connect } from '../../src/database/pool.ts'
import {
  startBatchScheduler,
  type BatchScheduler,
} from '../../src/read-model/batching/batch-scheduler.ts'
import type { LocalState } from '../../src/read-model/local-state.ts'
import { startReadModel, type ReadModel } from '../../src/read-model/read-model.ts'
import { resources } from '../../src/resources.ts'
import { URLS, testApp } from '../support/app.ts'
import { connectionTo, useDatabase, type TestDatabase } from '../support/database.ts'

interface TestServices extends TestDatabase {
  apps: FastifyInstance[]
}

/** Several services on one new database, each with its own pool and its own local state. */
export function useServices(count: number, logLevel = 'silent'): TestServices {
  const test = useDatabase() as TestServices
  const closers: (() => Promise<void>)[] = []
  beforeAll(async () => {
    test.apps = []
    for (let number = 0; number < count; number += 1) {
      const { app, close } = await serviceAt(test.url, logLevel)
      test.apps.push(app)
      closers.push(close)
    }
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })
  return test
}

export interface OpenService {
  readonly app: FastifyInstance
  readonly close: () => Promise<void>
}

/** A service on the database at this URL. */
export async function serviceAt(url: string, logLevel = 'silent'): Promise<OpenService> {
  const db = connect({ ...connectionTo(url), poolSize: 3 })
  const app = await testApp({ db, url }, { logLevel })
  const close = async (): Promise<void> => {
    await app.close()
    await db.destroy()
  }
  return { app, close }
}

/** A read model and its own background work, without a service around them. */
export function readModelAt(url: string, onError: (error: unknown) => void): ReadModel {
  const connection = connectionTo(url)
  const readModel = startReadModel({
    resources,
    ...connection,
    urls: URLS,
    onInconsistent: onError,
  })
  const db = connect({ ...connection, poolSize: 1 })
  const { tasks, readCount } = readModel
  const worker = startWorker({ db, tasks, readCount, onError })
  const close = async (): Promise<void> => {
    await worker.stop()
    await db.destroy()
    await readModel.close()
  }
  return { ...readModel, close }
}

export function schedulerAt(url: string, state: LocalState): BatchScheduler {
  const { fragments } = resources
  return startBatchScheduler({ ...connectionTo(url), urls: URLS, fragments }, state)
}

interface Revalidated {
  revalidate(done: (error: unknown) => void): void
}

/** Resolves after the batch that applies all change-log entries so far. */
export function revalidated({ revalidate }: Revalidated): Promise<void> {
  return new Promise((resolve, reject) => {
    revalidate((error) => (error === undefined ? resolve() : reject(error)))
  })
}
