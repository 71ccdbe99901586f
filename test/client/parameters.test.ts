import { expect, it } from 'vitest'
import { operations } from '../contract/document.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

type Call = (...given: unknown[]) => Promise<unknown>

const calls = operations
  .filter(({ id }) => !/^(list|batch)|Snapshot$/.test(id))
  .flatMap(({ id, template, parameters }) =>
    parameters
      .filter(({ in: place, name }) => place === 'query' && name !== 'format')
      .map(({ name }) => ({ id, template, name })),
  )

it('occur', () => {
  expect(new Set(calls.map(({ id }) => id)).size).toBeGreaterThan(5)
})

it.each(calls)('$id sends $name by its name in the contract', async ({ id, template, name }) => {
  test.proxy.inject({ status: 404, body: '{}' })
  const call = (test.client() as unknown as Readonly<Record<string, Call>>)[id]
  const option = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const first = template.includes('{') ? [1] : id === 'importExchangeRates' ? ['Date, USD'] : []
  await expect(call?.(...first, { [option]: 'x' })).rejects.toMatchObject({ status: 404 })
  expect(test.proxy.received.map(({ url }) => url)).toEqual([
    expect.stringMatching(new RegExp(`\\?${name}=x$`)),
  ])
})
