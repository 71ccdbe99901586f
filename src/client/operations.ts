import { CAMEL_CASE_PARAMETERS, OPERATIONS } from '../../generated/operations.ts'
import type { operations } from '../../generated/v1.ts'
import { createBatches, type BatchCall } from './batches.ts'
import { listOf, type List, type SparseList } from './lists.ts'
import type { CallOptions, CreateOptions } from './options.ts'
import { NDJSON_TYPE, pathOf, type MakeRequest, type RequestParts } from './request.ts'
import type { Send } from './response.ts'
import type { RetryOptions } from './retry.ts'
import type { ArtworkBatchLine, EventBatchLine } from './schemas.ts'

/** A record of a response, with the ETag of this state. */
export interface Tagged<Item> {
  readonly record: Item
  /** The `ETag` of the response; empty, and of no use, where a proxy has removed it. */
  readonly etag: string
}

/** The state of a record that was read: the result of an operation. */
export type Seen = Tagged<{ readonly id: number }>

type OperationId = keyof typeof OPERATIONS

/**
 * One function for each operation of the contract, by its operationId. The contract determines the parameters, which
 * come in this order, and the result:
 *
 * - the parameter of the path, as in `retrieveEvent(id)`; for an operation that needs `If-Match` the record as it was
 *   seen, as in `deleteEvent(seen)`, which succeeds only while the record is in this state;
 * - the body, as in `createEvent(body)`, `updateEvent(seen, body)` and `importExchangeRates(text)`;
 * - options, with the parameters of the query in camel case, as in `importExchangeRates(text, { allowJumps: true })`.
 *
 * `listEvents(query)` and `listEventsOfVenue(id, query)` are Listings, and `batchEvents(lines)` the lines of the response.
 * They send nothing before they are read. There is none for a snapshot, which is a stream.
 */
export type Operations = {
  readonly [Id in OperationId as Id extends Streamed ? never : Id]: Call<Id>
}

/** A copy reads the changes, which have the same records. */
type Streamed = `retrieve${string}Snapshot`

type Call<Id extends OperationId> = Id extends `listSparse${string}`
  ? SparseList<ItemOf<Id>, ListQuery<Id>>
  : Id extends `list${string}`
    ? List<ItemOf<Id>, ListQuery<Id>, Target<Id>>
    : operations[Id] extends WithBody<infer Body, typeof NDJSON_TYPE>
      ? BatchCall<LineOf<Id, Body>, QueryOptions<Id>>
      : (...given: [...Target<Id>, ...Content<Id>, options?: OptionsOf<Id>]) => Promise<Outcome<Id>>

type LineOf<Id extends OperationId, Body> = Id extends 'batchMarketplaceArtworks'
  ? ArtworkBatchLine
  : Id extends 'batchEvents'
    ? EventBatchLine
    : Body

type ItemOf<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': { results: (infer Item)[] } } }
}
  ? Item
  : never

/** The parameters of the query. `format` is for browsers. */
type Query<Id extends OperationId> = operations[Id]['parameters'] extends { query?: never }
  ? object
  : Omit<NonNullable<operations[Id]['parameters']['query']>, 'format'>

/** `limit`, `offset`, `ordering`, and the filters of the list. */
type ListQuery<Id extends OperationId> = Readonly<Query<Id>>

type QueryOptions<Id extends OperationId> = CallOptions & {
  readonly [Name in keyof Query<Id> as CamelCase<Name & string>]?: Query<Id>[Name] | undefined
}

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name

type OptionsOf<Id extends OperationId> = QueryOptions<Id> &
  (operations[Id] extends WithIdempotencyKey ? CreateOptions : CallOptions)

type Target<Id extends OperationId> = operations[Id] extends WithIfMatch
  ? [seen: Seen]
  : operations[Id] extends { parameters: { path: { id: number } } }
    ? [id: number]
    : operations[Id] extends { parameters: { path: { date: string } } }
      ? [date: string]
      : []

