import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { testApp } from '../support/app.ts'
import { connectionTo, useDatabase, type TestDatabase } from '../support/database.ts'

export interface TestServices extends TestDatabase {
  apps: FastifyInstance[]
}

/** Services on one database of their own, each with its own pool and its own memory. */
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

/** One more service on the database at this URL. */
export async function serviceAt(url: string, logLevel = 'silent'): Promise<OpenService> {
  const db = connect({ ...connectionTo(url), poolSize: 3 })
  const app = await testApp({ db, url }, { logLevel })
  const close = async (): Promise<void> => {
    await app.close()
    await db.destroy()
  }
  return { app, close }
}
