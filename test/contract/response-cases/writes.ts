import type { Sent } from '../../support/send.ts'
import { operations, resolve, type Operation } from '../document.ts'
import { kindOf, textBodies, type Fields, type Kind } from './kinds.ts'
import {
  commonCases,
  invalidKeys,
  keyOf,
  withHeaders,
  withQuery,
  type MakeRequest,
  type ResponseCase,
  type ResponseCases,
  type World,
} from './response-case.ts'

// Every case of a write is a change of one request that succeeds: of a POST, or of a PUT, PATCH or DELETE of a record
// that is made for the case.

const MAX_BODY_BYTES = 256 * 1024

const PATH_PARAMETER = /\{\w+\}/

const fieldsOf = async (fields: Fields, world: World): Promise<object> =>
  typeof fields === 'function' ? fields(world) : fields

/** Whether an operation is one of a record that exists. */
const hasRecord = ({ template }: Operation) => PATH_PARAMETER.test(template)

/** A request that succeeds, to a record of the author. */
function requestOf(operation: Operation, kind: Kind): MakeRequest {
  const { method, template, requestBody } = operation
  return async (world) => {
    const record = hasRecord(operation) ? await kind.make(world.db, world.authorId) : undefined
    const headers = {
      authorization: world.keys[keyOf(operation)],
      // Matches every version of the record.
      ...(record && { 'if-match': '*' }),
    }
    const path = template.replace(PATH_PARAMETER, String(record?.id))
    if (requestBody === undefined) return { method, path, headers }
    const body = JSON.stringify(await fieldsOf(kind.body, world))
    return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body }
  }
}

/** With changed or additional fields in its body. */
function withFields(base: MakeRequest, fields: Fields): ResponseCase {
  return {
    request: async (world, send) => {
      const sent = await base(world, send)
      const body = JSON.parse(sent.body ?? '{}') as object
      return { ...sent, body: JSON.stringify({ ...body, ...(await fieldsOf(fields, world)) }) }
    },
  }
}

function withBody(base: MakeRequest, body: string): ResponseCase {
  return { request: async (world, send) => ({ ...(await base(world, send)), body }) }
}

/** The cases of the statuses that every write documents. */
function writeCases(operation: Operation, base: MakeRequest, isOwned = false) {
  const withKey = (key: keyof World['keys']) =>
    withHeaders(base, ({ keys }) => ({ authorization: keys[key] }))
  const scopes = operation.security.flatMap(({ BearerKey = [] }) => BearerKey)
  const isOwn = isOwned && hasRecord(operation)
  return {
    ...commonCases(base),
    400: [withQuery(base, 'format=json')],
    401: [withHeaders(base, () => ({ authorization: undefined })), ...invalidKeys(base)],
    403: [
      ...(scopes.length > 0 ? [withKey(scopes.includes('events:write') ? 'painter' : 'host')] : []),
      ...(isOwn ? [withKey('another')] : []),
    ],
  } satisfies ResponseCases[string]
}

/** The cases of the statuses that every operation with a JSON object as body documents. */
function jsonCases(base: MakeRequest) {
  return {
    400: [
      withBody(base, '{"title": "North'),
      withBody(base, '[]'),
      withBody(base, '{"title": "\\ud800"}'),
      withFields(base, { odd: 1 }),
      withFields(base, { id: 1, slug: 'mine' }),
    ],
  } satisfies ResponseCases[string]
}

/** The cases of the statuses that every operation with a body documents. */
function bodyCases(base: MakeRequest, mediaType = 'application/json') {
  return {
    400: [withBody(base, '')],
    413: [withBody(base, JSON.stringify({ title: 'x'.repeat(MAX_BODY_BYTES) }))],
    415: [
      withHeaders(base, () => ({ 'content-type': undefined })),
      withHeaders(base, () => ({ 'content-type': 'text/plain' })),
      withHeaders(base, () => ({ 'content-type': `${mediaType}; charset=latin1` })),
      withHeaders(base, () => ({ 'content-type': 'json' })),
      withHeaders(base, () => ({ 'content-encoding': 'gzip' })),
    ],
  } satisfies ResponseCases[string]
}

