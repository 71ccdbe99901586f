import type { FastifyInstance } from 'fastify'
import { buildHttp } from '../../src/app.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'
import { createMockDispatch } from './mock-dispatch.ts'

/** The service without its database, as a Fastify application that does not listen yet. */
export async function buildMock(urls: Urls, logLevel: string): Promise<FastifyInstance> {
  const dispatch = await createMockDispatch(urls, createHtmlViews(urls))
  return buildHttp({ dispatch, urls, logLevel })
}
