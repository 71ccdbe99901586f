import { readJsonObject } from '../../src/request-body/json.ts'
import { Problem } from '../../src/problems/problem.ts'

/** What becomes of a body: the object read from it, or the problem that it was refused with. */
export type Reading = { readonly value: Record<string, unknown> } | { readonly problem: Problem }

export function read(body: string | Uint8Array | undefined, maxParts = Infinity): Reading {
  try {
    return { value: readJsonObject(typeof body === 'string' ? Buffer.from(body) : body, maxParts) }
  } catch (error) {
    if (error instanceof Problem) return { problem: error }
    throw error
  }
}

/** Its faults as `[pointer, detail]`; none when it is accepted. */
export function faultsOf(body: string | Uint8Array | undefined): [string, string][] {
  const reading = read(body)
  if ('value' in reading) return []
  return reading.problem.errors.map(({ pointer = 'none', detail }) => [pointer, detail])
}

/** Its faults' places. */
export function pointersOf(body: string): string[] {
  return faultsOf(body).map(([pointer]) => pointer)
}
