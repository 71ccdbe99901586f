import { Fragment, type VNode, type ComponentChildren } from 'preact'
import type { Listing, ListQuery } from './list-query.ts'
import type { NamedByFilter } from '../parts.ts'
import { collectionPath, type Site } from '../site.ts'
import { contract, resolve, type Schema } from '../../contract/document.ts'
import { FILTER_OPTIONS } from '../../lists/filters.ts'
import { countryName } from '../../venues/place.ts'
import { dateText, humanize, numberFormat, moneyText, monthText } from './formatting.tsx'

/** A visible character: a letter, number, punctuation or symbol, not a blank, mark or control character. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * A text from the data, isolated so that its direction does not affect the text around it (Unicode UAX 9). A blank at its end
 * would be underlined in a link, and stand before a comma.
 */
export function Isolated({ children }: { readonly children: string }): VNode {
  return <bdi>{withoutStrayEnds(children.trim())}</bdi>
}

/** The same where an element cannot isolate, as in a title; a text without directions stays as it is. */
export function isolatedText(padded: string): string {
  const text = padded.trim()
  if (!DIRECTED.test(text)) return text
  return `\u2068${withoutStrayEnds(text)}${ISOLATE_END}`
}

/** Bidirectional controls, and letters that are written from right to left. */
const DIRECTED = /[\p{Bidi_Control}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u

interface IsolatedListProps {
  readonly texts: readonly string[]
  readonly separator?: string
}

/** Isolated texts with a separator between them, by default a comma. */
export function IsolatedList({ texts, separator = ', ' }: IsolatedListProps): VNode {
  return (
    <>
      {texts.map((text, index) => (
        <Fragment key={index}>
          {index > 0 && separator}
          <Isolated>{text}</Isolated>
        </Fragment>
      ))}
    </>
  )
}

const ISOLATE_START = /[\u2066-\u2068]/

const ISOLATE_END = '\u2069'

/** Removes an unmatched POP DIRECTIONAL ISOLATE, which would end the isolate of the element. */
function withoutStrayEnds(text: string): string {
  if (!text.includes(ISOLATE_END)) return text
  let open = 0
  return Array.from(text, (character) => {
    if (ISOLATE_START.test(character)) open += 1
    if (character !== ISOLATE_END) return character
    if (open === 0) return ''
    open -= 1
    return character
  }).join('')
}

/**
 * A URL of this service without its host, so that a link stays on the host of the browser.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** The position of a page: `19–36 of 5,651`, or `1 of 1`. */
export function placeText({ count, results }: Listing, { offset }: ListQuery): string {
  if (count === 0) return 'None'
  if (results.length === 0) return `None of ${numberFormat.format(count)}`
  const [first, last] = [offset + 1, offset + results.length].map((at) => numberFormat.format(at))
  return `${first === last ? first : `${first}–${last}`} of ${numberFormat.format(count)}`
}

/**
 * The position of a page, and the filters of the request: `19–36 of 5,651, draft`.
 * @param except filters that stand elsewhere.
 */
export function rangeText(
  listing: Listing,
  query: ListQuery,
  except: readonly string[] = [],
): string {
  return `${placeText(listing, query)}${filtersText(filtersOf(query), query.named, except)}`
}

const MAX_NAMED = 8

/** The contents of a page, for a reader who sees only this text: `Tags, 1–18 of 90: abstract, landscape`. */
export function contentsText(
  title: string,
  records: readonly { readonly title?: string; readonly name?: string }[],
): string {
  const names = records.flatMap((record) => record.title ?? record.name ?? [])
  const first = names.slice(0, MAX_NAMED).map((name) => isolatedText(titleText(name)))
  return [title, first.join(', ')].filter(Boolean).join(': ')
}

/**
 * `, draft, category “Paintings”, price to €3,000`
 * @param except filters that stand elsewhere.
 */
export function filtersText(
  filters: ListQuery['given'],
  named: NamedByFilter,
  except: readonly string[] = [],
): string {
  return Object.keys(filters)
    .filter((name) => !isOption(name) && !except.includes(name))
    .map((name) => filterText(name, filters, named))
    .map((text) => text && `, ${text}`)
    .join('')
}

/** Whether a parameter only says how filters are meant: their words have it, and without one of them it limits nothing. */
export function isOption(name: string): boolean {
  return (FILTER_OPTIONS as readonly string[]).includes(name)
}

/** The value of a filter of a request, with its unit or its distance: `€3,000`, `80 cm`. */
export function filterValue(
  name: string,
  filters: ListQuery['given'],
  named: NamedByFilter,
): string {
  const value = namedValue(name, filters[name] ?? '', named)
  const { option, usual = '', text } = MEANT[bounded(name)] ?? {}
  return text === undefined ? value : text(value, filters[option ?? ''] ?? usual)
}

interface Meant {
  readonly option: (typeof FILTER_OPTIONS)[number]
  /** The option of a request without it; undefined if only a given one is shown. */
  readonly usual?: string
  readonly text: (value: string, option: string) => string
}

const inUnits: Meant = {
  option: 'units',
  usual: 'centimeter',
  text: (value, unit) => `${value} ${UNIT_SYMBOLS[unit] ?? unit}`,
}

/** By filters, or by the names of both ends of a range. */
const MEANT: Readonly<Record<string, Meant>> = {
  price: {
    option: 'currency',
    usual: 'EUR',
    text: (value, currency) => moneyText(Number(value), currency),
  },
  ...Object.fromEntries(
    parametersWith(({ $ref }) => $ref?.endsWith('/SizeBound') === true).map((name) => [
      bounded(name),
      inUnits,
    ]),
  ),
  color: {
    option: 'color_tolerance',
    text: (value, tolerance) => (tolerance === '' ? value : `${value}, tolerance ${tolerance}`),
  },
  near: {
    option: 'radius_km',
    usual: '50',
    text: (value, radius) => `within ${radius} km of ${value}`,
  },
}

/** What the ranges of a facet are in: ` (EUR)`; nothing for a facet without ranges of an option. */
export function rangesIn(facet: string, given: URLSearchParams): string {
  const { option, usual } = MEANT[facet] ?? {}
  if (option === undefined || usual === undefined) return ''
  const unit = given.get(option) ?? usual
  return ` (${UNIT_SYMBOLS[unit] ?? unit})`
}

/** The symbols of units; a view shows an unknown unit by its name. */
export const UNIT_SYMBOLS: Readonly<Record<string, string>> = { centimeter: 'cm', inch: 'in' }

const YES_OR_NO: Readonly<Record<string, string>> = { true: 'yes', false: 'no' }

/** Colours that readers name. */
export const COLORS: Readonly<Record<string, string>> = {
  '#b03a2e': 'red',
  '#d98032': 'orange',
  '#f0d838': 'yellow',
  '#3f8a48': 'green',
  '#3a5f9e': 'blue',
  '#a050a8': 'purple',
  '#d898a8': 'pink',
  '#8b5a2b': 'brown',
  '#e3d5b8': 'beige',
  '#1c1c1c': 'black',
  '#808080': 'grey',
  '#f2f0ec': 'white',
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  color: COLORS,
  when: { upcoming: 'coming', current: 'on now' },
  ...Object.fromEntries(
    parametersWith(({ type }) => type === 'boolean').map((name) => [name, YES_OR_NO]),
  ),
}

/** The names of the parameters of the contract with such a schema. */
function parametersWith(isSuch: (schema: Schema) => boolean): string[] {
  const parameters = Object.values(contract.components.parameters)
  return parameters.filter(({ schema }) => isSuch(schema)).map(({ name }) => name)
}

/** What a filter bounds: `width` of `width_min`. */
function bounded(name: string): string {
  return name.replace(/_m(?:in|ax)$/, '')
}

const DATE_FILTER = /_(?:after|before)$/

/** A day, or its beginning in UTC, as the months among the facets have it. */
const DAY = /^(\d{4}-\d\d-\d\d)(?:T00:00:00Z)?$/

/** The day that begins at a time: `2027-07-01`; undefined for any other time. */
export function dayOf(time: string): string | undefined {
  return DAY.exec(time)?.[1]
}

/** The value of a filter or a facet, for readers. */
export function valueText(name: string, value: string): string {
  if (name === 'country') return countryName(value) || value
  if (name === 'month') return monthText(value)
  if (name === 'price')
    return value.replaceAll(/[\d.]+/g, (bound) => numberFormat.format(Number(bound)))
  if (DATE_FILTER.test(name) && dayOf(value) !== undefined) return dateText(value)
  return WORDS[name]?.[value] ?? value
}

/** The parameters of the request that decide which records the list has. */
export function filtersOf({ given }: ListQuery): ListQuery['given'] {
  const { limit: _limit, offset: _offset, ordering: _ordering, format: _format, ...filters } = given
  return filters
}

/** The value of a filter, with the names of records in place of their ids. */
export function namedValue(
  name: string,
  value: string,
  { [name]: records }: NamedByFilter,
): string {
  if (records === undefined) return valueText(name, value)
  const nameOf = (id: string): string => {
    const record = records.find((each) => [id, Number(id)].includes(each.id))
    return record === undefined ? id : titleText(record.name)
  }
  return value.split(',').map(nameOf).join(', ')
}

/** What a filter says where a reader would not say its name: by its value in the address. */
const PHRASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  publish_status: { published: '' },
  is_active: { true: '', false: 'inactive' },
  allow_instant_buy: { true: 'to buy now', false: 'not to buy now' },
  has_image: { true: 'with a picture', false: 'without a picture' },
  is_featured: { true: 'featured', false: 'not featured' },
  is_online_only: { true: 'online only', false: 'not online only' },
}

