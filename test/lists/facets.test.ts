import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { components } from '../../generated/v1.ts'
import { requireSet } from '../../src/contract/request-context.ts'
import { overloaded } from '../../src/limits/waiting-queue.ts'
import { FACETS, MAX_VALUES } from '../../src/lists/facets.ts'
import { FILTER_OPTIONS } from '../../src/lists/filters.ts'
import { COUNTED_LISTS, LISTS, type ListName } from '../../src/lists/list.ts'
import { LocalState } from '../../src/read-model/local-state.ts'
import { facetsOfList } from '../../src/read-model/facet-body.ts'
import type { Lists } from '../../src/read-model/reader.ts'
import { createFacetCounter } from '../../src/read-model/facet-counter.ts'
import { OF_TIME, type EventTime } from '../../src/pages/components/event-times.ts'
import {
  countFacets,
  facetPasses,
  facetsOf,
  MAX_COLORED,
  MAX_FOLDED,
} from '../../src/read-model/facet-queries.ts'
import { schedulerAt } from '../read-model/services.ts'
import { amount } from '../support/amount.ts'
import { testApp, URLS } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeNamed } from '../support/make-named.ts'
import { sendUntilServed, sendUnvalidated } from '../support/send.ts'
import { walkPages } from '../support/walk-pages.ts'
import { makeFilterable } from './filterable.ts'
import { filterTexts, passes, type FilterQuery, type Row, type Shown } from './shown-filters.ts'

// A value of a facet counts the records that the list with its parameters has. Together, the values have all records with the field.

type Schemas = components['schemas']
type Facets = Pick<Schemas['ArtworkFacets'], 'as_of' | 'count'> & {
  readonly facets: Readonly<Record<string, Schemas['Facet']>>
}

const test = useDatabase()
let app: FastifyInstance
/** The whole lists. */
const shown = {} as Record<ListName, readonly Shown[]>
const rowsOf = {} as Record<ListName, ReadonlyMap<number, Row>>

beforeAll(async () => {
  await makeFilterable(test.db)
  app = await testApp(test)
  for (const list of COUNTED_LISTS) {
    const stored: Row[] = await test.db.selectFrom(list).selectAll().execute()
    rowsOf[list] = new Map(stored.map((row) => [row.id, row]))
    const pages = await walkPages(
      (page) => get<{ next: string | null; results: Shown[] }>(page),
      `/api/v1${LISTS[list].path}?limit=100`,
    )
    shown[list] = pages.flatMap(({ results }) => results)
  }
})

afterAll(() => app?.close())

async function get<Body = { count: number }>(path: string): Promise<Body> {
  const { pathname, search } = new URL(path, 'https://api.example')
  // A busy machine counts in several requests: each goes on with what the one before has not counted.
  const response = await sendUntilServed(app, {
    path: `${pathname.replace(/^\/api\/v1/, '')}${search}`,
  })
  expect(response.status, response.text).toBe(200)
  return response.json() as unknown as Body
}

const request = (list: ListName, query: FilterQuery): Promise<Facets> =>
  get(`${LISTS[list].path}facets/?${new URLSearchParams(query).toString()}`)

/** Whether a record has a value for each facet, where not all have one. */
const HAS_VALUE: Readonly<
  Record<string, (record: Schemas['Artwork'] & Schemas['Event'], query: FilterQuery) => boolean>
> = {
  artist: ({ artists }) => artists.length > 0,
  tag: ({ tags }) => tags.length > 0,
  price: ({ price_eur, price_usd }, { currency }) =>
    (currency === 'USD' ? price_usd : price_eur) !== null,
  color: ({ featured_image }) => (featured_image as Schemas['ArtworkImage']).colors.length > 0,
  medium: ({ medium }) => (medium ?? '').trim() !== '',
  city: ({ city, gallery, venue }) => Boolean(city || (gallery ?? venue).city),
  year: ({ year_of_creation }) => year_of_creation !== null,
  height: ({ size_h }) => size_h !== null,
  width: ({ size_w }) => size_w !== null,
  country: ({ country, venue }) => (country || venue.country.code) !== '',
  month({ start_time }, { at = '' }) {
    const first = new Date(at).toISOString()
    const end = `${Number(first.slice(0, 4)) + 1}${first.slice(4, 7)}`
    return start_time >= first.slice(0, 7) && start_time < end
  },
}