type Content<Id extends OperationId> =
  operations[Id] extends WithBody<infer Body> ? [body: Body] : []

type Outcome<Id extends OperationId> = operations[Id]['responses'] extends { 204: object }
  ? void
  : (typeof OPERATIONS)[Id]['method'] extends 'get'
    ? Target<Id> extends []
      ? Result<Id>
      : Tagged<Result<Id>>
    : Tagged<Result<Id>>

interface WithIfMatch {
  parameters: { header: { 'If-Match': string } }
}

interface WithIdempotencyKey {
  parameters: { header?: { 'Idempotency-Key'?: string } }
}

interface WithBody<Body, Type extends string = string> {
  requestBody: { content: Readonly<Record<Type, Body>> }
}

/** The record in the successful response. */
type Result<Id extends OperationId> = operations[Id]['responses'] extends
  | { 200: { content: { 'application/json': infer Item } } }
  | { 201: { content: { 'application/json': infer Item } } }
  ? Item
  : never

/** How a client sends its requests. */
export interface Connection {
  readonly makeRequest: MakeRequest
  readonly send: Send
  /** Of requests that `send` does not send. */
  readonly retries: RetryOptions
}

export function createOperations(connection: Connection): Operations {
  const sendBatch = createBatches(connection)
  const called = Object.entries(OPERATIONS).filter(([id]) => !id.endsWith('Snapshot'))
  const calls = called.map(([id, operation]: [string, Operation]) => {
    if (id.startsWith('list')) return [id, listOf(connection, operation.path)]
    if (operation.body === NDJSON_TYPE) {
      const batch: BatchCall<object, GivenOptions> = (lines, options) =>
        sendBatch(partsOf(operation, [undefined, options]), lines)
      return [id, batch]
    }
    return [id, callOf(connection, operation)]
  })
  return Object.fromEntries(calls) as Operations
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly header?: 'If-Match' | 'Idempotency-Key'
}

function callOf(
  { makeRequest, send }: Connection,
  operation: Operation,
): (...given: unknown[]) => Promise<unknown> {
  return async (...given) => {
    const { status, headers, body } = await send(makeRequest(partsOf(operation, given)))
    if (status === 204) return undefined
    const record: unknown = JSON.parse(body)
    if (operation.method === 'get' && !hasTarget(operation)) return record
    return { record, etag: headers.get('ETag') ?? '' }
  }
}

function hasTarget({ path }: Operation): boolean {
  return path.includes('{')
}

type GivenOptions = CreateOptions & Readonly<Record<string, unknown>>

/** @param given the arguments of a call, in the order of Operations. */
function partsOf(operation: Operation, given: readonly unknown[]): RequestParts {
  const { method, path, body: type, header } = operation
  const rest = [...given]
  const target = hasTarget(operation) ? rest.shift() : undefined
  const body = type === undefined ? undefined : rest.shift()
  const { signal, idempotencyKey, ...parameters } = (rest[0] ?? {}) as GivenOptions
  const seen = header === 'If-Match' ? requireTagged(target as Seen) : undefined
  return {
    method,
    path: pathOf(path, seen?.record.id ?? target),
    query: Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [contractName(name), value]),
    ),
    headers: {
      ...(type !== undefined && { 'Content-Type': type }),
      ...(type === NDJSON_TYPE && { Accept: type }),
      ...(seen !== undefined && { 'If-Match': seen.etag }),
      // The same for all tries, so that a retry is safe.
      ...(header === 'Idempotency-Key' && {
        'Idempotency-Key': idempotencyKey ?? crypto.randomUUID(),
      }),
    },
    body,
    signal,
  }
}

function contractName(option: string): string {
  if (CAMEL_CASE_PARAMETERS.has(option)) return option
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** @throws RangeError without an ETag, because an empty `If-Match` is no condition. */
function requireTagged(seen: Seen): Seen {
  if (seen.etag === '') {
    throw new RangeError('The etag of what was seen is empty: it names no state')
  }
  return seen
}