/** The cases of the statuses that every change of a record documents, if it needs `If-Match`. */
function changeCases(
  { template, parameters }: Operation,
  { makeDraft, isSecret }: Kind,
  base: MakeRequest,
) {
  const at = (idOf: (world: World) => unknown): ResponseCase => ({
    request: async (world, send) => {
      const path = template.replace(PATH_PARAMETER, String(await idOf(world)))
      return { ...(await base(world, send)), path }
    },
  })
  const draft = async ({ db, anotherId }: World) => (await makeDraft?.(db, anotherId))?.id
  const conditions = {
    400: [withHeaders(base, () => ({ 'if-match': 'stale' }))],
    412: [
      withHeaders(base, () => ({ 'if-match': '"stale"' })),
      withHeaders(base, () => ({ 'if-match': 'W/"stale", "other"' })),
    ],
    428: [withHeaders(base, () => ({ 'if-match': undefined }))],
  } satisfies ResponseCases[string]
  return {
    ...(parameters.some(({ name }) => name === 'If-Match') && conditions),
    404: [
      at(() => 2147483647),
      at(() => 'abc'),
      ...(makeDraft ? [at(draft)] : []),
      ...(isSecret ? [withHeaders(base, ({ keys }) => ({ authorization: keys.another }))] : []),
    ],
  } satisfies ResponseCases[string]
}

/** The cases of an operation's own fields: those that the kind lists, and those of fields of several kinds. */
function fieldCases({ method, requestBody }: Operation, kind: Kind, base: MakeRequest) {
  const schema = resolve(requestBody?.content['application/json']?.schema ?? {})
  const names = Object.keys(resolve(schema).properties ?? {})
  const success = method === 'POST' ? 201 : 200
  const has = (name: string, cases: Readonly<Record<number, readonly Fields[]>>) =>
    names.includes(name) ? cases : {}
  const picture = { full_size: 'https://quayside.example/dusk.jpg' }
  const ofFields = merged<Fields>(
    {
      [success]: kind.valid ?? [],
      403: kind.forbidden ?? [],
      422: kind.unprocessable ?? [],
    },
    has('featured_image', { [success]: [{ featured_image: picture }] }),
    method === 'PATCH'
      ? has('featured_image', { 422: [{ featured_image: { caption: 'Of nothing' } }] })
      : {},
    method === 'POST'
      ? has('publish_status', {
          201: [{ publish_status: 'draft' }, { publish_status: 'published' }],
          422: [{ publish_status: 'archived' }],
        })
      : has('publish_status', { 409: [{ publish_status: 'draft' }] }),
  )
  return Object.fromEntries(
    Object.entries(ofFields).map(([status, all]) => [
      status,
      all.map((fields) => withFields(base, fields)),
    ]),
  )
}

let lastKey = 0

async function named(base: MakeRequest, ...[world, send]: Parameters<MakeRequest>): Promise<Sent> {
  const sent = await base(world, send)
  lastKey += 1
  return { ...sent, headers: { ...sent.headers, 'idempotency-key': `request ${lastKey}` } }
}

/** The cases of `Idempotency-Key`. */
function idempotencyCases(base: MakeRequest, success: 200 | 201) {
  const again: MakeRequest = async (world, send) => {
    const sent = await named(base, world, send)
    await send(sent)
    return sent
  }
  const early: MakeRequest = async (world, send) => {
    const sent = await named(base, world, send)
    const begun = world.hasBegun()
    world.unfinished.push(send(sent))
    await begun
    return sent
  }
  const reused: MakeRequest = async (world, send) => {
    const sent = await again(world, send)
    return { ...sent, body: ` ${sent.body}` }
  }
  return {
    [success]: [{ request: (world, send) => named(base, world, send) }, { request: again }],
    400: ['', 'x'.repeat(256), 'caf\u00e9'].map((key) =>
      withHeaders(base, () => ({ 'idempotency-key': key })),
    ),
    409: [{ request: early, service: 'with waiting operations' }],
    422: [{ request: reused }],
  } satisfies ResponseCases[string]
}

