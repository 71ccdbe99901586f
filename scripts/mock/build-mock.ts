import type { FastifyInstance } from 'fastify'
import { buildHttp } from '../../src/app.ts'
import { createDispatch, type Dispatch } from '../../src/contract/dispatch.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import type { HttpRequest } from '../../src/contract/request-context.ts'
import type { HttpResponse, HtmlViews } from '../../src/contract/responses.ts'
import { VARY } from '../../src/http/security-headers.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'
import { NOT_MODIFIED } from './examples.ts'
import { exampleOperations, mockBacking } from './mock-operations.ts'
import { preferencesText, readPreferences } from './preferences.ts'

/** The service without its database, as a Fastify application that does not listen yet. */
export async function buildMock(urls: Urls, logLevel: string): Promise<FastifyInstance> {
  const dispatch = await createMockDispatch(urls, createHtmlViews(urls))
  return buildHttp({ dispatch, urls, logLevel })
}

/**
 * Answers API requests by the examples of the contract; what `Prefer` brought about is named in
 * `Preference-Applied` (RFC 7240, section 3), and that it may is what `Vary` says (section 2).
 */
async function createMockDispatch(urls: Urls, pages: HtmlViews): Promise<Dispatch> {
  const preferred = new WeakSet<HttpRequest>()
  const operations = exampleOperations(urls.public, (request) => preferred.add(request))
  const dispatch = await createDispatch(operations, mockBacking, urls, pages)
  return async (request) => {
    const preferences = readPreferences(request.headers['prefer']) ?? {}
    const whole = await dispatch(request)
    const isKnown = preferences.code === NOT_MODIFIED && whole.status === 200
    const answer = isKnown ? notModified(whole) : whole
    const applied = preferred.has(request) ? preferencesText(preferences) : ''
    const headers = {
      // The service's own is counted; there is nothing here that counts.
      ...(answer.status === 429 && { 'retry-after': '1' }),
      ...answer.headers,
      vary: `${VARY}, Prefer`,
      ...(applied !== '' && { 'preference-applied': applied }),
    }
    return { ...answer, headers }
  }
}

/** The response to a client that has the representation (RFC 9110, section 15.4.5). */
function notModified({ headers, ...answer }: HttpResponse): HttpResponse {
  const { 'content-type': _, ...others } = headers
  return { ...answer, status: 304, headers: others, body: '' }
}