function queries(list: ListName): fc.Arbitrary<FilterQuery> {
  const texts = Object.entries(filterTexts(list, [...rowsOf[list].keys()].slice(0, 40)))
  const filters = fc
    .subarray(
      texts.filter(([name]) => name !== 'at'),
      { maxLength: 4 },
    )
    .chain((some) =>
      fc.record(
        Object.fromEntries(some.map(([name, values]) => [name, fc.constantFrom(...values)])),
      ),
    )
  const options =
    list === 'events'
      ? fc.record({
          at: fc.constantFrom(
            '2024-03-05T10:00:00Z',
            '2023-05-01T01:30:00+02:00',
            '9999-11-01T00:00:00Z',
            '9999-12-31T23:59:59Z',
          ),
          radius_km: fc.constantFrom('200', '20000'),
        })
      : fc.record(
          {
            currency: fc.constantFrom('EUR', 'USD'),
            units: fc.constantFrom('centimeter', 'inch'),
            color_tolerance: fc.constantFrom('0', '60'),
          },
          { requiredKeys: [] },
        )
  return fc.tuple(filters, options).map(([chosen, others]) => ({ ...chosen, ...others }))
}

const passing = (list: ListName, query: FilterQuery): Shown[] =>
  shown[list].filter((record) => passes(list, record, query, rowsOf[list].get(record.id) as Row))

/**
 * The page of a list has links to the values of those facets that no filter of the request is about. Events of a time come in the
 * order of that time.
 */
async function expectOnPage(
  list: ListName,
  query: FilterQuery,
  { count, facets }: Facets,
): Promise<number> {
  const path = `/api/v1${LISTS[list].path}`
  const url = `${path}?${new URLSearchParams(query).toString()}`
  const link = /<a href="([^"]*)">[^/]*<\/bdi><\/a> <span class="faint">(\d+)</gsu
  const linksOfPage = async (): Promise<unknown[]> => {
    const { text } = await sendUnvalidated(app, { url, headers: { accept: 'text/html' } })
    const [, shownFacets = ''] = /<div class="facets">(.*?)<\/div>/su.exec(text) ?? []
    return [...shownFacets.matchAll(link)].map(([, href = '', records]) => [
      addressOf(`https://art.example${href.replaceAll('&amp;', '&')}`),
      Number(records),
    ])
  }
  const offered = Object.entries(facets).flatMap(([name, { values }]) => {
    const { replaces = [], values: declared } = FACETS[list][name] ?? {}
    const isFiltered = replaces.some((each) => each in query && !isOption(each))
    const isOfUse = values.some((value) => value.count < count)
    if (isFiltered || !isOfUse || count === 1) return []
    return 'cases' in (declared ?? {}) ? values : values.slice(0, 8)
  })
  // A busy service leaves them out.
  await expect.poll(linksOfPage, { message: url }).toEqual(
    offered.map((value) => {
      const address = addressOf(value.url)
      const time = 'when' in query ? undefined : (address['when'] as EventTime | undefined)
      return [{ ...address, ...(time && { ordering: OF_TIME[time].ordering }) }, value.count]
    }),
  )
  return offered.length
}

/** The path and the parameters of a URL. */
function addressOf(url: string): Record<string, string> {
  const { pathname: path, searchParams } = new URL(url)
  return { path, ...Object.fromEntries(searchParams) }
}

const isOption = (name: string): boolean => (FILTER_OPTIONS as readonly string[]).includes(name)

describe.each(COUNTED_LISTS)('the facets of %s', (list) => {
  it('count the records that pass the other filters', async () => {
    const counted = new Set<string>()
    let links = 0
    const expectFacets = async (query: FilterQuery): Promise<void> => {
      const answer = await request(list, query)
      const { count, facets } = answer
      expect(count).toBe(passing(list, query).length)
      expect(Object.keys(facets)).toEqual(Object.keys(FACETS[list]))
      for (const [name, { values, has_more }] of Object.entries(facets)) {
        const replaced = FACETS[list][name]?.replaces ?? []
        const others = Object.fromEntries(
          Object.entries(query).filter(([parameter]) => !replaced.includes(parameter)),
        )
        const found = new Set<number>()
        for (const { count: number, parameters, url } of values) {
          const own = Object.fromEntries(parameters.map((each) => [each.name, each.value]))
          expect(replaced).toEqual(expect.arrayContaining(Object.keys(own)))
          const records = passing(list, { ...others, ...own })
          expect(number, `${name} ${JSON.stringify({ ...others, ...own })}`).toBe(records.length)
          for (const { id } of records) found.add(id)
          const link = Object.fromEntries(new URL(url).searchParams)
          expect(link).toEqual({ ...others, ...own })
          counted.add(name)
        }
        const whole = passing(list, others).filter(
          (record) => HAS_VALUE[name]?.(record as never, query) ?? true,
        )
        expect(has_more).toBe(false)
        const toDo = `${name}: say in HAS_VALUE which records have a value`
        expect([...found].toSorted(byNumber), toDo).toEqual(
          whole.map(({ id }) => id).toSorted(byNumber),
        )
        expect(new Set(values.map(({ url }) => url)).size).toBe(values.length)
      }
      links += await expectOnPage(list, query, answer)
    }
    await fc.assert(fc.asyncProperty(queries(list), expectFacets), {
      numRuns: amount({ commit: 40, nightly: 100 }),
    })
    expect([...counted].toSorted()).toEqual(Object.keys(FACETS[list]).toSorted())
    expect(links).toBeGreaterThan(40)
  })

  it('have links to lists of as many records', async () => {
    const { facets } = await request(
      list,
      list === 'events' ? { when: 'past' } : { year_min: '1950' },
    )
    for (const { values } of Object.values(facets)) {
      for (const { count, url } of values)
        expect((await get(`${url}&limit=1`)).count, url).toBe(count)
    }
  })
})

