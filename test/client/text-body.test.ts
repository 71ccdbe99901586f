import { expect, it } from 'vitest'
import { makeApiKey } from '../support/make-api-key.ts'
import { usePartner } from './support/partner.ts'

const test = usePartner()

it('importExchangeRates sends the text of a file as it is, and again after a lost response', async () => {
  const { key } = await makeApiKey(test.db, { scopes: ['admin'] })
  const client = test.client({ key })
  test.proxy.inject('reset after the service')
  const file = 'Date, USD, GBP, \n13 April 2026, 1.1684, 0.87058, \n'
  const { record } = await client.importExchangeRates(file)
  expect(record).toEqual({ date: '2026-04-13', currencies: 2, added: 2, changed: 0 })
  const { rates } = await client.retrieveExchangeRates()
  expect(rates).toContainEqual({ currency: 'USD', date: '2026-04-13', units_per_euro: '1.168400' })
  await client.deleteExchangeRates('2026-04-13')
  expect((await client.retrieveExchangeRates()).rates).toEqual([])
})
