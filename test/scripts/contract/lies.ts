import type { Answered, Asked, Lie } from './lying-proxy.ts'

/** A lie, where it is looked for, and what is said of it. */
export interface KnownLie extends Lie {
  readonly name: string
  /** A group of cases. */
  readonly only: string
  /** In the message of a failure. */
  readonly found: RegExp
}

type Ask = NonNullable<Lie['ask']>
type Answer = NonNullable<Lie['answer']>
type Json = Record<string, unknown>
type Page = Json & { results: Json[]; next: string | null; count: number }

const isApi = ({ url }: Asked): boolean => url.startsWith('/api/')

/** A change of the JSON of answers with one status. */
function body(status: number, change: (json: Page) => Json): Answer {
  return (answered, asked) => {
    if (!isApi(asked) || answered.status !== status || answered.text === '') return answered
    return { ...answered, text: JSON.stringify(change(JSON.parse(answered.text) as Page)) }
  }
}

function header(name: string, value: string | undefined, status?: number): Answer {
  return (answered: Answered, asked: Asked) =>
    isApi(asked) && (status ?? answered.status) === answered.status
      ? { ...answered, headers: { ...answered.headers, [name]: value } }
      : answered
}

/** As if the client had not sent it. */
function deaf(name: string): Ask {
  return (asked) => {
    const { [name]: _, ...headers } = asked.headers
    return { ...asked, headers }
  }
}

function search(change: (query: URLSearchParams) => void): Ask {
  return (asked) => {
    if (!isApi(asked)) return asked
    const [path = '', text = ''] = asked.url.split('?')
    const query = new URLSearchParams(text)
    change(query)
    return { ...asked, url: query.size === 0 ? path : `${path}?${query.toString()}` }
  }
}

function sentBody(change: (json: Json) => Json): Ask {
  return (asked) => {
    if (!asked.body.startsWith('{') || !asked.body.endsWith('}')) return asked
    try {
      return { ...asked, body: JSON.stringify(change(JSON.parse(asked.body) as Json)) }
    } catch {
      return asked
    }
  }
}

/** Another method with the same answer as GET has, and nothing done. */
function pretended(method: string, status: number, text?: string): Lie {
  return {
    ask: (asked) => {
      if (asked.method !== method || asked.headers['if-match'] === undefined) return asked
      const { 'if-match': _, 'content-type': __, ...headers } = asked.headers
      return { ...asked, method: 'GET', headers, body: '' }
    },
    answer: (answered, asked) =>
      asked.method === method && answered.status === 200
        ? { ...answered, status, text: text ?? answered.text }
        : answered,
  }
}

/** Of a list with a credential, or without one. */
function isList(path: string, isAuthorized: boolean): (asked: Asked) => boolean {
  return ({ method, url, headers }) =>
    method === 'GET' && url.split('?')[0] === path && 'authorization' in headers === isAuthorized
}

/** A service that takes no second POST with a key whose first one failed. */
function rememberingFailures(): Lie {
  const failed = new Set<string>()
  return {
    ask: (asked) => {
      const key = asked.headers['idempotency-key'] ?? ''
      if (failed.has(key)) return { ...asked, body: '{}' }
      if (key !== '' && asked.body.includes('contract_test')) failed.add(key)
      return asked
    },
  }
}

/** A service that shows everybody what the last author has as drafts. */
function showingDrafts(): Lie {
  let authorization = ''
  return {
    ask: (asked) => {
      if (authorization === '' || !published(asked)) return asked
      const isDraft = search((query) => query.set('publish_status', 'draft'))
      return isDraft({ ...asked, headers: { ...asked.headers, authorization } })
    },
    answer: (answered, { headers }) => {
      if (answered.status === 201) authorization = headers['authorization'] ?? ''
      return answered
    },
  }
}

const drafts = isList('/api/v1/events/', true)
const published = isList('/api/v1/events/', false)

