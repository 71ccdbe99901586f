import type { components } from '../../generated/v1.ts'
import { apiRoot } from '../contract/document.ts'
import type { Urls } from '../contract/operation-types.ts'
import { FACETS } from '../lists/facets.ts'
import { LISTS, timeOfRequest, type ListName, type ListRequest } from '../lists/list.ts'
import { utcSeconds, utcTimestamp } from '../request-body/timestamp.ts'
import { latin1Texts, PrerenderedBody, toLatin1 } from '../response-body.ts'
import type { CountedFacets } from './facet-counter.ts'
import type { Sources } from './responses.ts'
import { charged, RECORDS_PER_REQUEST } from '../lists/scanned-page.ts'

type Facet = components['schemas']['Facet']

interface FacetsOfList {
  as_of: string
  count: number
  facets: Record<string, Facet>
}

interface Request extends Pick<ListRequest, 'given'> {
  readonly query: Readonly<Record<string, unknown>>
}

/**
 * The facets of a list for the filters of a request. Charges one request more for each 10,000 records that all statements read.
 * @throws 503 if counting takes too long, which charges 100, or if scans of others do.
 */
export async function facetsOfList(
  list: ListName,
  sent: Request,
  { lists, urls, charge }: Sources,
): Promise<FacetsOfList> {
  const { query, given } = atMinute(sent)
  const counted = await charged(lists.countFacets(list, query), charge, RECORDS_PER_REQUEST.facets)
  return {
    as_of: utcSeconds(counted.asOf),
    count: counted.count,
    facets: shownFacets(list, counted.facets, { given, urls }),
  }
}

interface Address {
  /** The query parameters of the request. */
  readonly given: Readonly<Record<string, string>>
  readonly urls: Urls
}

/** Facets of the contract. The addresses of their values keep the other parameters of the request. */
function shownFacets(
  list: ListName,
  facets: CountedFacets['facets'],
  { given, urls }: Address,
): Record<string, Facet> {
  const listUrl = `${urls.public}${apiRoot}${LISTS[list].path}`
  const shown = Object.entries(facets).map(([name, { values, hasMore }]) => {
    const left = ['format', 'offset', ...(FACETS[list][name]?.replaces ?? [])]
    const kept = Object.entries(given).filter(([parameter]) => !left.includes(parameter))
    const facet: Facet = {
      values: values.map(({ parameters, label, count }) => {
        const search = new URLSearchParams({ ...Object.fromEntries(kept), ...parameters })
        search.sort()
        return {
          label,
          count,
          parameters: Object.entries(parameters).map(([parameter, value]) => ({
            name: parameter,
            value,
          })),
          url: `${listUrl}?${search.toString()}`,
        }
      }),
      has_more: hasMore,
    }
    return [name, facet] as const
  })
  return Object.fromEntries(shown)
}

/** The facets of a short list, as of now, that no filter of the request is about. They read the list once more, and charge for it. */
export async function shortFacetsOfList(
  list: ListName,
  sent: Request,
  { lists, urls, charge }: Sources,
): Promise<Readonly<Record<string, Facet>>> {
  const { query, given } = atMinute(sent)
  const { facets } = await charged(
    lists.countShortFacets(list, query),
    charge,
    RECORDS_PER_REQUEST.facets,
  )
  return shownFacets(list, facets, { given, urls })
}

/** The request with a time of `when`: within a minute, equal requests have equal filters. */
function atMinute({ query, given }: Request): Request {
  const { at: sent = timeOfRequest(), when } = query
  const at = utcTimestamp(sent as string) as string
  return { query: { ...query, at }, given: when === undefined ? given : { at, ...given } }
}

/** The response body. It is not in the response cache, because `as_of` must stay within a minute. */
export async function facetsBody<Body extends object>(
  ...request: Parameters<typeof facetsOfList>
): Promise<PrerenderedBody<Body>> {
  const facets = await facetsOfList(...request)
  return new PrerenderedBody({
    // The facets of the contract are those of `FACETS`.
    frame: facets as unknown as Body,
    json: latin1Texts([toLatin1(JSON.stringify(facets))]),
    isLive: true,
  })
}
