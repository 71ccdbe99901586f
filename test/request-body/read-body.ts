import { readJsonObject } from '../../src/request-body/json.ts'
import { Problem } from '../../src/problems/problem.ts'

/** The object of a valid body, or the problem of an invalid one. */
type ReadResult = { readonly value: Record<string, unknown> } | { readonly problem: Problem }

export function read(body: string | Uint8Array | undefined, maxParts = Infinity): ReadResult {
  try {
    return { value: readJsonObject(typeof body === 'string' ? Buffer.from(body) : body, maxParts) }
  } catch (error) {
    if (error instanceof Problem) return { problem: error }
    throw error
  }
}

/** The errors of a body as `[pointer, detail]`. */
export function errorsOf(body: string | Uint8Array | undefined): [string, string][] {
  const result = read(body)
  if ('value' in result) return []
  return result.problem.errors.map(({ pointer = 'none', detail }) => [pointer, detail])
}

export function pointersOf(body: string): string[] {
  return errorsOf(body).map(([pointer]) => pointer)
}
