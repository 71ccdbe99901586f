import type { Kysely } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PictureTable } from '../../src/records/picture-resource.ts'
import type { Database } from '../../src/database/tables.ts'
import { useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeGallery } from '../support/make-gallery.ts'
import {
  makeArtworkImage,
  makeColor,
  makeEventImage,
  makeImage,
  makeVenueImage,
} from '../support/make-images.ts'
import { makeVenue } from '../support/make-venue.ts'
import {
  expectRejected,
  makeRecordWriter,
  type RecordBody,
  type RecordWriter,
  type ShownRecord,
} from '../support/record-writer.ts'

const test = useService()
let writer: RecordWriter
let color: number

beforeAll(async () => {
  writer = await makeRecordWriter(test)
  color = (await makeColor(test.db, { red: 220, green: 20, blue: 60 })).id
})

type MakeRecord = (
  db: Kysely<Database>,
  values: { featured_image_id?: number },
) => Promise<{ id: number }>
type MakePicture = (
  db: Kysely<Database>,
  values: { caption: string; is_converted_to_webp: boolean; created_at: string },
) => Promise<{ id: number }>

const makeColored: MakePicture = (db, values) =>
  makeArtworkImage(db, { ...values, colors: [color] })

const PLACEHOLDER_ID = 1

/** The kinds of records that show pictures of each table, and whether one without a picture shows the placeholder. */
const TABLES = [
  ['images', makeImage, { '/artists/': makeArtist, '/galleries/': makeGallery }, false],
  ['artwork_images', makeColored, { '/marketplace-artworks/': makeArtwork }, true],
  ['event_images', makeEventImage, { '/events/': makeEvent }, true],
  ['venue_images', makeVenueImage, { '/venues/': makeVenue }, false],
] as const satisfies readonly (readonly [
  table: PictureTable,
  makePicture: MakePicture,
  users: Readonly<Record<string, MakeRecord>>,
  hasPlaceholder: boolean,
])[]

const KINDS = TABLES.flatMap(([table, makePicture, makers, hasPlaceholder]) => {
  const users = Object.entries(makers) as [string, MakeRecord][]
  const placeholder = hasPlaceholder ? { id: PLACEHOLDER_ID } : null
  return users.map(([collection, make], at) => {
    // Another kind that shows pictures of the table, if there is one.
    const [other = collection, makeOther = make] = users[(at + 1) % users.length] ?? []
    return { collection, table, make, other, makeOther, makePicture, placeholder }
  })
})

type Picture = RecordBody & { readonly id: number; readonly image: string | RecordBody }

const pictureOf = ({ record }: ShownRecord): Picture => record['featured_image'] as Picture

const NEW = 'https://quayside.example/new.jpg'

describe.each(KINDS)('the picture of a record of $collection', (kind) => {
  const { collection, table, make, other, makeOther, makePicture, placeholder } = kind
  /** A stored path in each rendition, as an import stores them. */
  const newPicture = () =>
    makePicture(test.db, {
      caption: 'Dusk',
      is_converted_to_webp: true,
      created_at: '2024-05-07T09:30:00Z',
    })

  async function made(featured_image_id?: number, path = collection, by = make) {
    const { id } = await by(test.db, featured_image_id === undefined ? {} : { featured_image_id })
    return writer.read(`${path}${id}/`)
  }

  const changed = (seen: ShownRecord, featured_image: object | null) =>
    writer.change(seen, { featured_image })

  async function storedIds(): Promise<readonly number[]> {
    const rows = await test.db.selectFrom(table).select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  /** The members that a client can write, as the record shows them. */
  function members({ image, caption, alt_text, description }: Picture): RecordBody {
    const full_size = typeof image === 'string' ? image : image['full_size']
    return { full_size, caption, alt_text, description }
  }

  it('stays as it is when its own values are sent back, or no member', async () => {
    const seen = await made((await newPicture()).id)
    const again = await changed(seen, members(pictureOf(seen)))
    expect(pictureOf(again)).toEqual(pictureOf(seen))
    expect(pictureOf(await changed(again, {}))).toEqual(pictureOf(seen))
  })

  it('keeps renditions and colors when only its texts change, and the other texts', async () => {
    const seen = await made((await newPicture()).id)
    const changes = { alt_text: 'Boats', caption: null }
    const { full_size } = members(pictureOf(seen))
    const after = pictureOf(await changed(seen, { ...changes, full_size }))
    const { id, updated_at } = after
    const before = { ...pictureOf(seen), uploaded_by: writer.userId, id, updated_at }
    expect(after).toEqual({ ...before, ...changes })
    expect(await storedIds()).not.toContain(pictureOf(seen).id)
  })

  it('has a new full_size in all renditions, no colors, and its former texts', async () => {
    const seen = await made((await newPicture()).id)
    const { image, ...after } = pictureOf(await changed(seen, { full_size: NEW }))
    const renditions = typeof image === 'string' ? [image] : Object.values(image)
    expect(new Set(renditions)).toEqual(new Set([NEW]))
    const own = { is_converted_to_webp: false, caption: 'Dusk', uploaded_by: writer.userId }
    expect(after).toMatchObject(table === 'artwork_images' ? { ...own, colors: [] } : own)
    expect(after['created_at']).not.toBe(pictureOf(seen)['created_at'])
  })

  it('is changed, removed and deleted for one of its records alone', async () => {
    const { id } = await newPicture()
    const before = await storedIds()
    const [one, two, three] = [await made(id), await made(id), await made(id)]
    const fourth = await made(id, other, makeOther)
    const changedOne = await changed(one, { caption: 'One' })
    await changed(two, null)
    expect((await writer.remove(three)).status).toBe(204)
    expect((await writer.read(fourth.path)).text).toBe(fourth.text)
    const own = pictureOf(changedOne).id
    expect(await storedIds()).toEqual([...before, own])
    // The last of its records.
    expect((await writer.remove(fourth)).status).toBe(204)
    expect(await storedIds()).toEqual([...before.filter((each) => each !== id), own])
  })

  it('is deleted with its only record, by null, and by a new one', async () => {
    const before = await storedIds()
    const full = await made((await newPicture()).id)
    const replaced = await changed(full, { full_size: NEW })
    expect(await storedIds()).toEqual([...before, pictureOf(replaced).id])
    const removed = await changed(replaced, null)
    expect(await storedIds()).toEqual(before)
    const again = await changed(removed, { full_size: NEW })
    expect(pictureOf(again)).toMatchObject({ caption: null, alt_text: null, description: null })
    expect((await writer.remove(again)).status).toBe(204)
    expect(await storedIds()).toEqual(before)
  })

  it('is no picture, or the placeholder, which no request changes or deletes', async () => {
    const select = test.db.selectFrom(table).selectAll().where('id', '=', PLACEHOLDER_ID)
    const stored = placeholder && (await select.execute())
    const none = await made()
    const expectNone = ({ record }: ShownRecord) => {
      const picture = record['featured_image'] as Picture | null
      expect(picture && { id: picture.id }).toEqual(placeholder)
    }
    expectNone(none)
    const response = await writer.patch(none, { featured_image: { caption: 'Dusk' } })
    expectRejected(response, 422, 'unprocessable_content', ['/featured_image/full_size'])
    let last = await changed(none, null)
    expectNone(last)
    if (placeholder) {
      last = await changed(last, members(pictureOf(last)))
      expectNone(last)
    }
    last = await changed(await changed(last, { full_size: NEW }), null)
    expectNone(last)
    expect((await writer.remove(last)).status).toBe(204)
    if (placeholder) expect(await select.execute()).toEqual(stored)
  })
})
