import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { useFiles } from './support/files.ts'
import { importInto, type Imported } from './support/import-into.ts'

const test = useDatabase()
const files = useFiles()

const MUSEUMS = `"uid","title","event-location","lat","lon","wikidata_id","link","tags"
"m1","The National Gallery","National Gallery, London","51.5086","-0.1283","Q1","","London|art"
"m2","Museo Reina Sofía","","40.408889","-3.694444","Q2","","art|Madrid"
"m3","Moderna Museet","","59.32655","18.08383","Q3","","Stockholm|art"
"m4","Nowhere","","95","18","Q4","","art"
"m5","Prishtina","","42.66","21.16","Q5","",""
`

const HEADER = 'uid,dt-created,dt-modified,event-dt-begin,event-dt-end,event-location,title,link'

/** Uid, begin, end, location, title and link. */
const SHOWS: readonly (readonly string[])[] = [
  ['title', '2012-02-11', '2012-05-28 ', 'the national  GALLERY', 'A ', 'http://exämple.org/ü'],
  ['location', '2012-02-11', '2012-05-28', 'National Gallery, London', 'B', ''],
  ['dropped', '1874-04-15', '1874-05-15', 'Museo Reina Sofía, Madrid', 'C', 'ftp://x.org/'],
  ['elsewhere', '2012-02-11', '', 'Moderna Museet, Malmö', 'D', 'https://a.org/'],
  ['again', '2012-02-11', '2012-05-28', 'MODERNA Museet,  Malmö', '', ''],
  ['reversed', '2012-02-11', '2012-02-10', 'Albertina, Wien', 'E', ''],
  ['noday', '2012-02-30', '2012-05-28', 'Albertina, Wien', 'F', ''],
  ['nobegin', '', '2012-05-28', 'Albertina, Wien', 'G', ''],
  ['noplace', '2012-02-11', '2012-05-28', ' ', 'H', ''],
  ['quoted', '2012-02-11', '2012-05-28', 'Albertina, Wien', 'Tony Oursler "Phantasmagoria"', ''],
  ['early', '0999-02-11', '2012-05-28', 'Albertina, Wien', 'I', ''],
]

function row([uid, begin, end, location, title, link]: readonly string[]): string {
  const [created, modified] = ['2012-02-11 15:58:19 GMT', '2017-05-04 15:43:52 GMT']
  return [uid, created, modified, begin, end, location, title, link]
    .map((cell) => `"${cell}"`)
    .join(',')
}

interface StoredEvent {
  uid: string
  venue: string
  title: string
}

describe('import of exhibitions', () => {
  let imported: Imported
  let events: Record<string, StoredEvent>

  beforeAll(async () => {
    const file = files.write(['\uFEFF' + HEADER, ...SHOWS.map(row)].join('\r\n'))
    imported = await importInto(test.db, {
      kind: 'exhibitions',
      file,
      museumsFile: files.write(MUSEUMS),
    })
    events = await storedEvents()
  })

  async function storedEvents(): Promise<Record<string, StoredEvent>> {
    const { rows } = await sql<StoredEvent>`
      SELECT event_sources.external_id AS uid, venues.name AS venue, events.title, is_all_day_event,
        is_end_time_unknown, publish_status, external_url, address, events.city, events.country_code, events.latitude,
        events.longitude, username
      FROM event_sources JOIN events ON events.id = event_id JOIN venues ON venues.id = venue_id
        JOIN users ON users.id = author_id`.execute(test.db)
    return Object.fromEntries(rows.map((event) => [event.uid, event]))
  }

  it('counts museums and exhibitions apart', () => {
    expect(imported.counts).toEqual([
      { read: 5, imported: 4, unchanged: 0, rejected: 1 },
      { read: 2, imported: 2, unchanged: 0, rejected: 0 },
      { read: 11, imported: 6, unchanged: 0, rejected: 5 },
    ])
  })

  it('rejects with the line and the reason', () => {
    expect(imported.rejected).toEqual([
      { line: 5, externalId: 'm4', reason: 'lat is not a number of degrees from -90 to 90' },
      {
        line: 7,
        externalId: 'reversed',
        reason: 'event.end_time: It must not be before start_time.',
      },
      { line: 8, externalId: 'noday', reason: 'event-dt-begin is not a date such as 2012-02-11' },
      { line: 9, externalId: 'nobegin', reason: 'event-dt-begin is missing' },
      { line: 10, externalId: 'noplace', reason: 'event-location is missing' },
      {
        line: 12,
        externalId: 'early',
        reason: expect.stringMatching(/^event\.start_time: .* in the years 1000 to 9999/),
      },
    ])
  })

  it('assigns an exhibition to the museum to which its text refers', () => {
    expect(events['title']).toMatchObject({
      venue: 'The National Gallery',
      title: 'A',
      city: 'London',
      country_code: 'GB',
      latitude: '51.508600',
      longitude: '-0.128300',
      address: 'the national  GALLERY',
      external_url: 'http://xn--exmple-cua.org/%C3%BC',
      publish_status: 'published',
      is_all_day_event: true,
      is_end_time_unknown: false,
      username: 'lllist-eu',
    })
    expect(events['location']?.venue).toBe('The National Gallery')
    expect(events['dropped']).toMatchObject({ venue: 'Museo Reina Sofía', external_url: null })
  })

  it('makes one venue of a text that refers to no museum', async () => {
    expect(events['elsewhere']).toMatchObject({
      venue: 'Moderna Museet',
      city: 'Malmö',
      latitude: null,
      country_code: null,
    })
    const { rows } = await sql`SELECT name FROM venues WHERE latitude IS NULL`.execute(test.db)
    expect(rows).toHaveLength(2)
    expect(events['again']?.title).toBe('Untitled')
    expect(events['quoted']?.title).toBe('Tony Oursler "Phantasmagoria"')
  })

  it('lasts from the first moment of the first day to the last second of the last', async () => {
    const { rows } = await sql`
      SELECT event_sources.external_id AS uid, start_time = '2012-02-11T00:00:00Z' AS starts,
        end_time = '2012-05-28T23:59:59Z' AS ends, end_time = '2012-02-11T23:59:59Z' AS ends_at_once,
        is_end_time_unknown AS unknown
      FROM events JOIN event_sources ON event_id = id
      WHERE event_sources.external_id IN ('title', 'elsewhere') ORDER BY 1`.execute(test.db)
    const same = { starts: true }
    expect(rows).toEqual([
      { uid: 'elsewhere', ...same, ends: false, ends_at_once: true, unknown: true },
      { uid: 'title', ...same, ends: true, ends_at_once: false, unknown: false },
    ])
  })

  it('gives no country to coordinates in a place without an ISO code', async () => {
    const { rows } = await sql`
      SELECT country_code FROM venues WHERE name = 'Prishtina'`.execute(test.db)
    expect(rows).toEqual([{ country_code: null }])
  })
})
