import { beforeAll, describe, expect, it } from 'vitest'
import type { NamedTable } from '../../src/database/tables.ts'
import {
  collectionOf,
  COUNTED_LISTS,
  filtersOfList,
  LISTS,
  NESTED_LISTS,
} from '../../src/lists/list.ts'
import { makeFilterable } from '../lists/filterable.ts'
import { useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtworkCategory } from '../support/make-categories.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { makeVenue } from '../support/make-venue.ts'
import { sendUnvalidated } from '../support/send.ts'
import { withoutTimers } from '../support/without-timers.ts'
import { tagsOf, textOf } from './html.ts'

// The addresses of lists have ids, their pages the names of these records, whether the list has any record or none.

const test = useService()

beforeAll(() => makeFilterable(test.db))

async function htmlOf(path: string): Promise<string> {
  const { status, text } = await sendUnvalidated(test.app, {
    url: `/api/v1${path}`,
    headers: { accept: 'text/html' },
  })
  expect(status, path).toBe(200)
  return text
}

const NAMED = [
  ...COUNTED_LISTS.flatMap((list) =>
    Object.entries(filtersOfList(list)).flatMap(([filter, declared]) =>
      'names' in declared && declared.names !== undefined
        ? ['', 'sparse/'].map((part) => [
            `${LISTS[list].path}${part}`,
            filter,
            collectionOf(declared.names as NamedTable),
          ])
        : [],
    ),
  ),
  ['/artists/1/marketplace-artworks/', 'tag', 'tags'],
] as [list: string, filter: string, collection: string][]

const nameOf = async (collection: string, id: number): Promise<string> => {
  const { name } = await test.get(`/${collection}/${id}/`)
  return String(name)
}

