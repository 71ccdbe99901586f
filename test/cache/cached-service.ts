import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { buildHttp } from '../../src/app.ts'
import type { HttpResponse } from '../../src/contract/responses.ts'
import { createDispatch } from '../../src/contract/dispatch.ts'
import type { HttpRequest } from '../../src/contract/request-context.ts'
import type { Context } from '../../src/operation-context.ts'
import type { Database } from '../../src/database/tables.ts'
import { operations } from '../../src/operations.ts'
import { operationExecutor } from '../../src/operation-executor.ts'
import { eventCalendars } from '../../src/events/event-calendar.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { fakeDataVersion, type FakeDataVersion } from './fake-data-version.ts'

export interface CachedService {
  readonly app: FastifyInstance
  readonly dataVersion: FakeDataVersion
  /** Requests that took the full path, and were not served from the cache. */
  readonly dispatched: HttpRequest[]
  readonly log: readonly Record<string, unknown>[]
  /** Awaited after a response is made and before it is stored. */
  beforeStoring: (() => Promise<void>) | undefined
}

/** A listening service whose operations read `db` directly, with a data version that the test controls. */
export async function cachedService(db: Kysely<Database>): Promise<CachedService> {
  const urls = { public: PUBLIC_URL, media: MEDIA_URL }
  const context = { db, urls } as Context
  const dispatch = await createDispatch(operations, operationExecutor({ context }), urls, {
    html: createHtmlViews(urls),
    calendar: eventCalendars(urls),
  })
  const dataVersion = fakeDataVersion()
  const dispatched: HttpRequest[] = []
  const counted = async (request: HttpRequest): Promise<HttpResponse> => {
    dispatched.push(request)
    const response = await dispatch(request)
    await service.beforeStoring?.()
    return response
  }
  const app = await buildHttp({ dispatch: counted, urls, logLevel: 'info', dataVersion })
  const log = captureLog(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const service: CachedService = { app, dataVersion, dispatched, log, beforeStoring: undefined }
  return service
}
