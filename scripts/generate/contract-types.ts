import openapiTS, { astToString } from 'openapi-typescript'

const HEADER = `// Made from openapi/v1.yaml by \`npm run generate\`. Do not edit.\n\n`

interface Schema {
  readonly $ref?: string
  readonly default?: unknown
  readonly 'x-default'?: unknown
}
interface Parameter {
  readonly $ref?: string
  readonly in?: string
  readonly name?: string
  readonly schema?: Schema
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly security: readonly object[]
}

/**
 * The TypeScript types of the contract, which query parameters the dispatcher fills in, and which
 * operations that need a credential.
 */
export async function contractTypes(document: object): Promise<string> {
  const types = astToString(await openapiTS(structuredClone(document) as never))
  return `${HEADER}${types}${parametersWithDefault(document)}${credentialRequired(document)}`
}

function credentialRequired(document: object): string {
  const names = operations(document)
    .filter(({ security }) => security.length > 0 && !security.some(takesAnybody))
    .map(({ operationId }) => operationId)
  return `/** The operations that need a credential, so that they always find one. */\nexport type CredentialRequired = ${union(names)};\n`
}

function takesAnybody(requirement: object): boolean {
  return Object.keys(requirement).length === 0
}

/** openapi-typescript leaves a parameter with a default optional, as a client sees it. */
function parametersWithDefault(document: object): string {
  const lines = operations(document).map(
    ({ operationId, parameters = [] }) =>
      `    ${operationId}: ${union(parameters.filter((parameter) => hasDefault(document, parameter)).map((parameter) => resolve(document, parameter).name ?? ''))};\n`,
  )
  return `/** The query parameters that have a default, so that an operation always finds them set. */\nexport interface ParametersWithDefault {\n${lines.join('')}}\n`
}

function operations(document: object): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}

function hasDefault(document: object, parameter: Parameter): boolean {
  const { in: place, schema = {} } = resolve(document, parameter)
  const { default: usual, 'x-default': ofEnum = usual } = resolve<Schema>(document, schema)
  return place === 'query' && ofEnum !== undefined
}

function resolve<T extends { readonly $ref?: string }>(document: object, node: T): T {
  if (node.$ref === undefined) return node
  const keys = node.$ref.slice(2).split('/')
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as T
}

function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')
}
