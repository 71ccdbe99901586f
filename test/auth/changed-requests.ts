import type { Sent } from '../support/send.ts'

/**
 * Makes of a request that is answered well another one, most of which are answered otherwise. Gives
 * back the same object where there is nothing to change.
 */
type Change = (request: Sent) => Sent

const MISSING = 2147483647

const withHeaders =
  (headers: Readonly<Record<string, string>>): Change =>
  (request) => ({ ...request, headers: { ...request.headers, ...headers } })

/** Where the request has that header. */
const withHeader =
  (name: string, text: string): Change =>
  (request) =>
    request.headers?.[name] === undefined ? request : withHeaders({ [name]: text })(request)

const withoutHeader =
  (name: string): Change =>
  (request) => {
    const headers = Object.entries(request.headers ?? {})
    const others = headers.filter(([each]) => each !== name)
    return others.length === headers.length
      ? request
      : { ...request, headers: Object.fromEntries(others) }
  }

const withBody =
  (change: (body: string) => string): Change =>
  (request) =>
    request.body === undefined ? request : { ...request, body: change(request.body) }

const withFields = (change: (fields: object) => object): Change =>
  withBody((body) => JSON.stringify(change(JSON.parse(body) as object)))

/** To fields that are there. */
const withValues = (values: Readonly<Record<string, unknown>>): Change =>
  withFields((fields) =>
    Object.fromEntries(Object.entries({ ...fields, ...values }).filter(([name]) => name in fields)),
  )

const withPath =
  (change: (path: string) => string): Change =>
  (request) => {
    const path = change(request.path ?? '')
    return path === request.path ? request : { ...request, path }
  }

/** Bodies hold "canary" where data may be personal, and "unlogged" elsewhere. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'as it should be': (request) => ({ ...request }),
  'as HEAD': (request) => ({ ...request, method: 'HEAD' }),
  'as OPTIONS': (request) => ({ ...request, method: 'OPTIONS' }),
  'by a method that is not there': (request) => ({ ...request, method: 'TRACE' }),
  'for what is known': withHeaders({ 'if-none-match': '*' }),
  'for a page': withHeaders({ accept: 'text/html' }),
  'for a media type that cannot be made': withHeaders({ accept: 'image/png' }),
  'with a header that is too long': withHeaders({ accept: 'canary@example.com,'.repeat(60) }),
  'with a query that is too long': withPath(
    (path) => `${path}?${'canary@example.com&'.repeat(300)}`,
  ),
  'without the last slash': withPath((path) => path.slice(0, -1)),
  'with an unknown parameter': withPath((path) => `${path}?unlogged=unlogged`),
  'with a wrong parameter': withPath((path) => `${path}?limit=unlogged&publish_status=unlogged`),
  'for drafts': withPath((path) => `${path}?publish_status=draft`),
  'for a record that is not there': withPath((path) => path.replace(/\d+/, String(MISSING))),
  'without If-Match': withoutHeader('if-match'),
  'with an If-Match that is stale': withHeaders({ 'if-match': '"unlogged"' }),
  'with an Idempotency-Key that is none': withHeader('idempotency-key', 'unlögged'),
  'with a key that is none': withHeader('authorization', 'Bearer unlogged'),
  'with a body of text': withHeader('content-type', 'text/plain; charset=unlogged'),
  'with half a body': withBody((body) => body.slice(0, body.length / 2)),
  'with a body that is too large': withBody((body) => body + ' canary'.repeat(40_000)),
  'with fields of another type': withFields((fields) =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, { canary: ['canary'] }])),
  ),
  'with a field that is not there': withFields((fields) => ({ ...fields, password: 'canary' })),
  'with related records that are not there': withValues({
    venue: MISSING,
    gallery: MISSING,
    country: 'ZZ',
  }),
  'with times that end before they start': withValues({ end_time: '1990-01-01T00:00:00Z' }),
  'with a state that cannot follow': withValues({ publish_status: 'draft' }),
}
