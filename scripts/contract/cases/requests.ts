import { jsonSchema, JSON_TYPE, pageOf } from '../collection.ts'
import { EVENT_STREAM_TYPE } from '../http-client.ts'
import { casesOf, type Case, type Trial, type Chain } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import { authorized } from './author.ts'
import { responsePlace } from '../validate/validate-response.ts'
import { bodyOf, type ReceivedResponse } from '../validate/received-response.ts'
import { isPublic, type Operation, type Contract, type Path } from '../validate/contract.ts'

/** None of these is a valid credential. */
const INVALID_CREDENTIALS = [
  'Bearer contract-test',
  `Bearer amk_${'A'.repeat(43)}`,
  'Basic Y29udHJhY3Q6dGVzdA==',
]

/** `security` of the operation, verified with invalid credentials. */
export function credentialCases(operation: Operation, url: string): Case[] {
  const { id: group, method, security } = operation
  const scopes = security.flatMap((each) => Object.values(each).flat())
  const expectEach = async (trial: Trial, credentials: readonly string[], status: number) => {
    for (const authorization of credentials) {
      await trial.expect(operation, { method, url, headers: { authorization } }, status)
    }
  }
  if (security.length === 0) {
    const run: Case['run'] = (trial) => expectEach(trial, INVALID_CREDENTIALS, 200)
    return casesOf(group, { 'looks at no credential': run }, true)
  }
  const refused = casesOf(group, {
    'rejects an invalid credential': (trial) => expectEach(trial, INVALID_CREDENTIALS, 401),
  })
  if (isPublic(operation)) return refused
  return [
    ...casesOf(group, {
      'needs a credential': (trial) => trial.expect(operation, { method, url }, 401),
    }),
    ...refused,
    // An operation without scopes accepts every key.
    ...(scopes.length > 0 ? scopeCases(scopes, operation, expectEach) : []),
  ]
}

type ExpectEach = (trial: Trial, credentials: readonly string[], status: number) => Promise<void>

function scopeCases(
  scopes: readonly string[],
  { id: group }: Operation,
  expectEach: ExpectEach,
): Case[] {
  return casesOf(group, {
    [`refuses a key without the scope ${scopes.join(', ')}`]: (trial) => {
      const { scopedKeys } = trial.session.options
      // `admin` includes every scope.
      const others = scopedKeys.filter(({ scope }) => ![...scopes, 'admin'].includes(scope))
      if (others.length === 0) trial.skip('it needs CONTRACT_SCOPED_KEYS with another scope')
      const credentials = others.map(({ key }) => `Bearer ${key}`)
      return expectEach(trial, credentials, 403)
    },
  })
}

