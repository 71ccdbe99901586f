import { expect, it } from 'vitest'
import type { Operation } from '../../src/contract/document.ts'
import { memoizeByObject } from '../../src/cache/memoize.ts'

const operation = (operationId: string): Operation => ({ operationId }) as Operation

it('makes one thing for each operation', () => {
  const idOf = memoizeByObject(({ operationId }: Operation) => ({ operationId }))
  const [one, other] = [operation('listEvents'), operation('listArtists')]
  expect(idOf(one)).toEqual({ operationId: 'listEvents' })
  expect(idOf(other)).toEqual({ operationId: 'listArtists' })
  expect(idOf(one)).toBe(idOf(one))
})