/** Filters of which the value alone says enough. */
const SAID_BY_VALUE = new Set([
  'publish_status',
  'when',
  'near',
  'available_for_sale',
  'price_display',
])

const NUMBERS = new Set(
  parametersWith((schema) => /^(?:number|integer)$/.test(String(resolve(schema).type))),
)

/** Numbers, times and colours need no quotation marks. */
const isMeasured = (name: string): boolean =>
  NUMBERS.has(name) || DATE_FILTER.test(name) || name === 'color'

/** `category “Paintings”`, `price to €3,000`, `within 50 km of 48.9,2.4`; empty for what all see anyway. */
function filterText(name: string, filters: ListQuery['given'], named: NamedByFilter): string {
  const phrase = PHRASES[name]?.[filters[name] ?? '']
  if (phrase !== undefined) return phrase
  const value = isolatedText(filterValue(name, filters, named))
  if (SAID_BY_VALUE.has(name)) return value
  return `${filterName(name).toLowerCase()} ${isMeasured(name) ? value : `“${value}”`}`
}

const FILTER_NAMES: Readonly<Record<string, string>> = {
  q: 'Search',
  name: 'Name has',
  limit: 'Per page',
  ordering: 'Order',
  color: 'Colour',
  color_tolerance: 'Colour tolerance',
  radius_km: 'Radius in km',
  allow_instant_buy: 'Buy now',
  has_image: 'With a picture',
  is_featured: 'Featured',
  is_online_only: 'Online only',
}

