import type { Client } from 'openapi-fetch'
import { OPERATIONS } from '../../generated/operations.ts'
import type { operations, paths } from '../../generated/v1.ts'
import { signalOf, type CallOptions, type CreateOptions } from './options.ts'

/** A record of a response, with the ETag of this state. */
export interface Tagged<Item> {
  readonly record: Item
  /** The `ETag` of the response; empty, and of no use, where a proxy has removed it. */
  readonly etag: string
}

/** The state of a record that was read: the result of an operation. */
export type Seen = Tagged<{ readonly id: number }>

type OperationId = keyof operations

/**
 * One function for each operation of the contract except lists, by its operationId. The contract determines the
 * parameters and the result:
 *
 * - `retrieveEvent(id)`, or `retrieveIndex()` for a path without an id, and `acceptGalleryInvitation(gallery)`;
 * - `createEvent(body)`, or `importExchangeRates(text)`;
 * - `updateEvent(seen, body)`, `partialUpdateEvent(seen, patch)` and `deleteEvent(seen)`, which succeed only
 *   while the record is in the state `seen`;
 * - `deleteExchangeRates(date)`.
 */
export type Operations = {
  readonly [Id in Exclude<OperationId, `list${string}`>]: Call<Id>
}

type Call<Id extends OperationId> = operations[Id] extends WithIfMatch
  ? ChangeCall<Id>
  : operations[Id] extends WithBody<infer Body>
    ? (body: Body, options?: CreateOptions) => Promise<Tagged<Result<Id>>>
    : operations[Id] extends { parameters: { path: { id: number } } }
      ? (id: number, options?: CallOptions) => Promise<Tagged<Result<Id>>>
      : operations[Id] extends { parameters: { path: { date: string } } }
        ? (date: string, options?: CallOptions) => Promise<void>
        : (options?: CallOptions) => Promise<Result<Id>>

type ChangeCall<Id extends OperationId> =
  operations[Id] extends WithBody<infer Body>
    ? (seen: Seen, body: Body, options?: CallOptions) => Promise<Tagged<Result<Id>>>
    : (seen: Seen, options?: CallOptions) => Promise<void>

interface WithIfMatch {
  parameters: { header: { 'If-Match': string } }
}

interface WithBody<Body> {
  requestBody: { content: Readonly<Record<string, Body>> }
}

/** The record in the successful response. */
type Result<Id extends OperationId> = operations[Id]['responses'] extends
  | { 200: { content: { 'application/json': infer Item } } }
  | { 201: { content: { 'application/json': infer Item } } }
  ? Item
  : never

export function createOperations(api: Client<paths>): Operations {
  const calls = Object.entries(OPERATIONS)
    .filter(([id]) => !id.startsWith('list'))
    .map(([id, operation]) => [id, callOf(api, operation)])
  return Object.fromEntries(calls) as Operations
}

type OperationCall = (...given: never[]) => Promise<unknown>

function callOf(
  api: Client<paths>,
  { method, path }: (typeof OPERATIONS)[OperationId],
): OperationCall {
  const send = async (init: object, options?: CallOptions): Promise<Tagged<unknown>> => {
    // The compiler cannot relate a type parameter to its path; `Call` states the types.
    const sent = api.request(
      method as never,
      path as never,
      { ...init, ...signalOf(options) } as never,
    )
    // Middleware has thrown an error for every response that is no success.
    const { data, response } = (await sent) as { data: unknown; response: Response }
    return { record: data, etag: response.headers.get('ETag') ?? '' }
  }
  switch (method) {
    case 'get':
      return path.includes('{id}')
        ? (id: number, options?: CallOptions) => send({ params: { path: { id } } }, options)
        : async (options?: CallOptions) => (await send({}, options)).record
    case 'post':
      if (path.includes('{id}')) {
        return (id: number, options?: CallOptions) => send({ params: { path: { id } } }, options)
      }
      return (body: object | string, options?: CreateOptions) =>
        send({ params: paramsOfCreate(options), ...contentOf(body) }, options)
    case 'delete':
      if (path.includes('{date}')) {
        return async (date: string, options?: CallOptions) => {
          await send({ params: { path: { date } } }, options)
        }
      }
      return async (seen: Seen, options?: CallOptions) => {
        await send({ params: paramsOfChange(seen) }, options)
      }
    default:
      return async (seen: Seen, body: object, options?: CallOptions) =>
        send({ params: paramsOfChange(seen), body }, options)
  }
}

/** The only text that an operation takes is CSV. openapi-fetch would send it as a JSON string. */
function contentOf(body: object | string): object {
  if (typeof body !== 'string') return { body }
  return { body, bodySerializer: String, headers: { 'Content-Type': 'text/csv' } }
}

function paramsOfCreate({ idempotencyKey }: CreateOptions = {}): object {
  return { header: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey } }
}

/** @throws RangeError without an ETag, because an empty `If-Match` is no condition. */
function paramsOfChange({ record, etag }: Seen): object {
  if (etag === '') throw new RangeError('The etag of what was seen is empty: it names no state')
  return { path: { id: record.id }, header: { 'If-Match': etag } }
}
