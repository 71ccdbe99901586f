import { expect } from 'vitest'
import type { Answer } from '../../support/send.ts'

/** Why a request must not be done: the problem that the service must answer with. */
export interface Refusal {
  readonly status: number
  readonly code: string
  /** The pointers or parameters that `errors` must name, in any order. */
  readonly places: readonly string[]
}

export function refusal(status: number, code: string, places: readonly string[] = []): Refusal {
  return { status, code, places: places.toSorted() }
}

export function unprocessable(places: readonly string[]): Refusal | undefined {
  return places.length === 0 ? undefined : refusal(422, 'unprocessable_content', places)
}

interface Told {
  readonly code: string
  readonly errors?: readonly { readonly pointer?: string; readonly parameter?: string }[]
}

export function expectRefusal({ status, json, text }: Answer, expected: Refusal): void {
  const { code, errors = [] } = (text === '' ? {} : json()) as unknown as Told
  const places = errors.map(({ pointer, parameter }) => pointer ?? parameter ?? '').toSorted()
  expect({ status, code, places }).toEqual(expected)
}
