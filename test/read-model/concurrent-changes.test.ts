import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectClient } from '../support/database.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEvent } from '../support/make-event.ts'
import { send } from '../support/send.ts'
import { LIST_NAMES, LISTS, plainBodies, wholePage } from './reference-responses.ts'
import { useServices } from './services.ts'
import { makeShownRows, MAKERS, SHOWN_ROWS } from './shown-rows.ts'

// One transaction changes a row while another links it to a record, and neither sees the other. When both have
// ended, no cache may lack either change.

const test = useServices(2)

interface Race {
  readonly change: string
  /** Makes another record embed it. */
  readonly link: string
  /** Undoes the link. */
  readonly unlink: string
}

const OTHER_ARTWORK = '(SELECT max(id) FROM artworks)'
const OTHER_EVENT = '(SELECT max(id) FROM events)'
const OTHER_GALLERY = `(SELECT gallery_id FROM artworks WHERE id = ${OTHER_ARTWORK})`
const OTHER_VENUE = `(SELECT venue_id FROM events WHERE id = ${OTHER_EVENT})`

const the = (row: string): string => {
  const { table, where } = SHOWN_ROWS[row] ?? { table: '', where: '' }
  return `(SELECT id FROM ${table} WHERE ${where})`
}
const changed = (row: string, set: string): string => {
  const { table, where } = SHOWN_ROWS[row] ?? { table: '', where: '' }
  return `UPDATE ${table} SET ${set} WHERE ${where}`
}
/** Sets a column to the id of the shown row, or back to the id of another row. */
function linking(table: string, id: string, column: string, row: string): Omit<Race, 'change'> {
  const set = (to: string): string => `UPDATE ${table} SET ${column} = ${to} WHERE id = ${id}`
  const { table: to, where } = SHOWN_ROWS[row] ?? { table: '', where: '' }
  return {
    link: set(the(row)),
    unlink: set(`(SELECT id FROM ${to} WHERE NOT ${where} LIMIT 1)`),
  }
}

const caption = (row: string): string => changed(row, `caption = md5(random()::text)`)
const toPicture = linking('artworks', OTHER_ARTWORK, 'featured_image_id', 'picture of the artwork')
const toGallery = {
  link: `UPDATE venues SET gallery_id = ${the('gallery')} WHERE id = ${OTHER_VENUE}`,
  unlink: `UPDATE venues SET gallery_id = NULL WHERE id = ${OTHER_VENUE}`,
}
const toArtist = {
  link: `INSERT INTO artwork_artists SELECT ${OTHER_ARTWORK}, 50, max(id) FROM artists`,
  unlink: `DELETE FROM artwork_artists WHERE position = 50`,
}

const RACES: Readonly<Record<string, Race>> = {
  'the picture of an artwork': { ...toPicture, change: caption('picture of the artwork') },
  'a colour of its picture': {
    ...toPicture,
    change: changed('colour', `name = 'c' || md5(random()::text)`),
  },
  'the colours of its picture': {
    ...toPicture,
    change: `INSERT INTO artwork_image_colors
      SELECT ${the('picture of the artwork')}, max(position) + 1, ${the('colour')} FROM artwork_image_colors`,
  },
  'a colour that a picture gets': {
    change: changed('colour', `name = 'c' || md5(random()::text)`),
    link: `INSERT INTO artwork_image_colors
      SELECT featured_image_id, 60, ${the('colour')} FROM artworks WHERE id = ${OTHER_ARTWORK}`,
    unlink: `DELETE FROM artwork_image_colors WHERE position = 60`,
  },
  'the picture of an event': {
    ...linking('events', OTHER_EVENT, 'featured_image_id', 'picture of the event'),
    change: changed('picture of the event', `alt_text = md5(random()::text)`),
  },
  'the venue of an event': {
    ...linking('events', OTHER_EVENT, 'venue_id', 'venue'),
    change: changed('venue', `name = 'Hall ' || md5(random()::text)`),
  },
  'the category of an event': {
    ...linking('events', OTHER_EVENT, 'category_id', 'category of the event'),
    change: changed('category of the event', `name = 'Fair ' || md5(random()::text)`),
  },
  'the owner of a gallery': {
    ...linking('galleries', OTHER_GALLERY, 'owner_id', 'owner of the gallery'),
    change: changed('owner of the gallery', `username = 'u' || md5(random()::text)`),
  },
  'the picture of a gallery': {
    ...linking('galleries', OTHER_GALLERY, 'featured_image_id', 'picture of the gallery'),
    change: caption('picture of the gallery'),
  },
  'the picture of an artist': {
    change: caption('picture of the artist'),
    link: `UPDATE artists SET featured_image_id = ${the('picture of the artist')}`,
    unlink: `UPDATE artists SET featured_image_id = NULL
      WHERE id <> (SELECT min(artist_id) FROM artwork_artists WHERE position = 0)`,
  },
  'the picture of a venue': {
    ...linking('venues', OTHER_VENUE, 'featured_image_id', 'picture of the venue'),
    change: changed('picture of the venue', `alt_text = md5(random()::text)`),
  },
  'the artworks for sale of the gallery of a venue': {
    ...toGallery,
    change: `UPDATE artworks SET available_for_sale = CASE available_for_sale
      WHEN 'available' THEN 'sold' ELSE 'available' END WHERE gallery_id = ${the('gallery')}`,
  },
  'whether an artist has artworks': {
    ...toArtist,
    change: `UPDATE artworks SET is_active = NOT is_active WHERE id = ${OTHER_ARTWORK}`,
  },
}

beforeAll(async () => {
  await makeShownRows(test.db)
  await makeArtwork(test.db, { order_date: '2030-01-01T00:00:00Z' })
  await makeEvent(test.db, { start_time: '2030-01-01T00:00:00Z', end_time: '2030-01-02T00:00:00Z' })
  const own = ['artwork_images', 'event_images', 'venue_images', 'images', 'artists', 'users']
  for (const table of own) await MAKERS[table]?.(test.db)
})

const readAll = async (): Promise<void> => {
  for (const app of test.apps) {
    for (const list of LIST_NAMES) await send(app, { path: wholePage(list) })
  }
}

/** Both services send the current state of the database, in pages and in records. */
async function expectCurrent(): Promise<void> {
  for (const list of LIST_NAMES) {
    const { page, records } = await plainBodies(test.db, list)
    for (const app of test.apps) {
      expect((await send(app, { path: wholePage(list) })).text).toBe(page)
      for (const [id, text] of records) {
        expect((await send(app, { path: `${LISTS[list].path}${id}/` })).text).toBe(text)
      }
    }
  }
}

/** Starts both transactions, reads during each, and commits them in the same order. */
async function race(first: string, second: string): Promise<void> {
  const [one, two] = [await connectClient(test.url), await connectClient(test.url)]
  await one.query('BEGIN')
  await one.query(first)
  await two.query('BEGIN')
  const committed = two.query(second).then(() => two.query('COMMIT'))
  await untilLockWaitOrEnd(test.db, committed)
  await readAll()
  await one.query('COMMIT')
  await committed
  await readAll()
  await Promise.all([one.end(), two.end()])
}

describe.each(Object.entries(RACES))('%s', (_what, { change, link, unlink }) => {
  it.each([
    ['is changed while another record links it', change, link],
    ['is linked while it is changed', link, change],
  ])('%s', async (_order, first, second) => {
    await sql.raw(unlink).execute(test.db)
    await readAll()
    await race(first, second)
    await expectCurrent()
  })
})
