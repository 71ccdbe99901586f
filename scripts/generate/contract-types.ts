import openapiTS, { astToString } from 'openapi-typescript'
import { isNode, list, part, resolve, text, type Node } from '../compatibility/document.ts'

const HEADER = `// Made from openapi/v1.yaml by \`npm run generate\`. Do not edit.\n\n`

/**
 * The TypeScript types of the contract, the query parameters with a default, and the operations that need a
 * credential.
 */
export async function contractTypes(document: object): Promise<string> {
  const types = astToString(await openapiTS(structuredClone(document) as never))
  const contract = { ...document }
  return `${HEADER}${types}${parametersWithDefault(contract)}${credentialRequired(contract)}`
}

interface Contract {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >
}

/** The method and the path of each operation, which a client needs at run time. */
export function operationTable(document: object): string {
  const { paths } = document as Contract
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) =>
        `  ${operationId}: { method: '${method}', path: '${path}' },\n`,
    ),
  )
  return `${HEADER}/** The method and the path of each operation. */\nexport const OPERATIONS = {\n${rows.join('')}} as const\n`
}

function credentialRequired(document: Node): string {
  const names = operations(document)
    .filter((operation) => {
      const security = list(operation, 'security').filter(isNode)
      return security.length > 0 && security.every((each) => Object.keys(each).length > 0)
    })
    .map((operation) => text(operation, 'operationId'))
  return `/** The operations that need a credential, so that they always find one. */\nexport type CredentialRequired = ${union(names)};\n`
}

/** openapi-typescript leaves a parameter with a default optional, as a client sees it. */
function parametersWithDefault(document: Node): string {
  const lines = operations(document).map((operation) => {
    const parameters = list(operation, 'parameters').filter(isNode)
    const withDefault = parameters
      .map((parameter) => resolve(document, parameter))
      .filter((parameter) => text(parameter, 'in') === 'query' && hasDefault(document, parameter))
    const names = withDefault.map((parameter) => text(parameter, 'name'))
    return `    ${text(operation, 'operationId')}: ${union(names)};\n`
  })
  return `/** The query parameters that have a default, so that an operation always finds them set. */\nexport interface ParametersWithDefault {\n${lines.join('')}}\n`
}

/** In the order of the document. */
function operations(document: Node): Node[] {
  const paths = Object.values(part(document, 'paths')).filter(isNode)
  return paths.flatMap((methods) => Object.values(methods).filter(isNode))
}

function hasDefault(document: Node, parameter: Node): boolean {
  const schema = resolve(document, part(parameter, 'schema'))
  return (schema['default'] ?? schema['x-default']) !== undefined
}

function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')
}
