import type { VNode } from 'preact'
import { apiRoot, contract, defaultOf, resolve, type Parameter } from '../../contract/document.ts'
import { parametersOf } from '../../contract/parameters.ts'
import { FACETS } from '../../lists/facets.ts'
import {
  COLORS,
  dayOf,
  filterName,
  filtersOf,
  filterValue,
  isOption,
  Isolated,
  namedValue,
} from './text.tsx'
import type { NamedByFilter } from '../parts.ts'
import { listAddress, type ListQuery } from './list-query.ts'

interface ListFiltersProps {
  readonly url: URL
  readonly query: ListQuery
}

/** Filters that stand together, with the label of each: a single one has the title as its label. */
interface Group {
  readonly title: string
  /** By the names of parameters; the first one decides whether a list has the group. */
  readonly labels: Readonly<Record<string, string>>
}

/** A group of one filter, whose name is the title. */
const alone = (name: string): Group => ({ title: filterName(name), labels: { [name]: '' } })

const GROUPS: readonly Group[] = [
  { title: 'Words', labels: { q: '' } },
  alone('category'),
  // The events that are on in a period.
  { title: 'Event', labels: { ends_after: 'ends after', starts_before: 'starts before' } },
  { title: 'Price', labels: { price_min: 'from', price_max: 'to', currency: 'currency' } },
  {
    title: 'Size',
    labels: {
      width_min: 'width from',
      width_max: 'width to',
      height_min: 'height from',
      height_max: 'height to',
      units: 'in',
    },
  },
  { title: 'Year', labels: { year_min: 'from', year_max: 'to' } },
  { title: 'Colour', labels: { color: 'like', color_tolerance: 'tolerance' } },
  alone('medium'),
  alone('city'),
  { title: 'Near', labels: { near: 'latitude, longitude', radius_km: 'kilometres' } },
  alone('available_for_sale'),
  alone('price_display'),
  alone('allow_instant_buy'),
  alone('has_image'),
  alone('is_featured'),
  alone('is_online_only'),
]

/** Facets of both lists have all their values on a page of their own. */
const FACET_NAMES = [...new Set(Object.values(FACETS).flatMap(Object.keys))]

const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** A list without categories has no field for one. */
const groupsOf = ({ parameters, named }: ListQuery): readonly Group[] =>
  GROUPS.filter(({ labels }) => {
    const [name = ''] = Object.keys(labels)
    return parameters.has(name) && (name !== 'category' || named[name]?.length)
  })

/** The parameters of a list for which `ListFilters` has fields. */
export function filterFields(query: ListQuery): string[] {
  return groupsOf(query).flatMap(({ labels }) => Object.keys(labels))
}

/** The filters of the request that `ListFilters` shows, each with a link to the list without it. */
export function removableFilters(query: ListQuery): string[] {
  if (groupsOf(query).length === 0) return []
  return Object.keys(filtersOf(query)).filter((name) => !NO_FILTERS.has(name) && !isOption(name))
}

/**
 * The filters of a list as fields of its form, and links that take away each of those of the request. The fields are closed at
 * first, so that the records come soon on a narrow screen, too.
 */
