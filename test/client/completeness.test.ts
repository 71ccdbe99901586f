import { expect, it } from 'vitest'
import { createClient } from '../../src/client/create-client.ts'
import { operations } from '../contract/document.ts'

it('has a function for every operation that is no list, by its operationId', () => {
  const client = createClient({ baseUrl: 'https://art.example/api/v1' })
  const ids = operations.map(({ id }) => id).filter((id) => !id.startsWith('list'))
  expect(ids.length).toBeGreaterThan(5)
  expect(Object.keys(client)).toEqual(expect.arrayContaining(ids))
})
