import { bodyOf, type Answer, type Fault } from './answer.ts'
import type { SchemaJudge } from './closed-schemas.ts'
import type { Contract } from './contract.ts'

const PROBLEM_TYPE = 'application/problem+json'
const PLACE = '/components/schemas/Problem'

/** A problem says the same in its body as in its head, and its code is one of the closed list. */
export function problemFaults({ document }: Contract, holds: SchemaJudge, answer: Answer): Fault[] {
  const { method, status, headers } = answer
  if (status < 400) return []
  if (headers['content-type'] !== PROBLEM_TYPE) {
    return [{ message: `An error of the type ${headers['content-type']}`, place: PLACE }]
  }
  if (method === 'HEAD') return []
  const body = bodyOf(answer)
  const faults = holds({ $ref: `#${PLACE}` }, body, PLACE)
  const { properties } = document.components.schemas['Problem'] ?? {}
  const codes = properties?.['code']?.['x-extensible-enum'] ?? []
  const problem = (typeof body === 'object' && body) || {}
  return [...faults, ...fieldFaults(answer, new Map(Object.entries(problem)), codes)]
}

function fieldFaults(
  { status, headers }: Answer,
  problem: ReadonlyMap<string, unknown>,
  codes: readonly string[],
): Fault[] {
  const code = String(problem.get('code'))
  const type = String(problem.get('type'))
  const instance = `urn:uuid:${headers['x-request-id']}`
  const claims: readonly [boolean, string, string][] = [
    [
      problem.get('status') === status,
      'status',
      `status is ${String(problem.get('status'))}, not ${status}`,
    ],
    [problem.get('instance') === instance, 'instance', 'instance is another'],
    [codes.includes(code), 'code', `The code ${code} is unknown`],
    [type.endsWith(`/docs/problems/${code}`), 'type', `type is ${type}`],
  ]
  return claims
    .filter(([holds]) => !holds)
    .map(([, field, message]) => ({ message, place: `${PLACE}/properties/${field}` }))
}
