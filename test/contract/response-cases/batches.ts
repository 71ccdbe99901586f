import { requireSet } from '../../../src/contract/request-context.ts'
import { operations, type Operation } from '../document.ts'
import { kindOf } from './kinds.ts'
import {
  commonCases,
  invalidKeys,
  withHeaders,
  withQuery,
  type MakeRequest,
  type ResponseCase,
  type ResponseCases,
} from './response-case.ts'

const NDJSON = 'application/x-ndjson'

export function isBatch({ requestBody }: Operation): boolean {
  return NDJSON in (requestBody?.content ?? {})
}

/** One line, which creates a record or changes it. */
function requestOf({ template }: Operation): MakeRequest {
  const { body } = requireSet(kindOf(template.replace('batch/', '')))
  const noun = template.startsWith('/events/') ? 'event' : 'artwork'
  return async (world) => {
    const fields = typeof body === 'function' ? await body(world) : body
    return {
      method: 'POST',
      path: template,
      headers: { authorization: world.keys.author, 'content-type': NDJSON },
      body: JSON.stringify({ external_id: 'A-1', [noun]: fields }),
    }
  }
}

function withLines(base: MakeRequest, body: string): ResponseCase {
  return { request: async (world, send) => ({ ...(await base(world, send)), body }) }
}

function casesOf(operation: Operation): ResponseCases[string] {
  const base = requestOf(operation)
  const other = operation.template.startsWith('/events/') ? 'painter' : 'host'
  return {
    ...commonCases(base),
    200: [
      { request: base },
      withQuery(base, 'dry_run=true'),
      withQuery(base, 'atomic=true'),
      withLines(base, ''),
      withLines(base, '{\n[]\n{"external_id":"A"}\n{"external_id":"A","odd":1}'),
    ],
    400: [withQuery(base, 'dry_run=perhaps'), withQuery(base, 'odd=1')],
    401: [withHeaders(base, () => ({ authorization: undefined })), ...invalidKeys(base)],
    403: [withHeaders(base, ({ keys }) => ({ authorization: keys[other] }))],
    415: [
      withHeaders(base, () => ({ 'content-type': 'application/json' })),
      withHeaders(base, () => ({ 'content-type': `${NDJSON}; charset=latin1` })),
      withHeaders(base, () => ({ 'content-encoding': 'br' })),
    ],
  }
}

/** The cases of operations that read lines of JSON. */
export const batches: ResponseCases = Object.fromEntries(
  operations.filter(isBatch).map((operation) => [operation.id, casesOf(operation)]),
)
