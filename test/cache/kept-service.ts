import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { buildHttp } from '../../src/app.ts'
import type { HttpResponse } from '../../src/contract/responses.ts'
import { createDispatch } from '../../src/contract/dispatch.ts'
import type { HttpRequest } from '../../src/contract/request-context.ts'
import type { Context } from '../../src/operation-context.ts'
import type { Database } from '../../src/database/tables.ts'
import { operations } from '../../src/operations.ts'
import { databaseExecutor } from '../../src/operation-executor.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { fakeFreshness, type FakeFreshness } from './fake-freshness.ts'

export interface KeptService {
  readonly app: FastifyInstance
  readonly freshness: FakeFreshness
  /** What went the whole way, and was not told from memory. */
  readonly dispatched: HttpRequest[]
  /** The lines of its log. */
  readonly log: readonly Record<string, unknown>[]
  /** Waited for between an answer's making and its keeping; none at first. */
  beforeKeeping: (() => Promise<void>) | undefined
}

/** The service on `db`, listening, of operations that read it directly, with a freshness that the test decides on. */
export async function keptService(db: Kysely<Database>): Promise<KeptService> {
  const urls = { public: PUBLIC_URL, media: MEDIA_URL }
  const context = { db, urls } as Context
  const dispatch = await createDispatch(
    operations,
    databaseExecutor(context),
    urls,
    createHtmlViews(urls),
  )
  const freshness = fakeFreshness()
  const dispatched: HttpRequest[] = []
  const counted = async (request: HttpRequest): Promise<HttpResponse> => {
    dispatched.push(request)
    const answer = await dispatch(request)
    await service.beforeKeeping?.()
    return answer
  }
  const app = await buildHttp({ dispatch: counted, urls, logLevel: 'info', freshness })
  const log = captureLog(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const service: KeptService = { app, freshness, dispatched, log, beforeKeeping: undefined }
  return service
}
