import { deprecatedFields, hasField, type FieldSchema } from './deprecated-fields.ts'
import type { DeprecationMark } from './deprecation-mark.ts'
import type { ContractDocument, Operation, Parameter } from '../document.ts'
import { resolveIn } from '../reference.ts'

/** What an exchange between a client and the service consists of. */
export interface Used {
  readonly operationId: string
  /** Parameters of the query, by name. */
  readonly query: Readonly<Record<string, string>>
  /** Of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Of the request, parsed. */
  readonly body: unknown
  /** Of the answer. */
  readonly status: number
}

/** One way to use something that is deprecated. */
export interface DeprecatedUse {
  readonly kind: 'operation' | 'parameter' | 'field'
  /** `listEvents`, the name of a parameter, or a field as `Event.venue`. */
  readonly name: string
  readonly operationId: string
  readonly mark: DeprecationMark
  isMade(used: Used): boolean
}

type Content = Readonly<Record<string, { readonly schema?: FieldSchema }>>
interface WithContent {
  readonly content?: Content
}

/** Every use of something deprecated that the operations of a contract allow. */
export function deprecatedUses(contract: ContractDocument): DeprecatedUse[] {
  const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
  return operations.flatMap((operation) => [
    ...ownUse(operation),
    ...parameterUses(contract, operation),
    ...requestUses(contract, operation),
    ...responseUses(contract, operation),
  ])
}

function ownUse(operation: Operation & DeprecationMark): DeprecatedUse[] {
  if (operation.deprecated !== true) return []
  const { operationId } = operation
  return [
    { kind: 'operation', operationId, name: operationId, mark: operation, isMade: () => true },
  ]
}

function parameterUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, parameters = [] } = operation
  const resolved: (Parameter & DeprecationMark)[] = parameters.map((parameter) =>
    resolveIn(contract, parameter),
  )
  return resolved.filter(isAnnounced).map((mark) => ({
    kind: 'parameter',
    operationId,
    name: mark.name,
    mark,
    isMade: (used) => isGiven(mark, used),
  }))
}

/** The service reads no cookies, so who gives a parameter there could not be told. */
function isAnnounced({ deprecated, in: place }: Parameter & DeprecationMark): boolean {
  return deprecated === true && place !== 'cookie'
}

function isGiven({ in: place, name }: Parameter, { query, headers }: Used): boolean {
  if (place === 'query') return name in query
  if (place === 'header') return headers[name.toLowerCase()] !== undefined
  return place === 'path'
}

function requestUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, requestBody = {} } = operation
  const { content = {} } = resolveIn<WithContent>(contract, requestBody)
  return fieldsOf(contract, content).map(({ name, way, mark }) => ({
    kind: 'field',
    operationId,
    name,
    mark,
    isMade: ({ body }) => hasField(body, way),
  }))
}

function responseUses(contract: ContractDocument, operation: Operation): DeprecatedUse[] {
  const { operationId, responses } = operation
  const numbered = Object.entries(responses).filter(([status]) => /^\d+$/.test(status))
  return numbered.flatMap(([status, response]) => {
    const { content = {} } = resolveIn<WithContent>(contract, response)
    return fieldsOf(contract, content).map(({ name, mark }) => ({
      kind: 'field' as const,
      operationId,
      name,
      mark,
      isMade: (used: Used) => String(representedStatus(used)) === status,
    }))
  })
}

/** Who is answered 304 reads the fields of the 200 that it kept (RFC 9110, section 15.4.5). */
function representedStatus({ status }: Used): number {
  return status === 304 ? 200 : status
}

function fieldsOf(contract: ContractDocument, content: Content) {
  return Object.values(content).flatMap(({ schema = {} }) => deprecatedFields(contract, schema))
}