describe.each(NAMED)('%s by %s', (list, filter, collection) => {
  it.each(['', '&city=Nowhere', '&offset=900'])('has names, with %s', async (others) => {
    const [first, second] = [await nameOf(collection, 1), await nameOf(collection, 2)]
    const html = await htmlOf(`${list}?${filter}=1,99,2,9999999999${others}`)
    const names = `${first}, 99, ${second}, 9999999999`
    const [, title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? []
    expect(textOf(title)).toContain(`${filter} “${names}”`)
    const [, chips = ''] = /<ul class="given">(.*?)<\/ul>/s.exec(html) ?? []
    expect(textOf(chips).toLowerCase()).toContain(`${filter}: ${names} remove`.toLowerCase())
  })
})

it.each(Object.values(NESTED_LISTS))(
  '$path has the name of its record',
  async ({ path, parent }) => {
    const name = await nameOf(parent.replaceAll('_', '-'), 2)
    const list = path.replace('{id}', '2')
    for (const query of ['', '?city=Nowhere', '?offset=900']) {
      const html = await htmlOf(`${list}${query}`)
      const [, title = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? []
      const [, heading = ''] = /<h1>(.*?)<\/h1>/s.exec(html) ?? []
      for (const text of [title, heading]) expect(textOf(text), query).toContain(`: ${name}`)
      const [, crumbs = ''] = /<nav class="crumbs".*?>(.*?)<\/nav>/s.exec(html) ?? []
      const crumb = tagsOf(crumbs).filter(({ attributes: { href } }) => href?.endsWith('/2/'))
      expect(crumb).toHaveLength(1)
      expect(textOf(crumbs)).toContain(name)
    }
  },
)

it('a name or a value from right to left does not change the direction of the rest of a title', async () => {
  const { id } = await makeVenue(test.db, { id: 990, name: 'ثعبان' })
  const html = await htmlOf(`/venues/${id}/events/?city=${encodeURIComponent('باريس')}`)
  const title = 'Events: \u2068ثعبان\u2069, city “\u2068باريس\u2069”'
  expect(html).toContain(`<meta property="og:title" content="${title}"/>`)
  expect(html).toContain(`<meta name="description" content="${title}, none"/>`)
})

it.each([
  ['/marketplace-artworks/', 'artwork_categories', 'artwork-categories'],
  ['/events/', 'event_categories', 'event-categories'],
  ['/venues/1/events/', 'event_categories', 'event-categories'],
] as const)('%s offers its categories by name', async (list, table, collection) => {
  const offered = async (query = '') => {
    const html = await htmlOf(`${list}?city=Nowhere${query}`)
    const [select = ''] = /<select id="filter-category".*?<\/select>/s.exec(html) ?? []
    const options = select.match(/<option[^>]*>[^<]*/g) ?? []
    return options.map((option) => {
      const { value = '', selected } = tagsOf(option)[0]?.attributes ?? {}
      return [value, textOf(option), selected !== undefined]
    })
  }
  const name = `A ${collection} that comes first`
  const { results } = await test.get(`/${collection}/?ordering=name`)
  const all = (results as { id: number; name: string }[]).map((each) => [
    String(each.id),
    each.name,
    each.id === 2,
  ])
  expect(all.length).toBeGreaterThan(2)
  expect(await offered('&category=2')).toEqual([['', 'any', false], ...all])
  const names = `${await nameOf(collection, 2)}, ${await nameOf(collection, 1)}`
  expect(await offered('&category=2,1')).toContainEqual(['2,1', names, true])
  await test.db.updateTable(table).set({ name }).where('id', '=', 1).execute()
  expect((await offered())[1]).toEqual(['1', name, false])
})

it.each([
  ['/marketplace-artworks/', 'artwork-categories'],
  ['/galleries/1/marketplace-artworks/', 'artwork-categories'],
  ['/events/', 'event-categories'],
] as const)('%s leads from the name of a category to its records', async (list, collection) => {
  const name = await nameOf(collection, 2)
  for (const search of [name, name.slice(0, -1).toUpperCase()]) {
    const query = new URLSearchParams({ q: search, city: 'Nowhere' }).toString()
    const [, matches = ''] =
      /<p class="matches">(.*?)<\/p>/s.exec(await htmlOf(`${list}?${query}`)) ?? []
    const [link] = tagsOf(matches)
    expect(link?.attributes['href']).toBe(`/api/v1${list}?category=2&city=Nowhere`)
    expect(textOf(matches)).toContain(`Category: ${name}`)
  }
})

it('a list offers the first categories by name where there are many', async () => {
  const numbers = Array.from({ length: 30 }, (_, at) => String(at + 10))
  for (const name of numbers.toReversed()) await makeArtworkCategory(test.db, { name })
  const html = await htmlOf('/marketplace-artworks/?city=Nowhere')
  const [select = ''] = /<select id="filter-category".*?<\/select>/s.exec(html) ?? []
  const options = Array.from(select.matchAll(/<option[^>]*>([^<]*)/g), ([, text]) => text)
  expect(options).toEqual(['any', ...numbers.slice(0, 24)])
  expect(html).toContain('Choose a category, artist')
})

it('counts have the names of their filters', async () => {
  const category = await nameOf('event-categories', 1)
  const venue = await nameOf('venues', 2)
  const text = textOf(await htmlOf('/events/facets/?category=1,99&city=Nowhere&venue=2'))
  expect(text).toContain(`0 events, category “${category}, 99”, city “Nowhere”, venue “${venue}”`)
})

describe('a search that finds nothing leads to the records with such a name', () => {
  const id = 901

  /** The page leaves the names out when they take long, as they do on a busy machine. */
  const htmlInTime = (address: string): Promise<string> => withoutTimers(() => htmlOf(address))

  beforeAll(async () => {
    const name = 'Ottilie Frydenlund'
    await makeArtist(test.db, { id, name })
    await makeGallery(test.db, { id, name: `Galerie ${name}` })
    await makeTag(test.db, { id, name: 'frydenlund-blue-quarry' })
    await makeVenue(test.db, { id, name: 'Haus Frydenlund', city: 'Ørsta' })
  })

  it.each([
    ['/marketplace-artworks/', 'frydenlund', ['artists', 'galleries', 'tags']],
    ['/marketplace-artworks/', 'Frydenlund OTTI', ['artists', 'galleries']],
    // A letter is forgiven, as in artworks.
    ['/marketplace-artworks/', 'otilie frydenlund', ['artists', 'galleries']],
    ['/marketplace-artworks/', '"frydenlund ottilie"', []],
    ['/marketplace-artworks/', 'frydenlund nowhere', []],
    ['/marketplace-artworks/', '!', []],
    // Titles have this word.
    ['/marketplace-artworks/', 'quarry', []],
    ['/marketplace-artworks/sparse/', 'fridenlund blue', ['tags']],
    ['/artists/1/marketplace-artworks/', 'frydenlund', ['artists', 'galleries', 'tags']],
    ['/events/', 'frydenlun', ['venues']],
    ['/events/', 'orsta', ['venues']],
    ['/venues/1/events/', 'frydenlund', ['venues']],
  ])('%s?q=%s: %s', async (list, search, collections) => {
    const html = await htmlInTime(`${list}?${new URLSearchParams({ q: search }).toString()}`)
    const [, matches = ''] = /<p class="matches">(.*?)<\/p>/s.exec(html) ?? []
    const records = tagsOf(matches).flatMap(
      ({ attributes: { href = '' } }) => href.match(/\/\w+\/\d+\/$/) ?? [],
    )
    expect(records).toEqual(collections.map((name) => `/${name}/${id}/`))
  })

  it.each([
    ['artists', '/marketplace-artworks/', makeArtist],
    ['galleries', '/marketplace-artworks/', makeGallery],
    ['tags', '/marketplace-artworks/', makeTag],
    ['venues', '/events/', makeVenue],
  ] as const)('on the first page after a name is new: %s', async (collection, list, make) => {
    const address = `${list}?q=Skovgaard`
    const link = `/${collection}/${id + 1}/`
    // As often as the response cache wants.
    for (let request = 0; request < 4; request += 1)
      expect(await htmlInTime(address)).not.toContain(link)
    await make(test.db, { id: id + 1, name: 'Skovgaard' })
    expect(await htmlInTime(address)).toContain(link)
  })
})

it('a renamed record has its new name on the next page', async () => {
  const address = '/marketplace-artworks/?artist=3&city=Nowhere'
  for (const name of ['Before', 'After', 'Later']) {
    await test.db.updateTable('artists').set({ name }).where('id', '=', 3).execute()
    expect(textOf(await htmlOf(address))).toContain(`Artist: ${name} Remove`)
    expect(textOf(await htmlOf(address))).toContain(`Artist: ${name} Remove`)
  }
})
