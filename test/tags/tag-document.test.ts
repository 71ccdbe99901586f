import { expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeTag } from '../support/make-tag.ts'

const test = useService()

it('a tag shows what its row holds', async () => {
  const values = {
    name: 'seascape',
    description: 'The open sea.',
    created_at: '2018-01-15T12:00:00.000009Z',
    updated_at: '2019-01-15T12:00:00Z',
  }
  const tag = await makeTag(test.db, values)
  const plain = await makeTag(test.db)
  const { id } = await makeArtwork(test.db, { tags: [tag.id, plain.id].toReversed() })
  const artwork = await test.get(`/marketplace-artworks/${id}/`)
  expect(artwork['tags']).toMatchObject([
    { id: tag.id, ...values },
    { id: plain.id, description: '' },
  ])
})
