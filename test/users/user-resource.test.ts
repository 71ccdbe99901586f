import { expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeUser } from '../support/make-user.ts'

const test = useService()

it('a user keeps empty values and null, except for the full name and the e-mail address', async () => {
  const names = { first_name: '', last_name: '', display_name: null, telephone: '' }
  const { id } = await makeUser(test.db, { ...names, display_name_full: '', email: '' })
  const artwork = await makeArtwork(test.db, { author_id: id })
  expect((await test.get(`/marketplace-artworks/${artwork.id}/`))['author']).toMatchObject({
    ...names,
    display_name_full: '<NAME>',
    email: '<EMAIL>',
  })
})