it.each([
  ['price', 0.01],
  ['year', 1],
])('ranges of %s have no value in common, and leave none out', (name, step) => {
  const { values = { key: '' } } = FACETS.artworks[name] ?? {}
  const ranges = 'cases' in values ? values.cases({}) : []
  expect(ranges.length).toBeGreaterThan(5)
  for (const [at, { parameters }] of ranges.slice(1).entries()) {
    const end = Number(ranges[at]?.parameters[`${name}_max`])
    expect(Number(parameters[`${name}_min`]) - end).toBeCloseTo(step)
  }
})

it('a venue is named with its city, because several can have one name', async () => {
  const { facets } = await request('events', {})
  const labels = facets['venue']?.values.map(({ label }) => label)
  const named = facets['venue']?.values.map(({ parameters }) => {
    const [{ venue }] = passing('events', { venue: parameters[0]?.value ?? '' }) as never as [
      Schemas['Event'],
    ]
    return [venue.name, venue.city].filter(Boolean).join(', ')
  })
  expect(labels).toEqual(named)
  expect(labels?.join()).toContain(', ')
})

const byNumber = (a: number, b: number): number => a - b

describe('the page of a short list', () => {
  it('comes without facets while the database is busy, and with them afterwards', async () => {
    const { anonymous } = requireSet(app.readModel)
    const { countShortFacets } = anonymous
    const hasFacets = async (year: number): Promise<boolean> => {
      const url = `/api/v1/marketplace-artworks/?year_min=${year}`
      const response = await sendUnvalidated(app, { url, headers: { accept: 'text/html' } })
      expect(response.status).toBe(200)
      return response.text.includes('class="facets"')
    }
    const busy = [() => Promise.reject(overloaded()), () => new Promise<never>(() => {})]
    for (const [at, countBusy] of busy.entries()) {
      Object.assign(anonymous, { countShortFacets: countBusy })
      expect(await hasFacets(1900 + at)).toBe(false)
      Object.assign(anonymous, { countShortFacets })
      expect(await hasFacets(1900 + at)).toBe(true)
    }
  })
})

it.each(['', 'facets/'])('a page with facets words them for readers: %s', async (path) => {
  const url = `/api/v1/marketplace-artworks/${path}?year_min=1900&units=inch`
  const { text } = await sendUnvalidated(app, { url, headers: { accept: 'text/html' } })
  for (const heading of ['Price (EUR)', 'Height (in)', 'Width (in)'])
    expect(text).toContain(`<h2>${heading}</h2>`)
  expect(text).toContain('<bdi>yes</bdi>')
})

