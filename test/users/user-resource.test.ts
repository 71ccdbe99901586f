import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeUser } from '../support/make-user.ts'

const test = useService()

async function shown(values: Parameters<typeof makeUser>[1]) {
  const { id } = await makeUser(test.db, values)
  const artwork = await makeArtwork(test.db, { author_id: id })
  return (await test.get(`/marketplace-artworks/${artwork.id}/`))['author']
}

describe('a user', () => {
  it('has every field, with placeholders for personal data', async () => {
    expect(await shown({ username: 'quayside', slug: 'quay-side' })).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      username: 'quayside',
      slug: 'quay-side',
      first_name: '<NAME>',
      last_name: '<NAME>',
      display_name: '<NAME>',
      display_name_full: '<NAME>',
      email: '<EMAIL>',
      telephone: '<PHONE>',
    })
  })

  it('keeps empty values, except for the full name and the e-mail address', async () => {
    const empty = { first_name: '', last_name: '', display_name: '', telephone: '' }
    expect(await shown({ ...empty, display_name_full: '', email: '' })).toMatchObject({
      ...empty,
      display_name_full: '<NAME>',
      email: '<EMAIL>',
    })
  })

  it('keeps null values', async () => {
    const nothing = { display_name: null, telephone: null }
    expect(await shown(nothing)).toMatchObject(nothing)
  })
})
