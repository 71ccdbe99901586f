import { expect, it } from 'vitest'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeUser } from '../support/make-user.ts'
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

it('acceptGalleryInvitation takes the id of the gallery', async () => {
  const { key, userId } = await makeApiKey(test.db, { scopes: ['artworks:write'] })
  const { id: gallery_id } = await makeGallery(test.db)
  const { username } = await test.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const invited_by = (await makeUser(test.db)).id
  await test.db
    .insertInto('gallery_invitations')
    .values({ gallery_id, username, invited_by })
    .execute()
  const { record } = await test.client({ key }).acceptGalleryInvitation(gallery_id)
  expect(record.members.map((member) => member.username)).toContain(username)
})