export function ListFilters({ url, query }: ListFiltersProps): VNode | null {
  const { parameters, given, named } = query
  const groups = groupsOf(query)
  if (groups.length === 0) return null
  const offered = new Set(filterFields(query))
  const filters = removableFilters(query)
  const counts = facetsAddress(url, given)
  const chosenByCount = FACET_NAMES.filter(
    (name) =>
      parameters.has(name) &&
      // The counts can have more categories than the field.
      (name === 'category' || !offered.has(name)) &&
      !NO_FILTERS.has(name),
  )
  return (
    <>
      {filters.length > 0 && (
        <ul class="given">
          {filters.map((name) => (
            <li key={name}>
              {filterName(name)}: <Isolated>{filterValue(name, given, named)}</Isolated>{' '}
              <a
                class="on-screen"
                href={listAddress(url, without(given, name))}
                aria-label={`Remove ${filterName(name)}`}
              >
                Remove
              </a>
            </li>
          ))}
        </ul>
      )}
      <details class="filters">
        <summary>Filters</summary>
        {counts !== undefined && (
          <p>
            <a href={counts}>Choose a {anyOf.format(chosenByCount)}: counts for each filter</a>
          </p>
        )}
        <div class="controls">
          {groups.map((group) => (
            <FilterGroup key={group.title} query={query} group={group} />
          ))}
          <button>Show</button>
        </div>
      </details>
    </>
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

/** Filters that have links elsewhere on the page, and parameters that say which records of the sender, or which form of them. */
const NO_FILTERS = new Set([
  'q',
  'when',
  'format',
  'publish_status',
  'is_active',
  'external_id',
  'fields',
])

interface FilterGroupProps {
  readonly query: ListQuery
  readonly group: Group
}

function FilterGroup({
  query: { given, parameters, cities, named },
  group,
}: FilterGroupProps): VNode {
  const { title, labels } = group
  const fields = Object.entries(labels).map(([name, label]) => (
    <span key={name} class="field">
      <label for={`filter-${name}`}>{label || title}</label>
      <FilterInput
        parameter={parameters.get(name) as Parameter}
        value={given[name] ?? ''}
        offered={name === 'near' ? cities : NONE}
        named={named}
      />
    </span>
  ))
  if (fields.length === 1) return <div class="control">{fields}</div>
  return (
    <fieldset class="control">
      <legend>{title}</legend>
      {fields}
    </fieldset>
  )
}

interface FilterInputProps {
  readonly parameter: Parameter
  /** Empty without one. */
  readonly value: string
  /** Values that the browser offers while a reader types, by their names. */
  readonly offered: ReadonlyMap<string, string>
  readonly named: NamedByFilter
}

const NONE: FilterInputProps['offered'] = new Map()

function FilterInput({ parameter, value, offered, named }: FilterInputProps): VNode {
  const { name, example } = parameter
  const schema = resolve(parameter.schema)
  const { type, format, minimum, maximum, maxLength, pattern } = schema
  const common = { id: `filter-${name}`, name, value }
  const choices = choicesOf(name, schema, named)
  if (choices !== undefined) return <FilterSelect {...common} choices={choices} named={named} />
  if (type === 'number' || type === 'integer') {
    const usual = defaultOf(schema)
    return (
      <input
        {...common}
        type="number"
        min={minimum}
        max={maximum}
        step={type === 'number' ? 'any' : '1'}
        placeholder={usual === undefined ? undefined : String(usual)}
      />
    )
  }
  const day = value === '' ? '' : dayOf(value)
  if (format === 'date-or-time' && day !== undefined) {
    return <input {...common} value={day} type="date" min="1000-01-01" max="9999-12-31" />
  }
  const names = `${common.id}-names`
  return (
    <>
      <input
        {...common}
        type="text"
        maxLength={maxLength}
        // Browsers compile it with the flag `v`, with which that of a time is invalid.
        pattern={name === 'q' || format === 'date-or-time' ? undefined : pattern}
        placeholder={String(example)}
        title={`As in: ${String(example)}`}
        list={offered.size > 0 ? names : undefined}
      />
      {offered.size > 0 && (
        <datalist id={names}>
          {[...offered].map(([text, each]) => (
            <option key={text} value={each}>
              {text}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** The values of a parameter that has few, or few that readers name. */
function choicesOf(
  name: string,
  { enum: values, type }: Parameter['schema'],
  named: NamedByFilter,
): readonly string[] | undefined {
  if (name === 'color') return Object.keys(COLORS)
  if (type === 'boolean') return ['true', 'false']
  return (values ?? named[name]?.map(({ id }) => id))?.map(String)
}

interface FilterSelectProps {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly choices: readonly string[]
  readonly named: NamedByFilter
}

/** An option without a value in the request has the first one, which needs none. Any other filter then takes any value. */
function FilterSelect({ id, name, value, choices, named }: FilterSelectProps): VNode {
  const [usual, ...values] = isOption(name) ? choices : ['any', ...choices]
  const isOther = value !== '' && !choices.includes(value)
  return (
    <select id={id} name={name}>
      <option value="">{usual}</option>
      {(isOther ? [...values, value] : values).map((each) => (
        <option key={each} value={each} selected={each === value}>
          {namedValue(name, each, named)}
        </option>
      ))}
    </select>
  )
}

/** The parameters of the first page without a filter, and without the options that then say nothing. */
function without(given: ListQuery['given'], filter: string): ListQuery['given'] {
  // The first page has the time of its own request for `when`.
  const { [filter]: _, offset: __, at: ___, ...others } = given
  const group = Object.keys(GROUPS.find(({ labels }) => filter in labels)?.labels ?? {})
  if (group.some((name) => name in others && !isOption(name))) return others
  const kept = Object.entries(others).filter(([name]) => !group.includes(name))
  return Object.fromEntries(kept)
}
