import { indexOf } from '../../src/api-index/retrieve-index.ts'
import { bearerKey } from '../../src/auth/api-key.ts'
import type { Principal } from '../../src/auth/principal.ts'
import {
  apiRoot,
  contract,
  EVENT_STREAM_TYPE,
  NDJSON_TYPE,
  type Operation,
  type OperationId,
} from '../../src/contract/document.ts'
import type { StreamEvent } from '../../src/contract/event-stream.ts'
import type { Input, OperationMap, Reply } from '../../src/contract/operation-types.ts'
import { parameterError, parametersOf } from '../../src/contract/parameters.ts'
import type { ContractPath } from '../../src/contract/paths.ts'
import {
  type ValidatedRequest,
  type OperationExecutor,
  requireSet,
  type HttpRequest,
} from '../../src/contract/request-context.ts'
import { requireMethod } from '../../src/contract/request-head.ts'
import { rpdeUrl } from '../../src/feed/rpde-url.ts'
import { requestedRecords, type Page } from '../../src/lists/list.ts'
import { sparseRecord, sparseRequest } from '../../src/lists/sparse-records.ts'
import type { ProblemCode } from '../../src/problems/catalogue.ts'
import {
  Problem,
  PROBLEM_TYPE,
  type ProblemBody,
  type ProblemError,
} from '../../src/problems/problem.ts'
import { latin1Texts, PrerenderedBody, toLatin1 } from '../../src/response-body.ts'
import { chooseExample, type Choice, examplePage, exampleRecord } from './examples.ts'
import { readPreferences } from './preferences.ts'

/**
 * Operations that return examples of the contract: the first one for any valid request, or the one that `Prefer` names.
 * @param onPreferred called with each request whose `Prefer` is applied.
 */
export function exampleOperations(
  publicUrl: string,
  onPreferred: (request: HttpRequest) => void,
): OperationMap<ValidatedRequest> {
  const reply = async (
    _input: unknown,
    accepted: ValidatedRequest,
  ): Promise<Reply<OperationId>> => {
    const { request, operation } = accepted.context
    requireViewer(accepted.input)
    const choice = chooseExample(requireSet(operation), readPreferences(request.headers['prefer']))
    onPreferred(request)
    return replyOf(accepted, choice, publicUrl)
  }
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
  const entries = operations.map(({ operationId }) => [operationId, reply])
  return Object.fromEntries(entries) as OperationMap<ValidatedRequest>
}

/** Runs the operations without a database: each gets only its request. */
export const mockExecutor: OperationExecutor<ValidatedRequest> = {
  authenticate: async (authorization) => principalOf(authorization),
  read: (accepted, operation) => operation(accepted),
  write: (accepted, operation) => operation(accepted),
  stream: (accepted, operation) => operation(accepted),
}

/** Every string with the form of a key is a valid key, with every scope. */
function principalOf(authorization: string | undefined): Principal | undefined {
  if (authorization === undefined) return undefined
  return { keyId: 1, userId: bearerKey(authorization).hint, scopes: ['admin'] }
}

/** @throws 401, as the lists of the service do, for another state than `published` without a key. */
function requireViewer({ query, principal }: Input<OperationId>): void {
  requestedRecords(query as Partial<Input<'listMarketplaceArtworks'>['query']>, principal)
}

/** @throws {Problem} for an example of a problem. */
function replyOf(
  accepted: ValidatedRequest,
  choice: Choice,
  publicUrl: string,
): Reply<OperationId> {
  const { status, mediaType } = choice
  if (mediaType === undefined) return { status } as Reply<OperationId>
  if (status === 405) rejectMethod(requireSet(accepted.context.path))
  const later = status === 200 ? laterExample(accepted.input) : undefined
  const example = exampleOf(accepted, { ...choice, mediaType, example: choice.example ?? later })
  if (mediaType === NDJSON_TYPE)
    return { status: 200, lines: exampleLines(example as unknown as string) }
  if (mediaType === PROBLEM_TYPE) {
    throw problemOf(example as ProblemBody, requireSet(accepted.context.operation))
  }
  const body = bodyOf(example, accepted, publicUrl)
  if (accepted.context.mediaType === EVENT_STREAM_TYPE) {
    return { status: 200, events: exampleEvents(body as ExampleChanges) }
  }
  return { status, body } as Reply<OperationId>
}

/** A client connects again after the event, and then gets the response without a change. */
async function* exampleEvents(changes: ExampleChanges): AsyncGenerator<StreamEvent> {
  const json = latin1Texts([toLatin1(JSON.stringify(changes))])
  const data = new PrerenderedBody({ frame: changes, json })
  yield { id: changes.next_cursor, name: 'changes', data }
}

