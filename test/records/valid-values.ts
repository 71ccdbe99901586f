import fc from 'fast-check'
import { REFERENCES, resolve, type Schema } from '../contract/document.ts'
import { anyString, visibleText, webUrl } from './texts.ts'
import { nextNumber } from '../support/sequence.ts'

type Body = Readonly<Record<string, unknown>>
type BodyArbitrary = fc.Arbitrary<Body>

/** Ids and names of existing records to which a body can refer. */
export interface References {
  readonly ids: Readonly<Record<string, readonly number[]>>
  readonly usernames: readonly string[]
}

/** Any value that is valid by a schema. */
export function validValue(node: Schema): fc.Arbitrary<unknown> {
  const schema = resolve<Schema>(node)
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map(validValue))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = [schema.type].flat().map((type) => ofType(schema, type))
  // Values say more than null.
  return fc.oneof(...types.map((arbitrary, at) => ({ arbitrary, weight: at === 0 ? 4 : 1 })))
}

function ofType(schema: Schema, type: string | undefined): fc.Arbitrary<unknown> {
  const { minimum: min = 0, maximum: max = 0 } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min, max })
    case 'number':
      if (schema['x-maximum-decimals'] === undefined) {
        return fc.double({ min, max, noNaN: true })
      }
      return fc.integer({ min: min * 100, max: Math.round(max * 100) }).map((cents) => cents / 100)
    case 'string':
      return validText(schema)
    case 'object':
      return fc.record(Object.fromEntries(namedValues(schema)))
    default:
      throw new Error(`Extend validValue for ${JSON.stringify(schema)}`)
  }
}

function validText(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern = '', maxLength = Infinity } = schema
  if (format === 'uri') return webUrl
  if (schema['x-visible'] === true) return visibleText
  const syntax = new RegExp(pattern, 'u')
  const texts = syntax.test('Ærø "b"\r\n静物 🎨') ? anyString : fc.stringMatching(syntax)
  return texts.filter((text) => syntax.test(text) && Array.from(text).length <= maxLength)
}

function namedValues({ properties = {} }: Schema): [string, fc.Arbitrary<unknown>][] {
  return Object.entries(properties).map(([name, schema]) => [name, validValue(schema)])
}

const amounts = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100)
const NO_AMOUNTS = { price: null, min_price: null, max_price: null }

/** A price as a number, as a range, or none; each with the fields that it needs or rules out. */
export const prices: BodyArbitrary = fc.oneof(
  fc.constant({ ...NO_AMOUNTS, price_display: 'price on request' }),
  amounts.map((price) => ({ ...NO_AMOUNTS, price_display: 'show price', price })),
  fc.tuple(amounts, amounts).map(([one, other]) => ({
    price_display: 'price range',
    price: null,
    min_price: Math.min(one, other),
    max_price: Math.max(one, other),
  })),
)

export const automatedOffers: BodyArbitrary = fc
  .option(
    fc.record({ rate: fc.integer({ min: 1, max: 100 }), days: fc.integer({ min: 1, max: 3650 }) }),
  )
  .map((offer) => ({
    automated_offers: offer !== null,
    automated_offers_discount_rate: offer?.rate ?? null,
    automated_offer_days_valid: offer?.days ?? null,
  }))

const periods = fc.integer({ min: 0, max: 9 }).map((days) => ({
  start_time: '2026-03-14T09:00:00Z',
  end_time: `2026-03-2${days}T09:00:00Z`,
}))

/** Fields whose values depend on each other (contract, response `UnprocessableContent`). */
const GROUPS: readonly (readonly [names: readonly string[], BodyArbitrary])[] = [
  [['price_display', 'price', 'min_price', 'max_price'], prices],
  [
    ['automated_offers', 'automated_offers_discount_rate', 'automated_offer_days_valid'],
    automatedOffers,
  ],
  [['start_time', 'end_time'], periods],
]

/** Values that the service checks beyond the schema. Names are unique, and end with a letter, so that slugs differ. */
function checkedValues({
  ids,
  usernames,
}: References): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const referring = REFERENCES.map(({ field, isMany, to }): [string, fc.Arbitrary<unknown>] => {
    const known = [...(ids[to.table] ?? [])]
    if (isMany) return [field, fc.shuffledSubarray(known)]
    return [field, known.length === 0 ? fc.constant(null) : fc.constantFrom(...known)]
  })
  return {
    ...Object.fromEntries(referring),
    name: visibleText.map((text) => `${text}${nextNumber()}n`),
    owner: fc.constantFrom(...usernames),
    country: fc.constantFrom('', 'DK', 'FR', 'TW'),
    // Any state can become published.
    publish_status: fc.constant('published'),
    price_currency: fc.constantFrom('EUR', 'USD'),
  }
}

/**
 * A valid body for a schema, in parts that can be sent alone: single fields, and groups that depend on each other.
 * @param category ids of the categories to which the kind refers; empty if it refers to none.
 */
export function validParts(
  { properties = {} }: Schema,
  references: References,
  category: readonly number[],
): BodyArbitrary[] {
  const names = Object.keys(properties)
  const groups = GROUPS.filter(([[first = '']]) => names.includes(first))
  const grouped = new Set(groups.flatMap(([members]) => members))
  const checked = {
    ...checkedValues(references),
    category: category.length === 0 ? fc.constant(0) : fc.constantFrom(...category),
  }
  const single = names
    .filter((name) => !grouped.has(name))
    .map((name): BodyArbitrary => {
      const values = Object.hasOwn(checked, name)
        ? checked[name as keyof typeof checked]
        : validValue(properties[name] ?? {})
      return values.map((value) => ({ [name]: value }))
    })
  return [...groups.map(([, bodies]) => bodies), ...single]
}
