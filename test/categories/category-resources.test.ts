import { describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeArtworkCategory, makeEventCategory } from '../support/make-categories.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeUser } from '../support/make-user.ts'

const test = useService()

async function artworkCategory(category_id: number) {
  const { id } = await makeArtwork(test.db, { category_id })
  return (await test.get(`/marketplace-artworks/${id}/`))['category']
}

async function eventCategory(category_id: number) {
  const { id } = await makeEvent(test.db, { category_id })
  return (await test.get(`/events/${id}/`))['category']
}

describe('the category of an artwork', () => {
  it('has the values of the row', async () => {
    const values = {
      name: 'Drawings',
      description: 'On paper.',
      meta_description: 'Buy drawings',
      caption: 'Line by line',
      tooltip: 'Ink and pencil',
      editor_notes: 'Check',
      created_at: '2018-01-15T12:00:00.000009Z',
      updated_at: '2019-01-15T12:00:00Z',
    }
    const { id } = await makeArtworkCategory(test.db, values)
    expect(await artworkCategory(id)).toEqual({ id, ...values, collectors: [] })
  })

  it('lists its collectors by id', async () => {
    const users = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
    const ids = users.map((user) => user.id)
    const other = await makeArtworkCategory(test.db, { collectors: ids.slice(0, 1) })
    const category = await makeArtworkCategory(test.db, { collectors: ids.toReversed() })
    expect(await artworkCategory(category.id)).toMatchObject({ collectors: ids.toSorted() })
    expect(await artworkCategory(other.id)).toMatchObject({ collectors: ids.slice(0, 1) })
  })

  it.each([
    [1, 'Prints'],
    [2, 'Paintings'],
    [3, 'Works On Paper'],
    [4, 'Photography'],
    [5, 'Sculptures And Ceramics'],
  ])('%d is %s after the migration', async (id, name) => {
    expect(await artworkCategory(id)).toMatchObject({ name, description: null, tooltip: null })
  })
})

describe('the category of an event', () => {
  it('has the values of the row', async () => {
    const values = {
      slug: 'auctions',
      name: 'Auctions',
      description: 'Under the hammer.',
      tooltip: 'Bid',
      editor_notes: 'Check',
      meta_description: 'Auctions near you',
      caption: 'Going',
      created_at: '2018-01-15T12:00:00.000009Z',
      updated_at: '2019-01-15T12:00:00Z',
    }
    const { id } = await makeEventCategory(test.db, { ...values, image: '/categories/2.svg' })
    expect(await eventCategory(id)).toEqual({
      id,
      ...values,
      image: 'https://media.example/categories/2.svg',
    })
  })

  it('is Gallery Shows after the migration', async () => {
    expect(await eventCategory(1)).toMatchObject({
      slug: 'gallery-shows',
      name: 'Gallery Shows',
      image: null,
      tooltip: '',
      editor_notes: '',
    })
  })
})
