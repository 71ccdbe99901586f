import type { Sent } from '../../support/send.ts'
import {
  commonCases,
  invalidKeys,
  type MakeRequest,
  type ResponseCase,
  type World,
} from './response-case.ts'

/** A request that succeeds; the other cases are changes of it. */
export type Base = (world: World) => Sent

const MAX_BODY_BYTES = 256 * 1024

/** A JSON request of the author. */
export function written({ keys }: World, method: string, path: string, body: object): Sent {
  const headers = { authorization: keys.author, 'content-type': 'application/json' }
  return { method, path, headers, body: JSON.stringify(body) }
}

/** With other headers; one that is undefined is left out. */
export function withHeaders(
  base: Base,
  change: (world: World) => Readonly<Record<string, string | undefined>>,
): ResponseCase {
  return {
    request: (world) => {
      const sent = base(world)
      const headers = Object.entries({ ...sent.headers, ...change(world) }).filter(
        (header): header is [string, string] => header[1] !== undefined,
      )
      return { ...sent, headers: Object.fromEntries(headers) }
    },
  }
}

/** With changed or additional fields in its body. */
export function withFields(base: Base, fields: object): ResponseCase {
  return {
    request: (world) => {
      const sent = base(world)
      const body = { ...(JSON.parse(sent.body ?? '{}') as object), ...fields }
      return { ...sent, body: JSON.stringify(body) }
    },
  }
}

export function withBody(base: Base, body: string): ResponseCase {
  return { request: (world) => ({ ...base(world), body }) }
}

export function withQuery(base: Base, query: string): ResponseCase {
  return {
    request: (world) => {
      const sent = base(world)
      return { ...sent, path: `${sent.path}?${query}` }
    },
  }
}

export function atPath(base: Base, path: (world: World) => string): ResponseCase {
  return { request: (world) => ({ ...base(world), path: path(world) }) }
}

/** The cases of the statuses that every operation with a body documents. */
export function bodyCases(base: Base, withoutScope: 'painter' | 'host') {
  return {
    ...commonCases(base),
    400: [
      withBody(base, ''),
      withBody(base, '{"title": "North'),
      withBody(base, '[]'),
      withBody(base, '{"title": "\\ud800"}'),
      withFields(base, { odd: 1 }),
      withFields(base, { id: 1, slug: 'mine' }),
      withQuery(base, 'format=json'),
    ],
    401: [withHeaders(base, () => ({ authorization: undefined })), ...invalidKeys(base)],
    403: [withHeaders(base, ({ keys }) => ({ authorization: keys[withoutScope] }))],
    413: [withBody(base, JSON.stringify({ title: 'x'.repeat(MAX_BODY_BYTES) }))],
    415: [
      withHeaders(base, () => ({ 'content-type': undefined })),
      withHeaders(base, () => ({ 'content-type': 'text/plain' })),
      withHeaders(base, () => ({ 'content-type': 'application/json; charset=latin1' })),
      withHeaders(base, () => ({ 'content-type': 'json' })),
      withHeaders(base, () => ({ 'content-encoding': 'gzip' })),
    ],
  } satisfies Record<number, readonly ResponseCase[]>
}

let lastKey = 0

/** The request with a unique name. */
function named(base: Base, world: World): Sent {
  const sent = base(world)
  lastKey += 1
  return { ...sent, headers: { ...sent.headers, 'idempotency-key': `request ${lastKey}` } }
}

/** The cases of `Idempotency-Key`, which every POST documents. */
export function idempotencyCases(base: Base) {
  const again: MakeRequest = async (world, send) => {
    const sent = named(base, world)
    await send(sent)
    return sent
  }
  const early: MakeRequest = async (world, send) => {
    const sent = named(base, world)
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
    201: [{ request: (world: World) => named(base, world) }, { request: again }],
    400: ['', 'x'.repeat(256), 'caf\u00e9'].map((key) =>
      withHeaders(base, () => ({ 'idempotency-key': key })),
    ),
    409: [{ request: early, service: 'with waiting operations' }],
    422: [{ request: reused }],
  } satisfies Record<number, readonly ResponseCase[]>
}
