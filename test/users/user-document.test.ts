import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeUser } from '../support/make-user.ts'

const test = useService()

async function shown(values: Parameters<typeof makeUser>[1]) {
  const { id } = await makeUser(test.db, values)
  const artwork = await makeArtwork(test.db, { author_id: id })
  return (await test.get(`/marketplace-artworks/${artwork.id}/`))['author']
}

describe('a user', () => {
  it('has every field, the personal ones filled with placeholders', async () => {
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

  it('leaves empty what is empty, but for the full name and the e-mail address', async () => {
    const empty = { first_name: '', last_name: '', display_name: '', telephone: '' }
    expect(await shown({ ...empty, display_name_full: '', email: '' })).toMatchObject({
      ...empty,
      display_name_full: '<NAME>',
      email: '<EMAIL>',
    })
  })

  it('leaves null what is null', async () => {
    const nothing = { display_name: null, telephone: null }
    expect(await shown(nothing)).toMatchObject(nothing)
  })
})

describe('every answer of the service', () => {
  const SECRETS = /marguerite|leroy@|M\. Leroy|55 55 01 23|496 0123|karen|86 12/i
  let artworkId: number
  let eventId: number

  beforeAll(async () => {
    const owner = await makeUser(test.db)
    const gallery = await makeGallery(test.db, { owner_id: owner.id })
    const values = { gallery_id: gallery.id, author_id: owner.id }
    artworkId = (await makeArtwork(test.db, values)).id
    const contact = { contact_name: 'Karen Holm', email: 'karen@n.example', phone: '+45 86 12' }
    eventId = (await makeEvent(test.db, { author_id: owner.id, ...contact })).id
  })

  it('says nothing of whom it names', async () => {
    for (const path of [
      '/marketplace-artworks/',
      '/events/',
      `/marketplace-artworks/${artworkId}/`,
      `/events/${eventId}/`,
    ]) {
      const answer = await test.send({ path })
      expect(answer.text).toContain('<EMAIL>')
      expect(answer.text).not.toMatch(SECRETS)
    }
  })
})
