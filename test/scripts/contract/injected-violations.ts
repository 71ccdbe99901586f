import type {
  ProxiedResponse,
  ProxiedRequest,
  InjectedViolation,
} from '../../support/fault-proxy.ts'

/** A violation, the cases that find it, and their message. */
interface DetectableViolation extends InjectedViolation {
  readonly name: string
  /** A group of cases. */
  readonly only: string
  /** In the message of a failure. */
  readonly found: RegExp
}

type ChangeRequest = NonNullable<InjectedViolation['changeRequest']>
type ChangeResponse = NonNullable<InjectedViolation['changeResponse']>
type Json = Record<string, unknown>
type Page = Json & { results: Json[]; next: string | null; count: number }

const isApi = ({ url }: ProxiedRequest): boolean => url.startsWith('/api/')

/** Not a stream of changes, a calendar or lines. */
const isJson = ({ headers, text }: ProxiedResponse): boolean =>
  text !== '' && /[/+]json\b/.test(String(headers['content-type']))

/** A change of the JSON of responses with one status. */
function body(status: number, change: (json: Page) => Json): ChangeResponse {
  return (response, request) => {
    if (!isApi(request) || response.status !== status || !isJson(response)) return response
    return { ...response, text: JSON.stringify(change(JSON.parse(response.text) as Page)) }
  }
}

/** A change of the lines of the response to a batch. */
function batchLines(change: (lines: Json[]) => Json[]): ChangeResponse {
  return (response) => {
    if (response.headers['content-type'] !== 'application/x-ndjson') return response
    const lines = response.text.trimEnd().split('\n')
    const changed = change(lines.map((line) => JSON.parse(line) as Json))
    return { ...response, text: changed.map((line) => `${JSON.stringify(line)}\n`).join('') }
  }
}

function header(name: string, value: string | undefined, status?: number): ChangeResponse {
  return (response: ProxiedResponse, request: ProxiedRequest) =>
    isApi(request) && (status ?? response.status) === response.status
      ? { ...response, headers: { ...response.headers, [name]: value } }
      : response
}

/** As if the client had not sent it. */
function withoutHeader(name: string): ChangeRequest {
  return (request) => {
    const { [name]: _, ...headers } = request.headers
    return { ...request, headers }
  }
}

function search(change: (query: URLSearchParams) => void): ChangeRequest {
  return (request) => {
    if (!isApi(request)) return request
    const [path = '', text = ''] = request.url.split('?')
    const query = new URLSearchParams(text)
    change(query)
    return { ...request, url: query.size === 0 ? path : `${path}?${query.toString()}` }
  }
}

/** A service that ignores parameters. */
export function withoutParameters(names: ReadonlySet<string>): InjectedViolation {
  return { changeRequest: search((query) => names.forEach((name) => query.delete(name))) }
}

function sentBody(change: (json: Json) => Json): ChangeRequest {
  return (request) => {
    if (!request.body.startsWith('{') || !request.body.endsWith('}')) return request
    try {
      return { ...request, body: JSON.stringify(change(JSON.parse(request.body) as Json)) }
    } catch {
      return request
    }
  }
}

/** Another method with the same response as GET, and nothing done. */
function pretended(method: string, status: number, text?: string): InjectedViolation {
  return {
    changeRequest: (request) => {
      if (request.method !== method || request.headers['if-match'] === undefined) return request
      const { 'if-match': _, 'content-type': __, ...headers } = request.headers
      return { ...request, method: 'GET', headers, body: '' }
    },
    changeResponse: (response, request) =>
      request.method === method && response.status === 200
        ? { ...response, status, text: text ?? response.text }
        : response,
  }
}

/** Of a list with a credential, or without one. */
function isList(path: string, isAuthorized: boolean): (request: ProxiedRequest) => boolean {
  return ({ method, url, headers }) =>
    method === 'GET' && url.split('?')[0] === path && 'authorization' in headers === isAuthorized
}

/** A service that takes each of two texts for the other one, in requests and responses. */
function exchanged(one: string, other: string): InjectedViolation {
  const exchange = (text: string) =>
    text
      .split(one)
      .map((part) => part.replaceAll(other, one))
      .join(other)
  return {
    changeRequest: (request) => ({ ...request, url: exchange(request.url) }),
    changeResponse: (response) => ({ ...response, text: exchange(response.text) }),
  }
}