export const LIES: readonly KnownLie[] = [
  // Headers.
  {
    name: 'no ETag',
    only: 'retrieveVenue',
    found: /The header ETag is missing/,
    answer: header('etag', undefined),
  },
  {
    name: 'a weak ETag',
    only: 'retrieveVenue',
    found: /The header ETag .*pattern/,
    answer: header('etag', 'W/"1"'),
  },
  {
    name: 'a header that is not declared',
    only: 'listTags',
    found: /The header x-powered-by is not declared/,
    answer: header('x-powered-by', 'lies'),
  },
  {
    name: 'a method less in Allow',
    only: '/events/',
    found: /Allow is "GET, HEAD, OPTIONS" instead of "GET, POST, HEAD, OPTIONS"/,
    answer: header('allow', 'GET, HEAD, OPTIONS'),
  },
  {
    name: 'a charset',
    only: 'listTags',
    found: /does not document the media type application\/json; charset=utf-8/,
    answer: header('content-type', 'application/json; charset=utf-8', 200),
  },
  {
    name: 'no challenge',
    only: 'listEvents',
    found: /The header WWW-Authenticate is missing/,
    answer: header('www-authenticate', undefined),
  },
  {
    name: 'HEAD of another length than GET',
    only: '/tags/',
    found: /content-length is 7 for HEAD/,
    answer: (answered, { method }) =>
      method === 'HEAD'
        ? { ...answered, headers: { ...answered.headers, 'content-length': '7' } }
        : answered,
  },
  {
    name: 'the same X-Request-Id everywhere',
    only: 'listTags',
    found: /X-Request-Id is \S+, as it was of another answer/,
    answer: header('x-request-id', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 200),
  },
  {
    name: 'another ETag under 304',
    only: 'retrieveVenue',
    found: /ETag is "1.other" instead of "/,
    answer: header('etag', '"1.other"', 304),
  },
  {
    name: 'a deprecation of nothing',
    only: 'listTags',
    found: /deprecation is "@1796083200" where nothing is deprecated/,
    answer: header('deprecation', '@1796083200'),
  },
  // Statuses.
  {
    name: 'a status that is not documented',
    only: 'retrieveVenue',
    found: /retrieveVenue does not document 410/,
    answer: (answered) => (answered.status === 404 ? { ...answered, status: 410 } : answered),
  },
  {
    name: 'never 304',
    only: 'retrieveVenue',
    found: /200 instead of 304/,
    ask: deaf('if-none-match'),
  },
  {
    name: 'JSON whatever is accepted',
    only: 'listTags',
    found: /200 instead of 406/,
    ask: deaf('accept'),
  },
  {
    name: 'a credential that nobody looks at',
    only: 'retrieveEvent',
    found: /200 instead of 401/,
    ask: deaf('authorization'),
  },
  // Bodies.
  {
    name: 'an undeclared field',
    only: 'retrieveVenue',
    found: /must NOT have additional properties \{"additionalProperty":"secret"\}/,
    answer: body(200, (json) => ({ ...json, secret: 1 })),
  },
  {
    name: 'a field less',
    only: 'retrieveVenue',
    found: /must have required property 'slug'/,
    answer: body(200, ({ slug: _, ...json }) => json),
  },
  {
    name: 'another order of fields',
    only: 'retrieveVenue',
    found: /has its fields as name,id,/,
    answer: body(200, ({ id, name, ...json }) => ({ name, id, ...json })),
  },
  {
    name: 'a timestamp with three digits',
    only: 'listTags',
    found: /must match format "date-time"/,
    answer: body(200, (page) => ({
      ...page,
      results: page.results.map((one) => ({ ...one, created_at: '2024-05-07T09:30:00.123Z' })),
    })),
  },
  {
    name: 'a record that its list shows otherwise',
    only: 'listVenues',
    found: /The list shows it otherwise/,
    answer: body(200, (json) => (json.next === undefined ? { ...json, city: 'Elsewhere' } : json)),
  },
  // Problems.
  {
    name: 'a problem of another request',
    only: 'retrieveVenue',
    found: /instance is another/,
    answer: body(404, (json) => ({ ...json, instance: `urn:uuid:${crypto.randomUUID()}` })),
  },
  {
    name: 'a code of its own',
    only: 'retrieveVenue',
    found: /The code gone is unknown/,
    answer: body(404, (json) => ({ ...json, code: 'gone' })),
  },
  {
    name: 'a problem whose page is not there',
    only: 'other paths',
    found: /It answers 404/,
    ask: (asked) => (asked.url.startsWith('/docs/') ? { ...asked, url: '/nowhere' } : asked),
  },
  {
    name: 'one fault of two',
    only: 'listTags',
    found: /errors name limit and not limit, offset/,
    answer: body(400, (json) => ({ ...json, errors: (json['errors'] as Json[]).slice(0, 1) })),
  },
  // Parameters.
  {
    name: 'numbers read as JavaScript does',
    only: 'listTags',
    found: /200 instead of 400/,
    ask: search((query) => {
      for (const [name, value] of query) {
        if (Number(value) >= 1) query.set(name, String(Math.trunc(Number(value))))
      }
    }),
  },
  {
    name: 'unknown parameters that are ignored',
    only: 'listTags',
    found: /200 instead of 400/,
    ask: search((query) => query.delete('contract_test')),
  },
  {
    name: 'an ordering that is ignored',
    only: 'listVenues',
    found: /comes before|is not the reverse/,
    ask: search((query) => {
      if (query.get('ordering') === '-name') query.delete('ordering')
    }),
  },
  {
    name: 'equal records in the other direction',
    only: 'listVenues',
    found: /"Ebb" \(id \d+\) comes before "Ebb"/,
    answer: body(200, (page) => {
      const first = page.results?.findIndex(({ name }) => name === 'Ebb') ?? -1
      if (first < 0) return page
      return { ...page, results: swapped(page.results, first) }
    }),
  },
  // Pages.
  {
    name: 'a next that skips a record',
    only: 'listVenues',
    found: /next is .* instead of/,
    answer: body(200, (page) => ({
      ...page,
      next:
        page.next?.replace(/offset=\d+/, (text) => `offset=${Number(text.slice(7)) + 1}`) ?? null,
    })),
  },
  {
    name: 'an end too early',
    only: 'listVenues',
    found: /next is null instead of/,
    answer: body(200, (page) => ({ ...page, next: null })),
  },
  {
    name: 'links with their parameters in another order',
    only: 'listVenues',
    found: /next is .*offset=3&limit=3 instead of/,
    answer: body(200, (page) => ({
      ...page,
      next: page.next?.replace(/\?(limit=\d+)&(offset=\d+)$/, '?$2&$1') ?? null,
    })),
  },
  {
    name: 'a count that is too great',
    only: 'listTags',
    found: /records at offset/,
    answer: body(200, (page) => ({ ...page, count: page.count + 1 })),
  },
  {
    name: 'a greatest page without its first record',
    only: 'listTags',
    found: /\d+ records at offset 0 of \d+ with limit 100/,
    ask: search((query) => {
      if (query.get('limit') === '100') query.set('offset', '1')
    }),
  },
  {
    name: 'great pages that are cut',
    only: 'listVenues',
    found: /18 records at offset 1 of \d+ with limit 99/,
    ask: search((query) => {
      if (query.get('limit') === '99') query.set('limit', '18')
    }),
  },
  {
    name: 'a record twice on the last page',
    only: 'listVenues',
    found: /Shown before: \d+/,
    ask: search((query) => {
      const offset = Number(query.get('offset'))
      if (query.get('limit') === '3' && offset >= 21) query.set('offset', String(offset - 1))
    }),
  },
  {
    name: 'a record twice from the fifth page on',
    only: 'listVenues',
    found: /Shown before: \d+/,
    ask: search((query) => {
      const offset = Number(query.get('offset'))
      if (query.get('limit') === '3' && offset >= 15) query.set('offset', String(offset - 1))
    }),
  },
  // Writing.
  {
    name: 'a Location on another host',
    only: 'createEvent',
    found: /Location is http:\/\/elsewhere\.example\S+, which is not below/,
    answer: (answered, asked) => {
      const location = answered.headers['location']?.replace(
        /^\w+:\/\/[^/]+/,
        'http://elsewhere.example',
      )
      return header('location', location, 201)(answered, asked)
    },
  },
  {
    name: 'a Location below another prefix',
    only: 'createEvent',
    found: /Location is \S+\/front\/api\/v1\S+, which is not below/,
    answer: (answered, asked) => {
      const location = answered.headers['location']?.replace('/api/v1/', '/front/api/v1/')
      return header('location', location, 201)(answered, asked)
    },
  },
  {
    name: 'POSTs that failed and are remembered',
    only: 'createEvent',
    found: /FAILED takes the Idempotency-Key of a POST that failed again\n +400 instead of 201/,
    ...rememberingFailures(),
  },
  {
    name: 'drafts that their author does not find',
    only: 'createEvent',
    found: /The draft \d+ is not among the drafts of its author/,
    answer: (answered, asked) =>
      drafts(asked)
        ? body(200, (page) => ({ ...page, count: 0, next: null, results: [] }))(answered, asked)
        : answered,
  },
  {
    name: 'the public list where drafts are asked for',
    only: 'createEvent',
    found: /Among the drafts are others: \d+/,
    ask: (asked) => (drafts(asked) ? search((q) => q.delete('publish_status'))(asked) : asked),
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
    found: /It is another answer than the first/,
    ask: deaf('idempotency-key'),
  },
  {
    name: 'an If-Match that is ignored',
    only: 'createEvent',
    found: /200 instead of 412/,
    ask: (asked) =>
      'if-match' in asked.headers
        ? { ...asked, headers: { ...asked.headers, 'if-match': '*' } }
        : asked,
  },
  {
    name: 'a change that is not made',
    only: 'createEvent',
    found: /The ETag is the one from before|holds something else/,
    ...pretended('PATCH', 200),
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
    ask: sentBody(({ contract_test: _, ...json }) => json),
  },
  {
    name: 'texts that are cut off',
    only: 'createVenue',
    found: /errors do not point to \/city/,
    ask: sentBody((json) =>
      typeof json['city'] === 'string' ? { ...json, city: json['city'].slice(0, 200) } : json,
    ),
  },
  {
    name: 'drafts for everybody',
    only: 'createEvent',
    found: /401 instead of 404|200 instead of 404/,
    answer: (answered, { method, url }) =>
      method === 'GET' && answered.status === 404 && /\/events\/\d+\/$/.test(url)
        ? { ...answered, status: 401 }
        : answered,
  },
]

function swapped(results: readonly Json[], first: number): Json[] {
  const [one, two] = [results[first], results[first + 1]]
  return results.map((each, index) => {
    if (index === first) return two ?? each
    return index === first + 1 ? (one ?? each) : each
  })
}