/** The name of a filter or a facet, for readers: `Price from`. */
export function filterName(name: string): string {
  return FILTER_NAMES[name] ?? humanize(name.replace(/_min$/, '_from').replace(/_max$/, '_to'))
}

/** The title, or a placeholder for one without a visible character. */
export function titleText(title: string): string {
  return VISIBLE.test(title) ? title : 'Untitled'
}

interface WebLinkProps {
  readonly url: string
  readonly children: ComponentChildren
}

/** A link to a URL from the data; only http and https become links. */
export function WebLink({ url, children }: WebLinkProps): VNode {
  if (!/^https?:\/\//i.test(url)) return <span>{children}</span>
  return <a href={url}>{children}</a>
}

interface RecordLinkProps {
  readonly site: Site
  /** The collection of the record, as in its path. */
  readonly collection: string
  readonly record: { readonly id: number | string; readonly name: string }
}

/** The name of an embedded record, as a link to its own view. */
export function RecordLink({ site, collection, record: { id, name } }: RecordLinkProps): VNode {
  return (
    <a href={`${collectionPath(site, collection)}${id}/`}>
      <Isolated>{titleText(name)}</Isolated>
    </a>
  )
}

/** Text in which `code` stands between backticks, as in Markdown. */
export function MarkedUp({ children: text }: { readonly children: string }): VNode {
  const pieces: ComponentChildren[] = text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece))
  return <>{pieces}</>
}