/** A service that takes no second POST with a key whose first one failed. */
function rememberingFailures(): InjectedViolation {
  const failed = new Set<string>()
  return {
    changeRequest: (request) => {
      const key = request.headers['idempotency-key'] ?? ''
      if (failed.has(key)) return { ...request, body: '{}' }
      if (key !== '' && request.body.includes('contract_test')) failed.add(key)
      return request
    },
  }
}

/** A service that shows the drafts of the last author to everybody. */
function showingDrafts(): InjectedViolation {
  let authorization = ''
  return {
    changeRequest: (request) => {
      if (authorization === '' || !published(request)) return request
      const isDraft = search((query) => query.set('publish_status', 'draft'))
      return isDraft({ ...request, headers: { ...request.headers, authorization } })
    },
    changeResponse: (response, { headers }) => {
      if (response.status === 201) authorization = headers['authorization'] ?? ''
      return response
    },
  }
}

const drafts = isList('/api/v1/events/', true)
const published = isList('/api/v1/events/', false)

export const INJECTED_VIOLATIONS: readonly DetectableViolation[] = [
  // Headers.
  {
    name: 'a method less in Allow',
    only: '/events/',
    found: /Allow is "GET, HEAD, OPTIONS" instead of "GET, POST, HEAD, OPTIONS"/,
    changeResponse: header('allow', 'GET, HEAD, OPTIONS'),
  },
  {
    name: 'HEAD of another length than GET',
    only: '/tags/',
    found: /content-length is 7 for HEAD/,
    changeResponse: (response, { method }) =>
      method === 'HEAD'
        ? { ...response, headers: { ...response.headers, 'content-length': '7' } }
        : response,
  },
  {
    name: 'the same X-Request-Id everywhere',
    only: 'listTags',
    found: /X-Request-Id is \S+, as it was of another response/,
    changeResponse: header('x-request-id', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 200),
  },
  {
    name: 'another origin that may read',
    only: 'listTags',
    found: /Access-Control-Allow-Origin is "https:\/\/partner\.example" instead of "\*"/,
    changeResponse: header('access-control-allow-origin', 'https://partner.example'),
  },
  {
    name: 'another ETag under 304',
    only: 'retrieveVenue',
    found: /ETag is "1.other" instead of "/,
    changeResponse: header('etag', '"1.other"', 304),
  },
  // Statuses.
  {
    name: 'never 304',
    only: 'retrieveVenue',
    found: /200 instead of 304/,
    changeRequest: withoutHeader('if-none-match'),
  },
  {
    name: 'JSON whatever is accepted',
    only: 'listTags',
    found: /200 instead of 406/,
    changeRequest: withoutHeader('accept'),
  },
  {
    name: 'a credential that nobody looks at',
    only: 'retrieveEvent',
    found: /200 instead of 401/,
    changeRequest: withoutHeader('authorization'),
  },
  // Bodies.
  {
    name: 'an undeclared field',
    only: 'retrieveVenue',
    found: /must NOT have additional properties \{"additionalProperty":"secret"\}/,
    changeResponse: body(200, (json) => ({ ...json, secret: 1 })),
  },
  {
    name: 'a record that its list shows otherwise',
    only: 'listVenues',
    found: /The list shows it otherwise/,
    changeResponse: body(200, (json) =>
      json.next === undefined ? { ...json, city: 'Elsewhere' } : json,
    ),
  },
  // Problems.
  {
    name: 'a problem whose page is not there',
    only: 'other paths',
    found: /It gets 404/,
    changeRequest: (request) =>
      request.url.startsWith('/docs/') ? { ...request, url: '/nowhere' } : request,
  },
  {
    name: 'one error of two',
    only: 'listTags',
    found: /errors name limit and not limit, offset/,
    changeResponse: body(400, (json) => ({
      ...json,
      errors: (json['errors'] as Json[]).slice(0, 1),
    })),
  },
  // Parameters.
  {
    name: 'numbers read as JavaScript does',
    only: 'listTags',
    found: /200 instead of 400/,
    changeRequest: search((query) => {
      for (const [name, value] of query) {
        if (Number(value) >= 1) query.set(name, String(Math.trunc(Number(value))))
      }
    }),
  },
  {
    name: 'unknown parameters that are ignored',
    only: 'listTags',
    found: /200 instead of 400/,
    changeRequest: search((query) => query.delete('contract_test')),
  },
  {
    name: 'an ordering that is ignored',
    only: 'listVenues',
    found: /comes before|is not the reverse/,
    changeRequest: search((query) => {
      if (query.get('ordering') === '-name') query.delete('ordering')
    }),
  },
  {
    name: 'equal records in the other direction',
    only: 'listVenues',
    found: /"Ebb" \(id \d+\) comes before "Ebb"/,
    changeResponse: body(200, (page) => {
      const first = page.results?.findIndex(({ name }) => name === 'Ebb') ?? -1
      if (first < 0) return page
      return { ...page, results: swapped(page.results, first) }
    }),
  },
  ...(['starts', 'updated'] as const).map((word) => ({
    name: `bounds that are taken for each other, with links that are right: ${word}`,
    only: 'listEvents',
    found: new RegExp(`${word}_after=1000-\\S+ has 0 records, and with 9999-\\S+ it has [1-9]`),
    ...exchanged(`${word}_after=`, `${word}_before=`),
  })),
  {
    name: 'a lower bound of numbers that is taken for an upper one, with links that are right',
    only: 'listMarketplaceArtworks',
    found: /year_min=-100000 has 0 records, and with 9999 it has [1-9]/,
    ...exchanged('year_min=', 'year_max='),
  },
  // Pages.
  {
    name: 'a next that skips a record',
    only: 'listVenues',
    found: /next is .* instead of/,
    changeResponse: body(200, (page) => ({
      ...page,
      next:
        page.next?.replace(/offset=\d+/, (text) => `offset=${Number(text.slice(7)) + 1}`) ?? null,
    })),
  },
  {
    name: 'a count that is too great',
    only: 'listTags',
    found: /records at offset/,
    changeResponse: body(200, (page) => ({ ...page, count: page.count + 1 })),
  },
  {
    name: 'a greatest page without its first record',
    only: 'listTags',
    found: /\d+ records at offset 0 of \d+ with limit 100/,
    changeRequest: search((query) => {
      if (query.get('limit') === '100') query.set('offset', '1')
    }),
  },
  {
    name: 'great pages that are cut',
    only: 'listVenues',
    found: /18 records at offset 1 of \d+ with limit 99/,
    changeRequest: search((query) => {
      if (query.get('limit') === '99') query.set('limit', '18')
    }),
  },
  {
    name: 'a record twice on the last page',
    only: 'listVenues',
    found: /Shown before: \d+/,
    changeRequest: search((query) => {
      const offset = Number(query.get('offset'))
      if (query.get('limit') === '3' && offset >= 21) query.set('offset', String(offset - 1))
    }),
  },
  {
    name: 'a record twice from the fifth page on',
    only: 'listVenues',
    found: /Shown before: \d+/,
    changeRequest: search((query) => {
      const offset = Number(query.get('offset'))
      if (query.get('limit') === '3' && offset >= 15) query.set('offset', String(offset - 1))
    }),
  },
  // Writing.
  {
    name: 'a Location on another host',
    only: 'createEvent',
    found: /Location is http:\/\/elsewhere\.example\S+, which is not below/,
    changeResponse: (response, request) => {
      const location = response.headers['location']?.replace(
        /^\w+:\/\/[^/]+/,
        'http://elsewhere.example',
      )
      return header('location', location, 201)(response, request)
    },
  },
  {
    name: 'a Location below another prefix',
    only: 'createEvent',
    found: /Location is \S+\/front\/api\/v1\S+, which is not below/,
    changeResponse: (response, request) => {
      const location = response.headers['location']?.replace('/api/v1/', '/front/api/v1/')
      return header('location', location, 201)(response, request)
    },
  },
  {
    name: 'POSTs that failed and are remembered',
    only: 'createEvent',
    found: /FAILED accepts the Idempotency-Key of a failed POST again\n +400 instead of 201/,
    ...rememberingFailures(),
  },
  {
    name: 'drafts that their author does not find',
    only: 'createEvent',
    found: /The draft \d+ is not among the drafts of its author/,
    changeResponse: (response, request) =>
      drafts(request)
        ? body(200, (page) => ({ ...page, count: 0, next: null, results: [] }))(response, request)
        : response,
  },
  {
    name: 'the public list where drafts are requested',
    only: 'createEvent',
    found: /Among the drafts are others: \d+/,
    changeRequest: (request) =>
      drafts(request) ? search((q) => q.delete('publish_status'))(request) : request,
  },
  {
    name: 'drafts in the list of everybody',
    only: 'createEvent',
    found: /The draft \d+ is among what is published/,
    ...showingDrafts(),
  },
  {
    name: 'an Idempotency-Key that is ignored',
    only: 'createEvent',
    found: /It is another response than the first/,
    changeRequest: withoutHeader('idempotency-key'),
  },
  {
    name: 'an If-Match that is ignored',
    only: 'createEvent',
    found: /200 instead of 412/,
    changeRequest: (request) =>
      'if-match' in request.headers
        ? { ...request, headers: { ...request.headers, 'if-match': '*' } }
        : request,
  },
  {
    name: 'a change that is not made',
    only: 'createEvent',
    found: /The ETag is the one from before|holds something else/,
    ...pretended('PATCH', 200),
  },
  {
    name: 'records without a field that only some have',
    only: 'partialUpdateEvent',
    found: /It holds something else than was sent as is_cancelled/,
    changeResponse: body(200, ({ is_cancelled: _, ...record }) => record),
  },
  {
    name: 'a deletion that is not made',
    only: 'createEvent',
    found: /200 instead of 404/,
    ...pretended('DELETE', 204, ''),
  },
  {
    name: 'unknown fields that are ignored',
    only: 'createEvent',
    found: /errors do not point to contract_test/,
    changeRequest: sentBody(({ contract_test: _, ...json }) => json),
  },
  {
    name: 'texts that are cut off',
    only: 'createVenue',
    found: /errors do not point to \/city/,
    changeRequest: sentBody((json) =>
      typeof json['city'] === 'string' ? { ...json, city: json['city'].slice(0, 200) } : json,
    ),
  },
  {
    name: 'batches without a result of the last line',
    only: 'batchEvents',
    found: /\d+ results of \d+ lines/,
    changeResponse: batchLines((lines) => lines.toSpliced(-2, 1)),
  },
  {
    name: 'batches that accept every line',
    only: 'batchEvents',
    found: /gets 201 instead of 400/,
    changeResponse: batchLines((lines) =>
      lines.map((line) => (line['kind'] === 'summary' ? line : { ...line, status: 201 })),
    ),
  },
  {
    name: 'batches that write in a dry run',
    only: 'batchMarketplaceArtworks',
    found: /A dry run has written 1 records|applied of the summary is true/,
    changeRequest: search((parameters) => parameters.delete('dry_run')),
  },
  {
    name: 'drafts for everybody',
    only: 'createEvent',
    found: /401 instead of 404|200 instead of 404/,
    changeResponse: (response, { method, url }) =>
      method === 'GET' && response.status === 404 && /\/events\/\d+\/$/.test(url)
        ? { ...response, status: 401 }
        : response,
  },
  {
    name: 'a facet with another count than its list',
    only: 'retrieveEventFacets',
    found: /category: .*\/events\/\?.* has \d+, not \d+/,
    changeResponse: body(200, (json) => {
      const { facets } = json as { facets?: Record<string, { values: { count: number }[] }> }
      const category = facets?.['category']
      if (category === undefined) return json
      const values = category.values.map((value) => ({ ...value, count: value.count + 1 }))
      return { ...json, facets: { ...facets, category: { ...category, values } } }
    }),
  },
  {
    name: 'the digest of another record',
    only: 'retrieveEventDigest',
    found: /The digest is not [0-9a-f]{64}/,
    changeResponse: body(200, (json) =>
      'digest' in json ? { ...json, digest: '0'.repeat(64) } : json,
    ),
  },
  {
    name: 'changes without the last one of each response',
    only: 'retrieveEventChanges',
    found: /Reads of 1 and 2 changes have the ids/,
    changeResponse: body(200, (json) =>
      'next_cursor' in json ? { ...json, results: json.results.slice(0, -1) } : json,
    ),
  },
]

function swapped(results: readonly Json[], first: number): Json[] {
  const [one, two] = [results[first], results[first + 1]]
  return results.map((each, index) => {
    if (index === first) return two ?? each
    return index === first + 1 ? (one ?? each) : each
  })
}
