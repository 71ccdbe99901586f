import type { VNode } from 'preact'
import { apiRoot, contract, resolve, type Parameter } from '../../contract/document.ts'
import { parametersOf } from '../../contract/parameters.ts'
import { FILTER_OPTIONS } from '../../lists/filters.ts'
import { humanize } from './formatting.tsx'
import { listAddress, type Listing, type ListQuery } from './list-query.ts'
import { filtersOf, Isolated, namedValue, valueText } from './text.tsx'

interface ListFiltersProps {
  readonly url: URL
  readonly query: ListQuery
}

interface AllFiltersProps extends ListFiltersProps {
  /** Of the page. */
  readonly records: Listing['results']
}

/**
 * Filters that have a form of their own, in which each field has a value: in a form of all, empty fields would be sent too, which
 * are invalid parameters. A script sends the forms that a reader has changed together.
 */
interface Group {
  readonly title: string
  /** Names of parameters; the first one decides whether a list has the group. */
  readonly parameters: readonly string[]
  /** What fills the parameters that the request does not have, except bounds. */
  readonly initial?: Readonly<Record<string, string>>
  readonly labels?: Readonly<Record<string, string>>
}

const FORMS: readonly Group[] = [
  // The events that are on in a period.
  { title: 'Dates', parameters: ['ends_after', 'starts_before'] },
  {
    title: 'Price',
    parameters: ['price_min', 'price_max', 'currency'],
    initial: { currency: 'EUR' },
  },
  {
    title: 'Width',
    parameters: ['width_min', 'width_max', 'units'],
    initial: { units: 'centimeter' },
  },
  {
    title: 'Height',
    parameters: ['height_min', 'height_max', 'units'],
    initial: { units: 'centimeter' },
  },
  { title: 'Year', parameters: ['year_min', 'year_max'] },
  {
    title: 'Colour',
    parameters: ['color', 'color_tolerance'],
    initial: { color: '#b03a2e', color_tolerance: '20' },
    labels: { color: 'like' },
  },
  { title: 'Medium', parameters: ['medium'] },
  { title: 'City', parameters: ['city'] },
  { title: 'Country', parameters: ['country'] },
  { title: 'Near', parameters: ['near', 'radius_km'], initial: { radius_km: '50' } },
]

/** Filters with few values, as links. */
const CHOICES = [
  'when',
  'available_for_sale',
  'price_display',
  'allow_instant_buy',
  'has_image',
  'is_featured',
  'is_online_only',
] as const

export const LABELS: Readonly<Record<string, string>> = {
  color: 'Colour',
  allow_instant_buy: 'Buy now',
  has_image: 'With a picture',
  is_featured: 'Featured',
  is_online_only: 'Online only',
  price_min: 'from',
  price_max: 'to',
  width_min: 'from',
  width_max: 'to',
  height_min: 'from',
  height_max: 'to',
  year_min: 'from',
  year_max: 'to',
  ends_after: 'from',
  starts_before: 'before',
  radius_km: 'kilometres',
  color_tolerance: 'tolerance',
  near: 'latitude, longitude',
}

/** The filters of a list, and links that take away each of those of the request. They work without a script. */
export function ListFilters({ url, query, records }: AllFiltersProps): VNode | null {
  const { parameters, given } = query
  const choices = CHOICES.filter((name) => parameters.has(name))
  const forms = FORMS.filter((group) => parameters.has(group.parameters[0] ?? ''))
  if (choices.length + forms.length === 0) return null
  const offered = new Set<string>([...choices, ...forms.flatMap((group) => group.parameters)])
  // Such as those to which the page of a tag leads.
  const others = Object.keys(filtersOf(query)).filter(
    (name) => !offered.has(name) && !NO_FILTERS.has(name) && !isOption(name),
  )
  const counts = facetsAddress(url, given)
  const isOpen = others.length > 0 || Object.keys(given).some((name) => offered.has(name))
  return (
    <details class="filters" open={isOpen}>
      <summary>Filters</summary>
      {others.map((name) => (
        <p key={name}>
          {LABELS[name] ?? humanize(name)}:{' '}
          <Isolated>{namedValue(name, given[name] ?? '', records)}</Isolated>{' '}
          <a href={listAddress(url, without(given, [name]))}>any</a>
        </p>
      ))}
      {counts !== undefined && (
        <p>
          <a href={counts}>Counts for each filter</a>
        </p>
      )}
      <div class="controls">
        {choices.map((name) => (
          <Choice key={name} url={url} query={query} name={name} />
        ))}
        {forms.map((group) => (
          <FilterForm key={group.title} url={url} query={query} group={group} />
        ))}
      </div>
    </details>
  )
}

/** The address of the facets of the list with the filters of the request; undefined for a list without facets. */
function facetsAddress(url: URL, given: ListQuery['given']): string | undefined {
  const path = url.pathname.slice(url.pathname.indexOf(apiRoot) + apiRoot.length)
  const facets = contract.paths[`${path}facets/`]?.['get']
  if (facets === undefined) return undefined
  const taken = parametersOf(facets, 'query')
  const filters = Object.entries(given).filter(([name]) => taken.has(name) && name !== 'format')
  const address = new URL(url)
  address.pathname += 'facets/'
  return listAddress(address, Object.fromEntries(filters))
}