describe('counted facets', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are remembered for a minute, and say of when they are', async () => {
    const now = new Date('2029-12-31T10:00:30Z')
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now })
    // Nothing that the tests above have counted is remembered.
    vi.advanceTimersByTime(24 * 60 * 60_000)
    const query = { available_for_sale: 'reserved' }
    const first = await request('artworks', query)
    expect(first.as_of).toBe('2030-01-01T10:00:30Z')
    await sql`UPDATE artworks SET available_for_sale = 'reserved' WHERE is_public`.execute(test.db)
    vi.advanceTimersByTime(59_000)
    expect(await request('artworks', query)).toEqual(first)
    // The clock may be set back meanwhile.
    vi.setSystemTime('2030-01-01T09:00:00Z')
    vi.advanceTimersByTime(2_000)
    const { as_of, count } = await request('artworks', query)
    expect({ as_of, count }).toEqual({
      as_of: '2030-01-01T09:00:02Z',
      count: shown.artworks.length,
    })
  })

  it('see the events of a period from the beginning of the minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-05T10:00:30Z') })
    const { count, facets } = await request('events', { when: 'current' })
    const at = '2024-03-05T10:00:00Z'
    expect(count).toBe(passing('events', { when: 'current', at }).length)
    const { url = '' } = facets['category']?.values[0] ?? {}
    expect(new URL(url).searchParams.get('at')).toBe(at)
  })

  it('are counted once for equal filters', async () => {
    const scheduler = schedulerAt(test.url, new LocalState())
    const { countFacets: count } = createFacetCounter(scheduler)
    const query = { category: '1', gallery: '2' }
    const [one, two] = await Promise.all([count('artworks', query), count('artworks', query)])
    expect(two.facets).toEqual(one.facets)
    const statements = scheduler.enqueued()
    // Each request is charged for the statements that it has begun.
    const alone = await createFacetCounter(scheduler).countFacets('artworks', query)
    expect(one.members + two.members).toBe(alone.members)
    expect(scheduler.enqueued()).toBe(2 * statements)
    expect((await count('artworks', query)).members).toBe(0)
    // The facet of the category does not apply the filter of the category, nor does the size of the table.
    await count('artworks', { ...query, category: '2' })
    expect(scheduler.enqueued()).toBe(3 * statements - 2)
    await scheduler.close()
  })

  it('are counted for two seconds, and the next request goes on', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const scheduler = schedulerAt(test.url, new LocalState())
    const { countFacets: count } = createFacetCounter({
      ...scheduler,
      enqueue(read) {
        const statements: typeof read.statements = (state) => {
          const sent = read.statements(state)
          vi.advanceTimersByTime(1_500)
          return sent
        }
        scheduler.enqueue({ ...read, statements })
      },
    })
    const tooLong = { code: 'service_unavailable' }
    await expect(count('artworks', {})).rejects.toMatchObject(tooLong)
    expect(scheduler.enqueued()).toBe(2)
    await expect(count('artworks', {})).rejects.toMatchObject(tooLong)
    expect(scheduler.enqueued()).toBe(4)
    await scheduler.close()
  })

  it.each([
    ['for a request that mostly waits for others', 0, 1_500],
    ['after two seconds of its own work', 1_500, 0],
  ])('charge %s', async (_when, working, waiting) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const scheduler = schedulerAt(test.url, new LocalState())
    const counter = createFacetCounter({
      ...scheduler,
      enqueue(read) {
        vi.advanceTimersByTime(waiting)
        const statements: typeof read.statements = (state) => {
          const sent = read.statements(state)
          vi.advanceTimersByTime(working)
          return sent
        }
        scheduler.enqueue({ ...read, statements })
      },
    })
    const charged: number[] = []
    const charge = (requests: number) => charged.push(requests)
    const lists = counter as unknown as Lists
    const counted = facetsOfList(
      'artworks',
      { query: {}, given: {} },
      { lists, urls: URLS, charge },
    )
    await expect(counted).rejects.toThrow()
    expect(charged).toEqual([working === 0 ? 0 : 100])
    await scheduler.close()
  })
})

describe('a facet with many values', () => {
  it('has the most frequent ones', async () => {
    const artwork = shown.artworks[0]?.id
    for (let id = 101; id < 101 + MAX_VALUES; id += 1) {
      await makeNamed(test.db, 'tags', { id })
      await sql`INSERT INTO artwork_tags (artwork_id, tag_id) VALUES (${artwork}, ${id})`.execute(
        test.db,
      )
    }
    const { facets } = await request('artworks', { updated_after: '2000-01-01T00:00:00Z' })
    const { values = [], has_more } = facets['tag'] ?? {}
    expect(values).toHaveLength(MAX_VALUES)
    expect(has_more).toBe(true)
    const counts = values.map(({ count }) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(counts[0]).toBeGreaterThan(1)
  })
})

describe('a facet', () => {
  const published = sql`artworks WHERE is_public`

  it.each([
    ['color', 'many records', MAX_COLORED, sql`SELECT count(*) AS most FROM ${published}`],
    [
      'medium',
      'many or long texts',
      MAX_FOLDED,
      sql`SELECT sum(splitting(medium)) AS most
        FROM (SELECT DISTINCT medium FROM ${published} AND length(medium) <= 200) AS texts`,
    ],
  ])('of %s is not counted for too %s', async (name, _what, max, selected) => {
    const pass = facetPasses('artworks', {}).find((each) =>
      each.facets.some((facet) => facet.name === name),
    )
    if (pass === undefined) throw new Error('Each facet has a pass')
    const { text } = countFacets(pass)
    const counted = async (most: number) => {
      const limited = text
        .replaceAll(String(max), String(most))
        .replaceAll(String(max + 1), String(most + 1))
      const { rows } = await sql.raw<Record<string, string | null>>(limited).execute(test.db)
      return facetsOf(
        pass,
        rows.map((row) => Object.values(row)),
      ).get(name)
    }
    const { rows } = await sql<{ most: string }>`${selected}`.execute(test.db)
    const most = Number(rows[0]?.most)
    expect((await counted(most))?.values).not.toEqual([])
    expect(await counted(most - 1)).toEqual({ values: [], hasMore: true })
  })
})
