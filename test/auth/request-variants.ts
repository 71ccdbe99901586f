import { allFields, operations } from '../contract/document.ts'
import type { Sent } from '../support/send.ts'

/** Changes a successful request. @returns the same object if the change does not apply. */
type Variant = (request: Sent) => Sent

const MISSING = 2147483647

const withHeaders =
  (headers: Readonly<Record<string, string>>): Variant =>
  (request) => ({ ...request, headers: { ...request.headers, ...headers } })

/** Applies if the request has the header. */
const withHeader =
  (name: string, text: string): Variant =>
  (request) =>
    request.headers?.[name] === undefined ? request : withHeaders({ [name]: text })(request)

const withoutHeader =
  (name: string): Variant =>
  (request) => {
    const headers = Object.entries(request.headers ?? {})
    const others = headers.filter(([each]) => each !== name)
    return others.length === headers.length
      ? request
      : { ...request, headers: Object.fromEntries(others) }
  }

const withBody =
  (change: (body: string) => string): Variant =>
  (request) =>
    request.body === undefined ? request : { ...request, body: change(request.body) }

/** A text has no fields. */
const withFields =
  (change: (fields: object) => object): Variant =>
  (request) =>
    request.headers?.['content-type'] === 'text/csv'
      ? request
      : withBody((body) => JSON.stringify(change(JSON.parse(body) as object)))(request)

/** Changes only existing fields. */
const withValues = (values: Readonly<Record<string, unknown>>): Variant =>
  withFields((fields) =>
    Object.fromEntries(Object.entries({ ...fields, ...values }).filter(([name]) => name in fields)),
  )

const withPath =
  (change: (path: string) => string): Variant =>
  (request) => {
    const path = change(request.path ?? '')
    return path === request.path ? request : { ...request, path }
  }

const ofChanges = (query: string): Variant =>
  withPath((path) => path.replace(/(?<=\/changes\/)$/, `?${query}`))

/** The name of a tag and of a category of each kind. */
export const TAKEN_NAME = 'unlogged and taken'

/** Values contain "canary" where data may be personal, and "unlogged" elsewhere. */
export const VARIANTS: Readonly<Record<string, Variant>> = {
  unchanged: (request) => ({ ...request }),
  'as HEAD': (request) => ({ ...request, method: 'HEAD' }),
  'as OPTIONS': (request) => ({ ...request, method: 'OPTIONS' }),
  'with an unknown method': (request) => ({ ...request, method: 'TRACE' }),
  'with If-None-Match': withHeaders({ 'if-none-match': '*' }),
  'for HTML': withHeaders({ accept: 'text/html' }),
  'for an unavailable media type': withHeaders({ accept: 'image/png' }),
  'with a long header': withHeaders({ accept: 'canary@example.com,'.repeat(60) }),
  'with a long query': withPath((path) => `${path}?${'canary@example.com&'.repeat(300)}`),
  'without the trailing slash': withPath((path) => path.slice(0, -1)),
  'with an unknown parameter': withPath((path) => `${path}?unlogged=unlogged`),
  'with invalid parameters': withPath((path) => `${path}?limit=unlogged&publish_status=unlogged`),
  'with all fields': withPath((path) => {
    const [fields] = operations.flatMap((each) => (each.template === path && allFields(each)) || [])
    return fields === undefined ? path : `${path}?fields=${fields}`
  }),
  'with records': ofChanges('include=record&limit=500'),
  'with an unknown cursor': ofChanges('cursor=unlogged'),
  'with an unknown change number': withPath((path) =>
    path.replace(/(?<=\/rpde\/)$/, '?afterChangeNumber=1'),
  ),
  'for drafts': withPath((path) => `${path}?publish_status=draft`),
  'for a missing record': withPath((path) => path.replace(/\d+/, String(MISSING))),
  'without If-Match': withoutHeader('if-match'),
  'with a stale If-Match': withHeaders({ 'if-match': '"unlogged"' }),
  'with an invalid Idempotency-Key': withHeader('idempotency-key', 'unlögged'),
  'with an invalid key': withHeader('authorization', 'Bearer unlogged'),
  'with a body of text': withHeader('content-type', 'text/plain; charset=unlogged'),
  'with an unreadable media type': withHeader('content-type', ';;;'),
  'with half a body': withBody((body) => body.slice(0, body.length / 2)),
  'with a large body': withBody((body) => body + ' canary'.repeat(40_000)),
  'with fields of another type': withFields((fields) =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, { unlogged: ['canary'] }])),
  ),
  'with an unknown field': withFields((fields) => ({ ...fields, password: 'canary' })),
  'with missing related records': withValues({
    venue: MISSING,
    gallery: MISSING,
    country: 'ZZ',
    owner: 'canary',
    members: ['unlogged'],
  }),
  'with the name of another record': withValues({ name: TAKEN_NAME }),
  'with the text of no picture': withValues({ featured_image: { alt_text: 'unlogged' } }),
  'with times that end before they start': withValues({ end_time: '1990-01-01T00:00:00Z' }),
  'with an expiry in the past': withValues({ expires_at: '1990-01-01T00:00:00Z' }),
  'with a URL without TLS': withValues({ url: 'http://unlogged.example/' }),
  'with an invalid transition': withValues({ publish_status: 'draft' }),
}