/** Links to the list with each value, and without the filter. */
function Choice({ url, query, name }: ListFiltersProps & { readonly name: string }): VNode {
  const { given, parameters } = query
  const { enum: named = [true, false] } = resolve(parameters.get(name)?.schema ?? {})
  // The time of `when` is that of the request for the first page.
  const others = without(given, name === 'when' ? ['when', 'at'] : [name])
  const label = LABELS[name] ?? humanize(name)
  return (
    <div class="control choice" role="group" aria-label={label}>
      <span class="label">{label}</span>
      <FilterLink href={listAddress(url, others)} isCurrent={!(name in given)} text="any" />
      {named.map(String).map((value) => (
        <FilterLink
          key={value}
          href={listAddress(url, { ...others, [name]: value })}
          isCurrent={given[name] === value}
          text={valueText(name, value)}
        />
      ))}
    </div>
  )
}

/** The search, which has its field, and parameters that say which records of the sender, or which form of them. */
const NO_FILTERS = new Set(['q', 'format', 'publish_status', 'is_active', 'external_id', 'fields'])

interface FilterLinkProps {
  readonly href: string
  readonly isCurrent: boolean
  readonly text: string
}

function FilterLink({ href, isCurrent, text }: FilterLinkProps): VNode {
  return (
    <a href={href} aria-current={isCurrent ? 'true' : undefined}>
      {text}
    </a>
  )
}

function FilterForm({ url, query, group }: ListFiltersProps & { readonly group: Group }): VNode {
  const { given, parameters } = query
  const { title, initial = {}, labels = {} } = group
  // The unit of the width that the request has is that of the height, too: the form keeps it.
  const names = group.parameters.filter((name) => !isUsedBeside(group, name, given))
  const isSet = names.some((name) => name in given && !isOption(name))
  const valueOf = (name: string): string =>
    given[name] ?? initial[name] ?? extremeOf(parameters.get(name)) ?? ''
  return (
    <form action={url.pathname} class="control">
      {Object.entries(without(given, names)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset>
        {names.length > 1 && <legend>{title}</legend>}
        {names.map((name) => (
          <FilterInput
            key={name}
            id={`${title}-${name}`.toLowerCase()}
            name={name}
            label={names.length > 1 ? (labels[name] ?? LABELS[name] ?? humanize(name)) : title}
            parameter={parameters.get(name) as Parameter}
            value={valueOf(name)}
          />
        ))}
        <button>Show</button>
        {isSet && <a href={listAddress(url, without(given, names))}>Any</a>}
      </fieldset>
    </form>
  )
}

/** The bound that leaves out no value, so that a reader can enter the other one alone. A script shows it as an empty field. */
function extremeOf(parameter: Parameter | undefined): string | undefined {
  const { minimum, maximum } = resolve(parameter?.schema ?? {})
  return (parameter?.name.endsWith('_min') ? minimum : maximum)?.toString()
}

interface FilterInputProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly parameter: Parameter
  readonly value: string
}

function FilterInput({ id, name, label, parameter, value }: FilterInputProps): VNode {
  const schema = resolve(parameter.schema)
  const { enum: named, type, format, minimum, maximum, maxLength, pattern } = schema
  const common = { id, name, required: true }
  const isNumber = type === 'number' || type === 'integer'
  return (
    <span class="field">
      <label for={id}>{label}</label>
      {named !== undefined ? (
        <select id={id} name={name}>
          {named.map(String).map((each) => (
            <option key={each} value={each} selected={each === value}>
              {each}
            </option>
          ))}
        </select>
      ) : isNumber ? (
        <input
          {...common}
          type="number"
          min={minimum}
          max={maximum}
          step={type === 'number' ? 'any' : '1'}
          value={value}
        />
      ) : name === 'color' ? (
        <input {...common} type="color" value={value} />
      ) : format === 'date-or-time' && !value.includes(':') ? (
        <input {...common} type="date" min="1000-01-01" max="9999-12-31" value={value} />
      ) : (
        <input
          {...common}
          type="text"
          maxLength={maxLength}
          pattern={pattern}
          placeholder={String(parameter.example)}
          title={`As in: ${String(parameter.example)}`}
          value={value}
        />
      )}
    </span>
  )
}

/** Whether a filter of another group that the request has uses an option. */
function isUsedBeside(group: Group, option: string, given: ListQuery['given']): boolean {
  const beside = FORMS.filter((each) => each !== group && each.parameters.includes(option))
  return (
    isOption(option) &&
    beside.some(({ parameters }) => parameters.some((name) => name in given && !isOption(name)))
  )
}

function isOption(name: string): boolean {
  return (FILTER_OPTIONS as readonly string[]).includes(name)
}

/** The parameters of the first page without these. */
function without(given: ListQuery['given'], names: readonly string[]): ListQuery['given'] {
  const others = Object.entries(given).filter(
    ([name]) => name !== 'offset' && !names.includes(name),
  )
  return Object.fromEntries(others)
}