/** A list that is not public shows a key the records of its owner. */
export function ownListCases(operation: Operation, url: string): Case[] {
  const { id: group, method, template } = operation
  if (method !== 'GET' || template.includes('{id}')) return []
  return casesOf(group, {
    'shows a page to the key': async (trial) => {
      const scopes = operation.security.flatMap((each) => Object.values(each).flat())
      const statuses = scopes.length === 0 ? [200] : [200, 403]
      const response = await trial.expect(
        operation,
        { url, headers: authorized(trial) },
        ...statuses,
      )
      if (response.status === 403) trial.skip(`the key has not the scope ${scopes.join(', ')}`)
      pageOf(response)
    },
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
const PLACE = '/info/description'

/** Methods, as the section "Methods" of the document describes them. */
export function methodCases(path: Path, url: string): Case[] {
  const get = path.operations.find(({ method }) => method === 'GET')
  const others = METHODS.filter((method) => !path.allow.split(', ').includes(method))
  return casesOf(path.template, {
    'describes itself to OPTIONS': async (trial) => {
      const response = await trial.send({ method: 'OPTIONS', url })
      const { status } = response
      trial.check(status === 200, `${status} for OPTIONS`, path.place, response)
      const fields = Object.keys(bodyOf(response) ?? {}).join(', ')
      const wanted = 'name, description, renders, parses'
      trial.check(fields === wanted, `The fields are ${fields}, not ${wanted}`, PLACE, response)
    },
    ...(get && {
      'responds to HEAD as to GET, without the body': async (trial) => {
        for (const search of ['', '?contract_test=1']) await compareHead(trial, get, url + search)
      },
    }),
    [`refuses ${others.join(', ')}`]: async (trial) => {
      for (const method of others) {
        const response = await trial.send({ method, url })
        const { status } = response
        trial.check(status === 405, `${status} for ${method}`, path.place, response)
      }
    },
    'is the same without its last slash': async (trial) => {
      const method = 'OPTIONS'
      const slash = await trial.send({ method, url })
      const none = await trial.send({ method, url: url.replace(/\/$/, '') })
      const isSame = slash.status === none.status && slash.text === none.text
      trial.check(isSame, 'It gets another response', PLACE, none)
    },
  })
}

async function compareHead(trial: Trial, { place }: Operation, url: string): Promise<void> {
  const { get, response: head } = await afterGet(
    () => trial.send({ url }),
    () => trial.send({ method: 'HEAD', url }),
    (ofGet, ofHead) => headerDifferences(ofGet, ofHead).length === 0,
  )
  const message = `${head.status} for HEAD and ${get.status} for GET`
  trial.check(head.status === get.status, message, place, head)
  for (const difference of headerDifferences(get, head)) trial.fail(difference, place, head)
}

const MAX_CHANGES = 2

/** The response after that of GET; both again, if the representation has changed in between, as counts do each minute. */
async function afterGet(
  sendGet: () => Promise<ReceivedResponse>,
  send: (etag: string) => Promise<ReceivedResponse>,
  isExpected: (get: ReceivedResponse, response: ReceivedResponse) => boolean,
) {
  let get = await sendGet()
  for (let changes = 0; ; changes += 1) {
    const response = await send(get.headers['etag'] ?? '')
    if (changes === MAX_CHANGES || isExpected(get, response)) return { get, response }
    const next = await sendGet()
    if (next.headers['etag'] === get.headers['etag']) return { get, response }
    get = next
  }
}

/** Headers that belong to one request and not to the representation. */
const OF_ONE_REQUEST = new Set([
  'x-request-id',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'age',
  'ratelimit',
])

type Headers = Readonly<Record<string, string | undefined>>

function headerDifferences(get: ReceivedResponse, head: ReceivedResponse): string[] {
  const length = String(Buffer.byteLength(get.text))
  const ofGet: Headers = { 'content-length': length, ...get.headers }
  // HEAD may omit headers that depend on a generated body (RFC 9110, section 9.3.2).
  const ofHead: Headers = { 'content-length': ofGet['content-length'], ...head.headers }
  const names = new Set([...Object.keys(get.headers), ...Object.keys(head.headers)])
  return [...names]
    .filter((name) => !OF_ONE_REQUEST.has(name) && ofHead[name] !== ofGet[name])
    .map((name) => `${name} is ${ofHead[name]} for HEAD and ${ofGet[name]} for GET`)
}

const KNOWN_ETAGS: readonly ((etag: string) => string)[] = [
  (etag) => etag,
  (etag) => `"contract-test", ${etag}`,
  () => '*',
]

/** A media type that no service produces. */
const UNKNOWN_TYPE = 'application/vnd.contract-test'

/** Content negotiation and conditional requests; none for a stream of lines. */
export function negotiationCases(operation: Operation, url: string): Case[] {
  const { id: group, place } = operation
  if (jsonSchema(operation, 200) === undefined) return []
  const accepted = ['*/*', 'application/*', JSON_TYPE, `text/csv, ${JSON_TYPE};q=0.5`]
  const ask = (trial: Trial, headers: Readonly<Record<string, string>>, status: number) =>
    trial.expect(operation, { url, headers }, status)
  return [
    ...casesOf(
      group,
      {
        'returns JSON for each Accept that allows it': async (trial) => {
          for (const accept of accepted) {
            const response = await ask(trial, { accept }, 200)
            const type = response.headers['content-type']
            const message = `${type} for Accept: ${accept}`
            trial.check(type === JSON_TYPE, message, `${place}/responses/200`, response)
          }
        },
      },
      true,
    ),
    ...casesOf(group, {
      ...(EVENT_STREAM_TYPE in (operation.responses['200']?.content ?? {}) && {
        'sends the first event to a client that prefers events': async (trial) => {
          const response = await ask(trial, { accept: EVENT_STREAM_TYPE }, 200)
          const isEvent = response.text.includes('\ndata: ')
          trial.check(isEvent, 'It begins without an event', `${place}/responses/200`, response)
        },
      }),
      'rejects an Accept that excludes JSON': async (trial) => {
        for (const accept of [UNKNOWN_TYPE, `${JSON_TYPE};q=0, image/png`]) {
          await ask(trial, { accept }, 406)
        }
      },
    }),
    ...casesOf(
      group,
      {
        'returns 304 for the current ETag': async (trial) => {
          for (const knownOf of KNOWN_ETAGS) {
            const { get, response } = await afterGet(
              () => ask(trial, {}, 200),
              (etag) => trial.send({ url, headers: { 'if-none-match': knownOf(etag) } }),
              (of, { status, headers }) => status === 304 && headers['etag'] === of.headers['etag'],
            )
            const { status, headers } = response
            const notModified = responsePlace(trial.session.contract, operation, 304)
            trial.check(status === 304, `${status} instead of 304`, notModified, response)
            const etag = get.headers['etag']
            const message = `ETag is ${headers['etag']} instead of ${etag}`
            const isSame = status !== 304 || headers['etag'] === etag
            trial.check(isSame, message, '/components/headers/ETag', response)
          }
          await ask(trial, { 'if-none-match': '"contract-test"' }, 200)
        },
      },
      true,
    ),
  ]
}

/** Not plain positive numbers, or too great. */
const INVALID_IDS = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e1',
  '0x1',
  'abc',
  '%201',
  '9223372036854775808',
]

/** The response to ids that no record has is 404. */
export function identifierCases(contract: Contract, operation: Operation): Case[] {
  const { schema = {} } = operation.parameters.find((each) => each.in === 'path') ?? {}
  const { maximum } = contract.resolve(schema)
  const tooGreat = maximum === undefined ? [] : [String(maximum + 1)]
  return casesOf(operation.id, {
    'returns 404 for an invalid id': async (trial) => {
      for (const id of [...INVALID_IDS, ...tooGreat]) {
        const url = `${contract.apiRoot}${operation.template.replace('{id}', id)}`
        await trial.expect(operation, { url }, 404)
      }
    },
  })
}

const MAX_RECORDS = 3

/** Single records are the same as in their list. */
export function recordCases(
  { apiRoot }: Contract,
  { retrieve, records, list }: SurveyedCollection,
): Case[] {
  if (retrieve === undefined) return []
  return casesOf(retrieve.id, {
    'shows a record as the list does': async (trial) => {
      if (records.length === 0) trial.skip(`${list.id} has no records`)
      for (const record of records.slice(0, MAX_RECORDS)) {
        const url = `${apiRoot}${retrieve.template.replace('{id}', String(record['id']))}`
        const response = await trial.expect(retrieve, { url }, 200)
        const isSame = JSON.stringify(bodyOf(response)) === JSON.stringify(record)
        const place = `${retrieve.place}/description`
        trial.check(isSame, 'The list shows it otherwise', place, response)
      }
    },
  })
}

/** Below the root are only the paths of the document. */
export function unknownPathCases({ apiRoot }: Contract): Chain {
  return casesOf('other paths', {
    'returns 404 for a path that is not in the document': async (trial) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const response = await trial.send({ method, url: `${apiRoot}/contract-test/` })
        const { status } = response
        trial.check(status === 404, `${status} for ${method}`, '/paths', response)
      }
    },
  })
}

/** The pages that the `type` of each problem of this run names, on this deployment. */
export function problemPageCases(types: ReadonlySet<string>, root: string): Chain {
  return [...types].toSorted().flatMap((type) =>
    casesOf('problem pages', {
      [`has a page at ${type}`]: async ({ session, fail }) => {
        const place = '/components/schemas/Problem/properties/type'
        const [page] = /\/docs\/problems\/.*$/.exec(type) ?? []
        if (page === undefined) return fail(`${type} is no page of the service`, place)
        const sent = { url: `${root}${page}`, headers: { accept: 'text/html' } }
        const response = await session.send(sent)
        if (response.status !== 200) fail(`It gets ${response.status}`, place, response)
      },
    }),
  )
}
