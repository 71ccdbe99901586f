import { createHash } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { installOnce } from '../programs/install.ts'
import { fetching } from '../programs/registry.ts'
import { runProgram } from '../programs/run-program.ts'
import {
  derivedFields,
  isNode,
  list,
  operations,
  part,
  resolve,
  text,
  type Node,
} from '../compatibility/document.ts'

const HEADER = `// Made from openapi/ by \`npm run generate\`. Do not edit.\n\n`

/** The manifest and the lock file of the generator. It has its own, because it takes an older TypeScript. */
const GENERATOR = 'scripts/generate/openapi-typescript'

/**
 * The TypeScript types of the contract, the query parameters with a default, the operations that need a credential, and the
 * codes of problems. A hash in the file shows whether it is fresh, so that only a changed contract needs the generator.
 * @param current the file as it is.
 * @throws RegistryUnreachable when the generator is needed, but is not installed and cannot be.
 */
export async function contractTypes(document: object, current: string): Promise<string> {
  const contract = { ...document }
  const own = [parametersWithDefault, credentialRequired, problemCodes]
    .map((declared) => declared(contract))
    .join('')
  const lock = await readFile(path.join(projectRoot(), GENERATOR, 'package-lock.json'), 'utf8')
  const fileOf = (types: string): string => {
    const hash = createHash('sha256')
      .update(JSON.stringify([document, lock, types]))
      .digest('hex')
    return `${HEADER}// SHA-256 of the contract, the generator and the types: ${hash}\n\n${types}${own}`
  }
  const start = fileOf('').length - own.length
  const kept = fileOf(current.slice(start, current.length - own.length))
  return kept === current ? current : fileOf(await generateTypes(document, lock))
}

interface Generator {
  readonly default: (document: object) => Promise<unknown>
  readonly astToString: (types: unknown) => string
}

/** Runs openapi-typescript, which is installed at its first use. */
async function generateTypes(document: object, lock: string): Promise<string> {
  const folder = path.join(projectRoot(), '.data/openapi-typescript')
  await installOnce(folder, lock, async (draft) => {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(path.join(projectRoot(), GENERATOR, name), path.join(draft, name))
    }
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await fetching('the npm registry', () => runProgram('npm', args, draft))
  })
  const load = createRequire(path.join(folder, 'package.json'))
  const { default: generate, astToString } = load('openapi-typescript') as Generator
  return astToString(await generate(structuredClone(document)))
}

/**
 * The method and the path of each operation, the media type of its body, and the header that makes it safe to write; and
 * the derived fields, and the parameters of the query that are in camel case, as a standard names them.
 */
export function operationTable(contract: object): string {
  const document = { ...contract }
  const rows = operations(document).map(({ id, method, path: template, node }) => {
    const row = { method: method.toLowerCase(), path: template, ...sentWith(document, node) }
    const fields = Object.entries(row).map(([name, value]) => `${name}: '${value}'`)
    return `  ${id}: { ${fields.join(', ')} },\n`
  })
  const derived = derivedFields(document).map((name) => `'${name}'`)
  const names = operations(document)
    .flatMap(({ node }) => parametersOf(document, node))
    .filter((parameter) => text(parameter, 'in') === 'query')
    .map((parameter) => text(parameter, 'name'))
  const camelCase = new Set(names.filter((name) => /[A-Z]/.test(name)))
  return `${HEADER}/** What a client needs at run time. PATCH also takes \`application/merge-patch+json\`. */
export const OPERATIONS = {\n${rows.join('')}} as const

/** The fields whose values follow from other records (\`x-derived\`). */
export const DERIVED_FIELDS: ReadonlySet<string> = new Set([${derived.join(', ')}])

/** The parameters of the query that are in camel case in the contract, too. */
export const CAMEL_CASE_PARAMETERS: ReadonlySet<string> = new Set([${[...camelCase].map((name) => `'${name}'`).join(', ')}])\n`
}

function parametersOf(document: Node, operation: Node): Node[] {
  const parameters = list(operation, 'parameters').filter(isNode)
  return parameters.map((parameter) => resolve(document, parameter))
}

const WRITE_HEADERS = new Set(['If-Match', 'Idempotency-Key'])

function sentWith(document: Node, operation: Node): { body?: string; header?: string } {
  const types = Object.keys(part(part(operation, 'requestBody'), 'content'))
  const body = types.find((type) => type === 'application/json') ?? types[0]
  const header = parametersOf(document, operation)
    .filter((parameter) => text(parameter, 'name') !== 'If-Match' || parameter['required'] === true)
    .map((parameter) => text(parameter, 'name'))
    .find((name) => WRITE_HEADERS.has(name))
  return { ...(body !== undefined && { body }), ...(header !== undefined && { header }) }
}

function credentialRequired(document: Node): string {
  const names = operations(document)
    .filter(({ node }) => {
      const security = list(node, 'security').filter(isNode)
      return security.length > 0 && security.every((each) => Object.keys(each).length > 0)
    })
    .map(({ id }) => id)
  return `/** The operations that need a credential, so that they always find one. */\nexport type CredentialRequired = ${union(names)};\n`
}

function problemCodes(document: Node): string {
  const problem = part(part(part(document, 'components'), 'schemas'), 'Problem')
  const codes = list(part(part(problem, 'properties'), 'code'), 'x-extensible-enum')
  return `/** The codes of problems that the contract names (\`x-extensible-enum\`). */\nexport type KnownProblemCode = ${union(codes.map(String))};\n`
}

/** openapi-typescript leaves a parameter with a default optional, as a client sees it. */
function parametersWithDefault(document: Node): string {
  const lines = operations(document).map(({ id, node }) => {
    const names = parametersOf(document, node)
      .filter((parameter) => text(parameter, 'in') === 'query' && hasDefault(document, parameter))
      .map((parameter) => text(parameter, 'name'))
    return `    ${id}: ${union(names)};\n`
  })
  return `/** The query parameters that have a default, so that an operation always finds them set. */\nexport interface ParametersWithDefault {\n${lines.join('')}}\n`
}

function hasDefault(document: Node, parameter: Node): boolean {
  const schema = resolve(document, part(parameter, 'schema'))
  return (schema['default'] ?? schema['x-default']) !== undefined
}

function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ')
}