function patchCases(base: MakeRequest): ResponseCases[string] {
  const type = { 'content-type': 'application/merge-patch+json' }
  return { 200: [withBody(base, '{}'), withHeaders(base, () => type)] }
}

/** The cases of a DELETE alone. */
function deletionCases({ refer, used }: Kind, base: MakeRequest): ResponseCases[string] {
  const referred: MakeRequest = async (world, send) => {
    const sent = await base(world, send)
    await refer?.(world.db, Number(/\d+/.exec(sent.path ?? '')?.[0]))
    return sent
  }
  const inUse = used ?? (refer && referred)
  return { 204: [{ request: base }], ...(inUse && { 409: [{ request: inUse }] }) }
}

/** All lists of each status, one after another. */
function merged<Item>(
  ...parts: readonly Readonly<Record<number, readonly Item[]>>[]
): Record<string, readonly Item[]> {
  const all: Record<string, readonly Item[]> = {}
  for (const [status, items] of parts.flatMap((part) => Object.entries(part))) {
    if (items.length > 0) all[status] = [...(all[status] ?? []), ...items]
  }
  return all
}

function casesOf(operation: Operation, kind: Kind): ResponseCases[string] {
  const base = requestOf(operation, kind)
  const { method } = operation
  const own = writeCases(operation, base, kind.isOwned)
  if (method === 'DELETE') {
    // A deletion responds without a body, so it has no 406.
    const { 406: _, ...common } = own
    return merged(common, changeCases(operation, kind, base), deletionCases(kind, base))
  }
  if (operation.requestBody === undefined) {
    const { 413: tooLarge } = bodyCases(base)
    const { makeBusy } = kind
    return merged(own, changeCases(operation, kind, base), {
      ...(makeBusy && { 409: [{ request: requestOf(operation, { ...kind, make: makeBusy }) }] }),
      200: [{ request: base }],
      413: tooLarge,
      415: [withHeaders(base, () => ({ 'content-type': ';;;' }))],
    })
  }
  const success = { [method === 'POST' ? 201 : 200]: [{ request: base }] }
  const parts = [own, bodyCases(base), jsonCases(base), success, fieldCases(operation, kind, base)]
  if (method === 'POST') {
    const hasKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
    return merged(...parts, hasKey ? idempotencyCases(base, 201) : {})
  }
  return merged(
    ...parts,
    changeCases(operation, kind, base),
    method === 'PATCH' ? patchCases(base) : {},
  )
}

/** The cases of an operation that reads a text. */
function textCases(operation: Operation): ResponseCases[string] | undefined {
  const { method, template: path } = operation
  const body = textBodies[path]
  if (body === undefined) return undefined
  const { mediaType, text, unprocessable } = body
  const base: MakeRequest = ({ keys }) => {
    const headers = { authorization: keys[keyOf(operation)], 'content-type': mediaType }
    return { method, path, headers, body: text }
  }
  return merged(
    writeCases(operation, base),
    bodyCases(base, mediaType),
    { 200: [{ request: base }], 422: unprocessable.map((wrong) => withBody(base, wrong)) },
    idempotencyCases(base, 200),
  )
}

/** The cases of each POST, PUT, PATCH and DELETE. */
export const writes: ResponseCases = Object.fromEntries(
  operations.flatMap((operation) => {
    if (operation.method === 'GET') return []
    const kind = kindOf(operation.template)
    const cases = kind === undefined ? textCases(operation) : casesOf(operation, kind)
    return cases === undefined ? [] : [[operation.id, cases]]
  }),
)
