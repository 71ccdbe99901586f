import { expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeArtworkImage, makeColor } from '../support/make-images.ts'

// The colours of a picture; cache-coherence.test.ts has all else that pictures show.

const test = useService()

async function pictureWith(colors: number[]): Promise<unknown> {
  const image = await makeArtworkImage(test.db, { colors })
  const { id } = await makeArtwork(test.db, { featured_image_id: image.id })
  return (await test.get(`/marketplace-artworks/${id}/`))['featured_image']
}

it('the colours of a picture are in their order, not by id, also as ids', async () => {
  const red = await makeColor(test.db, { red: 220, green: 20, blue: 60, name: 'Crimson' })
  const gray = await makeColor(test.db, { red: 105, green: 105, blue: 105, name: 'Dim Gray' })
  const navy = await makeColor(test.db, { red: 0, green: 0, blue: 128, name: 'Navy' })
  expect(await pictureWith([navy.id, red.id, gray.id])).toMatchObject({
    colors: [navy.id, red.id, gray.id],
    colors_data: [
      { id: navy.id, name: 'Navy', value: '(0, 0, 128)', is_grayscale: false },
      { id: red.id, name: 'Crimson', value: '(220, 20, 60)', is_grayscale: false },
      { id: gray.id, name: 'Dim Gray', value: '(105, 105, 105)', is_grayscale: true },
    ],
  })
})

it.each([
  [0, 0, 0, true],
  [255, 255, 255, true],
  [7, 7, 8, false],
  [8, 7, 8, false],
  [9, 8, 8, false],
])('the colour (%d, %d, %d) is greyscale: %s', async (red, green, blue, is_grayscale) => {
  const color = await makeColor(test.db, { red, green, blue })
  expect(await pictureWith([color.id])).toMatchObject({ colors_data: [{ is_grayscale }] })
})
