import type { Answer } from '../support/send.ts'
import { schemaFaults } from './closed-schemas.ts'
import { headerMeaningFaults } from './judge-headers.ts'
import { apiRoot, document, findPath, resolve, type Operation, type Path } from './document.ts'

export interface Verdict {
  /** What the contract does not allow; empty when all is well. */
  readonly faults: string[]
  /** Which documented responses this was, as `listEvents 200 application/json`. */
  readonly reached: string[]
}

/** Headers of the connection and of the message itself, which no contract lists. */
const TRANSPORT = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive'])
const PROBLEM_TYPE = 'application/problem+json'

/** Holds an answer against openapi/v1.yaml and nothing else. */
export function judge(answer: Answer): Verdict {
  const faults = [...commonFaults(answer), ...problemFaults(answer)]
  const path = findPath(answer.url)
  if (path === undefined) return { faults: [...faults, ...unknownPathFaults(answer)], reached: [] }
  if (answer.headers['allow'] !== path.allow) {
    faults.push(`Allow is "${answer.headers['allow']}" instead of "${path.allow}"`)
  }
  if (answer.method === 'OPTIONS') return { faults, reached: [] }
  const verdicts = operationsAsked(path, answer).map((operation) =>
    judgeOperation(operation, answer),
  )
  return {
    faults: [...faults, ...verdicts.flatMap((verdict) => verdict.faults)],
    reached: verdicts.flatMap((verdict) => verdict.reached),
  }
}

/** The one that the method names or, when the path has no such method, each: all document 405. */
function operationsAsked(path: Path, answer: Answer): readonly Operation[] {
  const operation = path.operations.find((each) => isMethodOf(each, answer))
  return operation ? [operation] : path.operations
}

function judgeOperation(operation: Operation, answer: Answer): Verdict {
  const { status, headers } = answer
  const response = operation.responses[status]
  if (response === undefined) {
    return { faults: [`${operation.id} does not document ${status}: ${answer.text}`], reached: [] }
  }
  const mediaType = headers['content-type'] ?? '-'
  const content = response.content?.[mediaType]
  const faults = [
    ...headerFaults(response.headers ?? {}, headers),
    ...headerMeaningFaults(operation, answer),
  ]
  if (isMethodOf(operation, answer) === (status === 405)) {
    faults.push(`${status} for ${answer.method}, while ${operation.id} is ${operation.method}`)
  }
  if (content === undefined && (response.content !== undefined || mediaType !== '-')) {
    faults.push(`${operation.id} ${status} does not document the media type ${mediaType}`)
  }
  if (answer.method === 'HEAD' || content === undefined) {
    if (answer.text !== '') faults.push('There is a body where none may be')
    return { faults, reached: answer.method === 'HEAD' ? [] : [`${operation.id} ${status} -`] }
  }
  faults.push(...schemaFaults(content.schema, parsed(answer.text)))
  return { faults, reached: [`${operation.id} ${status} ${mediaType}`] }
}

function isMethodOf(operation: Operation, { method }: Answer): boolean {
  return operation.method === (method === 'HEAD' ? 'GET' : method)
}

function headerFaults(
  documented: NonNullable<Operation['responses'][string]['headers']>,
  sent: Answer['headers'],
): string[] {
  const names = new Set(Object.keys(documented).map((name) => name.toLowerCase()))
  const undeclared = Object.keys(sent).filter((name) => !TRANSPORT.has(name) && !names.has(name))
  return [
    ...undeclared.map((name) => `The header ${name} is not declared`),
    ...Object.entries(documented).flatMap(([name, node]) => {
      const header = resolve(node)
      const text = sent[name.toLowerCase()]
      if (text === undefined) return header.required ? [`The header ${name} is missing`] : []
      const isInteger = resolve(header.schema).type === 'integer'
      const value = isInteger && /^\d+$/.test(text) ? Number(text) : text
      return schemaFaults(header.schema, value).map((fault) => `The header ${name} ${fault}`)
    }),
  ]
}

/** True of every answer of the service, whatever the path. */
function commonFaults({ headers }: Answer): string[] {
  return [
    ...(headers['vary'] === 'Accept' ? [] : [`Vary is "${headers['vary']}"`]),
    ...schemaFaults({ type: 'string', format: 'uuid' }, headers['x-request-id']).map(
      (fault) => `X-Request-Id ${fault}`,
    ),
  ]
}

/** A problem says the same in its body as in its head, and its code is one of the closed list. */
function problemFaults({ method, status, headers, text }: Answer): string[] {
  if (status < 400) return []
  if (headers['content-type'] !== PROBLEM_TYPE) {
    return [`An error of the type ${headers['content-type']}`]
  }
  if (method === 'HEAD') return []
  const schema = document.components.schemas['Problem'] ?? {}
  const body = parsed(text) as Record<string, unknown>
  const codes = schema.properties?.['code']?.['x-extensible-enum'] ?? []
  return [
    ...schemaFaults(schema, body),
    ...(body['status'] === status ? [] : [`status is ${String(body['status'])}, not ${status}`]),
    ...(body['instance'] === `urn:uuid:${headers['x-request-id']}` ? [] : ['instance is another']),
    ...(codes.includes(String(body['code']))
      ? []
      : [`The code ${String(body['code'])} is unknown`]),
    ...(String(body['type']).endsWith(`/docs/problems/${String(body['code'])}`)
      ? []
      : [`type is ${String(body['type'])}`]),
  ]
}

/** Below /api/v1/ there is nothing but what the contract describes. */
function unknownPathFaults({ url, status }: Answer): string[] {
  const isApi = url.startsWith(`${apiRoot}/`)
  return isApi && status !== 404 ? [`${url} is no path of the contract but has ${status}`] : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
