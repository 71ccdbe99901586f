import { expect } from 'vitest'
import { SCOPES, type Scope } from '../../src/auth/principal.ts'
import type { TestService } from '../support/app.ts'
import type { Answer } from '../support/send.ts'

export interface ShownKey {
  readonly id: number
  readonly hint: string
  readonly owner: { readonly id: string; readonly username: string; readonly slug: string }
  readonly scopes: readonly Scope[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly replaced_by: number | null
}

export interface NewKey extends ShownKey {
  readonly key: string
}

export const LIST = '/api-keys/'

/** Every set of scopes but the empty one. */
export const SCOPE_SETS: readonly (readonly Scope[])[] = SCOPES.reduce<Scope[][]>(
  (sets, scope) => [...sets, ...sets.map((set) => [...set, scope])],
  [[]],
).filter((set) => set.length > 0)

/** Each scope alone, and all but it: a rule that treats any scope of a key otherwise than the others differs for two of these. */
export const CONTRASTING_SETS = SCOPE_SETS.filter(
  ({ length }) => length === 1 || length === SCOPES.length - 1,
)

/** Whether a key with these scopes may create one with those; `admin` includes the others. */
export function mayGrant(held: readonly Scope[], wanted: readonly Scope[]): boolean {
  return held.includes('admin') || wanted.every((scope) => held.includes(scope))
}

/** Requests that a key authenticates. */
export function keyRequests(test: TestService) {
  const authorization = (key: string) => ({ authorization: `Bearer ${key}` })
  const get = (key: string, path = LIST) => test.send({ path, headers: authorization(key) })
  return {
    get,
    post: (key: string, body: object) =>
      test.send({
        method: 'POST',
        path: LIST,
        headers: { ...authorization(key), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    remove: (key: string, id: number, ifMatch = '*') =>
      test.send({
        method: 'DELETE',
        path: `${LIST}${id}/`,
        headers: { ...authorization(key), 'if-match': ifMatch },
      }),
    /** Whether a request with the key is accepted. */
    isValid: async (key: string) => {
      const response = await get(key)
      expect([200, 401]).toContain(response.status)
      return response.status === 200
    },
  }
}

export function createdKey(response: Answer): NewKey {
  expect(response.status, response.text).toBe(201)
  return response.json() as unknown as NewKey
}

export function shownKey(response: Answer): ShownKey {
  expect(response.status, response.text).toBe(200)
  return response.json() as unknown as ShownKey
}

/** The places and texts of the errors of a 422. */
export function faultsOf(response: Answer): unknown {
  expect(response.status, response.text).toBe(422)
  return response.json()['errors']
}

export function bodyWithoutId(response: Answer): Record<string, unknown> {
  const { instance: _, ...body } = response.json()
  return body
}
