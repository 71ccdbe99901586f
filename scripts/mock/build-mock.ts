import type { FastifyInstance } from 'fastify'
import { buildHttp } from '../../src/app.ts'
import { createDispatch, type Dispatch } from '../../src/contract/dispatch.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import type { HttpRequest } from '../../src/contract/request-context.ts'
import type { HttpResponse, Views } from '../../src/contract/responses.ts'
import { eventCalendars } from '../../src/events/event-calendar.ts'
import { VARY } from '../../src/http/security-headers.ts'
import { createHtmlViews } from '../../src/pages/views.tsx'
import { NOT_MODIFIED } from './examples.ts'
import { exampleOperations, mockExecutor } from './mock-operations.ts'
import { preferencesText, readPreferences } from './preferences.ts'

/** The service without its database, as a Fastify application that does not listen yet. */
export async function buildMock(urls: Urls, logLevel: string): Promise<FastifyInstance> {
  const dispatch = await createMockDispatch(urls, {
    html: createHtmlViews(urls),
    calendar: eventCalendars(urls),
  })
  return buildHttp({ dispatch, urls, logLevel })
}

/**
 * Dispatches API requests to the examples of the contract. `Preference-Applied` names the applied
 * preferences (RFC 7240, section 3), and `Vary` names `Prefer` (section 2).
 */
async function createMockDispatch(urls: Urls, views: Views): Promise<Dispatch> {
  const preferred = new WeakSet<HttpRequest>()
  const operations = exampleOperations(urls.public, (request) => preferred.add(request))
  const dispatch = await createDispatch(operations, mockExecutor, urls, views)
  return async (request) => {
    const preferences = readPreferences(request.headers['prefer']) ?? {}
    const success = await dispatch(request)
    const isModified = preferences.code !== NOT_MODIFIED || success.status !== 200
    const response = isModified ? success : notModified(success)
    const applied = preferred.has(request) ? preferencesText(preferences) : ''
    const headers = {
      // The service computes its own; the mock has no rate limit.
      ...(response.status === 429 && { 'retry-after': '1' }),
      ...response.headers,
      vary: `${VARY}, Prefer`,
      ...(applied !== '' && { 'preference-applied': applied }),
    }
    return { ...response, headers }
  }
}

/** The response to a client that has the representation (RFC 9110, section 15.4.5). */
function notModified({ headers, ...response }: HttpResponse): HttpResponse {
  const { 'content-type': _, ...others } = headers
  return { ...response, status: 304, headers: others, body: '' }
}
