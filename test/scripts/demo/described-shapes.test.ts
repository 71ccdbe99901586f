import { beforeAll, describe, expect, it } from 'vitest'
import { dayMoment, timestamp } from '../../../scripts/demo/random.ts'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { document, type Schema } from '../../contract/document.ts'
import { API_URL, useService } from '../../support/app.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { readText } from '../../support/repository.ts'
import { sendUnvalidated } from '../../support/send.ts'

const test = useService()

/** The catalogue of the first start. */
beforeAll(() => loadDemoCatalogue(test.url, { artworks: 600, events: 120 }))

const SCHEMAS = document.components.schemas

/** The shapes that the demo does not show, and why. */
const NOT_SHOWN: readonly (readonly [RegExp, string])[] = [
  [/_currency "(?!USD|EUR|GBP|CAD|CHF)/, 'the demo has currencies of the same order of worth'],
  [/\.is_converted_to_webp true$/, 'each rendition is the same drawing'],
  [/^ArtworkCategory\.(?!collectors)/, 'the migrations enter the categories of artworks'],
  [/^(?:Tag|EventCategory)\.\w+ed_at a fraction$/, 'they were entered at the start of a day'],
  [/^Event\.(?:start|end|publish)_time a fraction$/, 'people plan in whole minutes'],
  [/^Event\.(?:artists|artworks|magazines|additional_images) not empty$/, 'reserved'],
  [/\.more_artworks empty$/, 'reserved: an object without properties'],
  [/Page\.results empty$/, 'no list of the demo is empty'],
  [/^ExchangeRates\./, 'the demo has rates, by which its prices are converted'],
]

interface Shape {
  readonly name: string
  /** Whether a schema or its description says that some values have it, and others not. */
  readonly of: (schema: Schema, description: string) => boolean
  readonly is: (value: unknown) => boolean
}

const SHAPES: readonly Shape[] = [
  {
    name: 'null',
    of: (schema) => isOf(schema, 'null') || schema.oneOf?.some((one) => isOf(one, 'null')) === true,
    is: (value) => value === null,
  },
  { name: 'true', of: (schema) => isOf(schema, 'boolean'), is: (value) => value === true },
  { name: 'empty', of: (schema) => isOf(schema, 'array'), is: (value) => String(value) === '' },
  { name: 'empty', of: (_, text) => /\bempty\b/i.test(text), is: (value) => String(value) === '' },
  { name: '0', of: (_, text) => /\b0 (?:if|when)\b/.test(text), is: (value) => value === 0 },
  {
    name: 'negative',
    of: (_, text) => text.includes('negative'),
    is: (value) => Number(value) < 0,
  },
  {
    name: 'a newline',
    of: (_, text) => text.includes('newline'),
    is: (value) => String(value).endsWith('\n'),
  },
  {
    name: 'a fraction',
    of: ({ format }) => format === 'date-time',
    is: (value) => /\.\d/.test(String(value)),
  },
]

function isOf({ type = [] }: Schema, name: string): boolean {
  return type === name || type.includes(name)
}

/** Each shape of a schema, and whether a value has it. */
function shapesOf(schema: Schema, value: unknown): [name: string, isFound: boolean][] {
  const { description = '', 'x-extensible-enum': words = [] } = schema
  const shapes = SHAPES.filter((shape) => shape.of(schema, description))
  return [
    ...words.map((word): [string, boolean] => [`"${word}"`, value === word]),
    ...shapes.map(({ name, is }): [string, boolean] => [name, is(value)]),
    ...shapes.map(({ name, is }): [string, boolean] => [
      `not ${name}`,
      value !== null && !is(value),
    ]),
  ]
}

/** The shapes of each property, and those that were found. */
const described = new Set<string>()
const found = new Set<string>()

/** Records the shapes of a value, by the names of the schemas and properties. */
function record(path: string, schema: Schema, value: unknown): void {
  const { $ref, oneOf = [], items, properties = {} } = schema
  if ($ref !== undefined) {
    const name = $ref.replace('#/components/schemas/', '')
    const target = SCHEMAS[name] ?? {}
    return record(target.properties === undefined ? path : name, target, value)
  }
  for (const [name, isFound] of shapesOf(schema, value)) {
    described.add(`${path} ${name}`)
    if (isFound) found.add(`${path} ${name}`)
  }
  if (value === null || value === undefined) return
  for (const each of oneOf) if (each.$ref !== undefined) record(path, each, value)
  if (items !== undefined && Array.isArray(value)) {
    for (const item of value) record(`${path}[]`, items, item)
  }
  for (const [key, each] of Object.entries(properties)) {
    record(`${path}.${key}`, each, (value as Record<string, unknown>)[key])
  }
}

const LISTS = {
  ...byState('/marketplace-artworks/', 'ArtworkPage'),
  '/marketplace-artworks/?is_active=false': 'ArtworkPage',
  ...byState('/events/', 'EventPage'),
  '/venues/?limit=4': 'VenuePage',
  '/event-categories/?limit=4': 'EventCategoryPage',
  '/artwork-categories/?limit=4': 'ArtworkCategoryPage',
  '/artists/': 'ArtistPage',
  '/galleries/?limit=4': 'GalleryPage',
  '/tags/': 'TagPage',
  '/exchange-rates/': 'ExchangeRates',
}

function byState(list: string, page: string): Record<string, string> {
  const states = ['published', 'draft', 'archived']
  return Object.fromEntries(states.map((state) => [`${list}?publish_status=${state}`, page]))
}

it('has each shape that a schema or its description names', async () => {
  const { key } = await makeApiKey(test.db, { scopes: ['admin'] })
  const headers = { authorization: `Bearer ${key}` }
  for (const [path, name] of Object.entries(LISTS)) {
    let next: unknown = path
    while (typeof next === 'string') {
      const page = (
        await sendUnvalidated(test.app, { path: next.replace(API_URL, ''), headers })
      ).json()
      record(name, { $ref: `#/components/schemas/${name}` }, page)
      next = page['next']
    }
  }
  const missing = [...described].filter((shape) => !found.has(shape))
  const isExcused = (shape: string) => NOT_SHOWN.some(([pattern]) => pattern.test(shape))
  const toDo = 'Let scripts/demo/ make a record with it, or say in NOT_SHOWN why not'
  expect(
    missing.filter((shape) => !isExcused(shape)),
    toDo,
  ).toEqual([])
  const unused = NOT_SHOWN.filter(([pattern]) => !missing.some((shape) => pattern.test(shape)))
  expect(unused).toEqual([])
})

describe('what documents find', () => {
  const count = async (path: string): Promise<number> => {
    const response = await sendUnvalidated(test.app, { url: `/api/v1${path}` })
    expect(response.status, path).toBe(200)
    return Number(response.json()['count'])
  }

  it('in the README is there', async () => {
    const [, path = '', shown] =
      /\/api\/v1(\/events\/\?\S+)'\n.*?"count": (\d+)/s.exec(readText('README.md')) ?? []
    expect(await count(path)).toBe(Number(shown))
  })

  it('in the guide is there', async () => {
    const [, section = ''] =
      /\n## Finding records\n(.*?)\n## /s.exec(readText('src/docs/guide/guide.md')) ?? []
    const paths = [...section.matchAll(/"\$API(\S+)" +# 200/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) expect(await count(path), path).toBeGreaterThan(0)
  })

  it('in a search for the fairs of the next month is there, for two years', async () => {
    const months = Array.from({ length: 24 }, (_, month) => 28 * month)
    const counts = await Promise.all(
      months.map((day) => {
        const [after, before] = [day, day + 28].map((each) => timestamp(dayMoment(each)))
        return count(`/events/?category=2&city=Paris&starts_after=${after}&starts_before=${before}`)
      }),
    )
    expect(months.filter((_, at) => counts[at] === 0)).toEqual([])
  })
})