/** The second response has no change, so that a client comes to the end of them. */
function laterExample({ given, header }: ValidatedRequest['input']): string | undefined {
  if ('cursor' in given || 'Last-Event-ID' in header) return 'NoChange'
  return 'afterChangeNumber' in given ? 'LastPage' : undefined
}

async function* exampleLines(example: string): AsyncGenerator<object> {
  for (const line of example.trim().split('\n')) yield JSON.parse(line) as object
}

function exampleOf(
  { backendContext, context }: ValidatedRequest,
  { status, mediaType, example }: Choice & { readonly mediaType: string },
): object {
  const { operationId } = requireSet(context.operation)
  const options = { code: status, mediaType, ...(example !== undefined && { example }) }
  return backendContext.api.mockResponseForOperation(operationId, options).mock as object
}

/**
 * The example names the methods of one path, and other paths have other methods.
 * @throws 405 for the first of these methods that the path does not have; no path has TRACE.
 */
function rejectMethod(path: ContractPath): void {
  for (const method of ['DELETE', 'POST', 'TRACE']) requireMethod(path, method)
}

/** The problem of the example, with the parameters of this operation. */
function problemOf({ code, detail, errors = [] }: ProblemBody, operation: Operation): Problem {
  const own = errors.map((error) => ofOperation(error, operation))
  return new Problem(code as ProblemCode, detail, { errors: own, cause: 'Asked for by Prefer' })
}

/** Operations share the example, but not the parameters: one that this operation lacks is reported as unknown. */
function ofOperation(error: ProblemError, operation: Operation): ProblemError {
  const parameters = parametersOf(operation, 'query')
  const { parameter } = error
  if (parameter === undefined || parameters.has(parameter)) return error
  return parameterError(parameters, parameter, '')
}

/** The body of the example, with links to the mock. */
function bodyOf(example: object, accepted: ValidatedRequest, publicUrl: string): object {
  if ('next_cursor' in example) return changesOf(example as unknown as ExampleChanges, accepted)
  if ('items' in example)
    return rpdePageOf(example as unknown as ExampleRpdePage, accepted, publicUrl)
  if ('results' in example) return pageOf(example as Page<object>, accepted, publicUrl)
  const { operationId } = requireSet(accepted.context.operation)
  return operationId === 'retrieveIndex'
    ? indexOf({ public: publicUrl })
    : recordOf(example, accepted)
}

interface ExampleChanges {
  readonly next_cursor: string
  readonly results: readonly { readonly id: number; readonly op: string }[]
}

/** With the records, where the request asks for them. */
function changesOf(example: ExampleChanges, accepted: ValidatedRequest): object {
  if (!('include' in accepted.input.query)) return example
  const record = exampleAt(accepted, 'changes/', '{id}/') as { id: number }
  const results = example.results.map((change) =>
    change.op === 'delete' ? change : { ...change, record: exampleRecord(record, change.id) },
  )
  return { ...example, results }
}

interface ExampleRpdePage {
  readonly next: string
  readonly items: readonly { readonly modified: number }[]
}

/** The last page names itself. */
function rpdePageOf(
  example: ExampleRpdePage,
  { context, input: { given } }: ValidatedRequest,
  publicUrl: string,
): ExampleRpdePage {
  const last = example.items.at(-1)
  const query = { ...given, ...(last && { afterChangeNumber: String(last.modified) }) }
  return { ...example, next: rpdeUrl(`${publicUrl}${context.pathname}`, query) }
}

function pageOf(
  example: Page<object>,
  accepted: ValidatedRequest,
  publicUrl: string,
): Page<object> {
  const { context, input } = accepted
  const { limit, offset } = input.query as { limit: number; offset: number }
  const request = { listUrl: `${publicUrl}${context.pathname}`, limit, offset, given: input.given }
  if (!('fields' in input.query)) return examplePage(example, request)
  const { fields } = sparseRequest(input as Input<'listSparseEvents'>)
  const page = examplePage(exampleAt(accepted, 'sparse/', '') as Page<object>, request)
  return { ...page, results: page.results.map((record) => sparseRecord(record, fields)) }
}

/** The example of the GET whose path has another end. */
function exampleAt(
  { backendContext, context }: ValidatedRequest,
  end: string,
  other: string,
): object {
  const template = requireSet(context.path).template.slice(apiRoot.length)
  const { get } = contract.paths[template.replace(end, other)] ?? {}
  return backendContext.api.mockResponseForOperation(requireSet(get).operationId).mock as object
}

/** The record with the id in the path; the example if the path has no id. */
function recordOf(example: object, { input }: ValidatedRequest): object {
  const { id } = input.path as { id?: number }
  return id === undefined ? example : exampleRecord(example as { id: number }, id)
}
