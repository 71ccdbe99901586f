import { JSON_TYPE } from '../collection.ts'
import type { Case, Trial, Chain } from '../run.ts'
import type { SurveyedCollection } from '../survey.ts'
import { bodyOf, type Answer } from '../validate/answer.ts'
import type { Operation, Contract, Path } from '../validate/contract.ts'

/** None of these is a valid credential. */
const NONSENSE = [
  'Bearer contract-test',
  `Bearer amk_${'A'.repeat(43)}`,
  'Basic Y29udHJhY3Q6dGVzdA==',
]

/** Who may: `security` of the operation, held against credentials that are none. */
export function credentialCases(operation: Operation, url: string): Case[] {
  const { id: group, method, security } = operation
  const isPublic = security.length === 0
  const needsOne = !isPublic && security.every((each) => Object.keys(each).length > 0)
  const refused = (trial: Trial, headers: Readonly<Record<string, string>>) =>
    trial.expect(operation, { method, url, headers }, 401)
  const nonsense: Case = {
    group,
    name: isPublic ? 'looks at no credential' : 'refuses a credential that is not valid',
    needsRecord: isPublic,
    run: async (trial) => {
      for (const authorization of NONSENSE) {
        if (isPublic) await trial.expect(operation, { url, headers: { authorization } }, 200)
        else await refused(trial, { authorization })
      }
    },
  }
  if (!needsOne) return [nonsense]
  const none: Case = {
    group,
    name: 'needs a credential',
    run: async (trial) => {
      await refused(trial, {})
    },
  }
  return [none, nonsense, scopeCase(operation, url)]
}

function scopeCase(operation: Operation, url: string): Case {
  const { id: group, method, security } = operation
  const scopes = security.flatMap((each) => Object.values(each).flat())
  return {
    group,
    name: `refuses a key without the scope ${scopes.join(', ')}`,
    run: async (trial) => {
      const others = trial.session.options.scopedKeys.filter(({ scope }) => !scopes.includes(scope))
      if (others.length === 0) trial.skip('it needs CONTRACT_SCOPED_KEYS with another scope')
      for (const { key } of others) {
        const headers = { authorization: `Bearer ${key}` }
        await trial.expect(operation, { method, url, headers }, 403)
      }
    },
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']
const PLACE = '/info/description'

/** What belongs to one exchange and not to the representation. */
const OF_ONE_EXCHANGE = new Set([
  'x-request-id',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'age',
  'ratelimit',
])

/** OPTIONS, HEAD and the methods that a path has not, as the section "Methods" of the document says. */
export function methodCases({ operations }: Contract, path: Path, url: string): Case[] {
  const group = path.template
  const get = operations.find(
    ({ method, template }) => method === 'GET' && template === path.template,
  )
  const others = METHODS.filter((method) => !path.allow.split(', ').includes(method))
  return [
    optionsCase(path, url),
    ...(get === undefined ? [] : [headCase(get, group, url)]),
    {
      group,
      name: `refuses ${others.join(', ')}`,
      run: async (trial) => {
        for (const method of others) {
          const answer = await trial.ask({ method, url })
          trial.claim(answer.status === 405, `${answer.status} for ${method}`, path.place, answer)
        }
      },
    },
    {
      group,
      name: 'is the same without its last slash',
      run: async (trial) => {
        const [method, bare] = ['OPTIONS', url.replace(/\/$/, '')]
        const [slash, none] = [
          await trial.ask({ method, url }),
          await trial.ask({ method, url: bare }),
        ]
        const isSame = slash.status === none.status && slash.text === none.text
        trial.claim(isSame, 'It answers something else', PLACE, none)
      },
    },
  ]
}

function optionsCase({ template, place }: Path, url: string): Case {
  return {
    group: template,
    name: 'describes itself to OPTIONS',
    run: async (trial) => {
      const answer = await trial.ask({ method: 'OPTIONS', url })
      trial.claim(answer.status === 200, `${answer.status} for OPTIONS`, place, answer)
      const fields = Object.keys(bodyOf(answer) ?? {}).join(', ')
      const wanted = 'name, description, renders, parses'
      trial.claim(fields === wanted, `The fields are ${fields}, not ${wanted}`, PLACE, answer)
    },
  }
}

function headCase(get: Operation, group: string, url: string): Case {
  return {
    group,
    name: 'answers HEAD as GET, without the body',
    run: async (trial) => {
      for (const search of ['', '?contract_test=1']) {
        const [whole, head] = [
          await trial.ask({ url: `${url}${search}` }),
          await trial.ask({ method: 'HEAD', url: `${url}${search}` }),
        ]
        const message = `${head.status} for HEAD and ${whole.status} for GET`
        trial.claim(head.status === whole.status, message, get.place, head)
        for (const difference of differences(whole, head)) {
          trial.note({ message: difference, place: get.place }, head)
        }
      }
    },
  }
}

function differences(whole: Answer, head: Answer): string[] {
  const names = new Set([...Object.keys(whole.headers), ...Object.keys(head.headers)])
  // What is only known when the body has been made may be left out (RFC 9110, section 9.3.2).
  const length = Buffer.byteLength(whole.text)
  const got: Record<string, string | undefined> = {
    'content-length': String(length),
    ...whole.headers,
  }
  const said: Record<string, string | undefined> = {
    'content-length': got['content-length'],
    ...head.headers,
  }
  return [...names]
    .filter((name) => !OF_ONE_EXCHANGE.has(name) && said[name] !== got[name])
    .map((name) => `${name} is ${said[name]} for HEAD and ${got[name]} for GET`)
}

/** A media type that no service produces. */
const UNKNOWN_TYPE = 'application/vnd.contract-test'

/** What a client may ask for, and how it learns that what it has is current. */
export function negotiationCases(operation: Operation, url: string): Case[] {
  const group = operation.id
  return [
    {
      group,
      name: 'makes JSON for whoever takes it',
      needsRecord: true,
      run: async (trial) => {
        const one = `text/csv, ${JSON_TYPE};q=0.5`
        for (const accept of ['*/*', 'application/*', JSON_TYPE, one]) {
          const answer = await trial.expect(operation, { url, headers: { accept } }, 200)
          const type = answer.headers['content-type']
          const place = `${operation.place}/responses/200`
          trial.claim(type === JSON_TYPE, `${type} for Accept: ${accept}`, place, answer)
        }
      },
    },
    {
      group,
      name: 'refuses to make anything else',
      run: async (trial) => {
        for (const accept of [UNKNOWN_TYPE, `${JSON_TYPE};q=0, image/png`]) {
          await trial.expect(operation, { url, headers: { accept } }, 406)
        }
      },
    },
    {
      group,
      name: 'answers 304 to whoever has the current ETag',
      needsRecord: true,
      run: async (trial) => {
        const { headers } = await trial.expect(operation, { url }, 200)
        const etag = headers['etag'] ?? ''
        for (const known of [etag, `"contract-test", ${etag}`, '*']) {
          const sent = { url, headers: { 'if-none-match': known } }
          const answer = await trial.expect(operation, sent, 304)
          const message = `ETag is ${answer.headers['etag']} instead of ${etag}`
          const isSame = answer.status !== 304 || answer.headers['etag'] === etag
          trial.claim(isSame, message, '/components/headers/ETag', answer)
        }
        const other = { 'if-none-match': '"contract-test"' }
        await trial.expect(operation, { url, headers: other }, 200)
      },
    },
  ]
}

/** What is no plain positive number, or too great a one. */
const ODD_IDS = ['0', '-1', '+1', '01', '1.0', '1e1', '0x1', 'abc', '%201', '9223372036854775808']

/** Ids that no record has: each is answered with 404. */
export function identifierCases(contract: Contract, operation: Operation): Case[] {
  const { schema = {} } = operation.parameters.find((each) => each.in === 'path') ?? {}
  const { maximum } = contract.resolve(schema)
  const outside = maximum === undefined ? [] : [String(maximum + 1)]
  return [
    {
      group: operation.id,
      name: 'answers 404 to an id that is none',
      run: async (trial) => {
        for (const id of [...ODD_IDS, ...outside]) {
          const url = `${contract.apiRoot}${operation.template.replace('{id}', id)}`
          await trial.expect(operation, { url }, 404)
        }
      },
    },
  ]
}

const MOST = 3

/** Single records: exactly as the list shows them. */
export function recordCases(
  { apiRoot, operations }: Contract,
  { retrieve, records, list }: SurveyedCollection,
): Case[] {
  if (retrieve === undefined) return []
  const { id: group, template } = retrieve
  return [
    {
      group,
      name: 'shows a record as the list does',
      run: async (trial) => {
        if (records.length === 0) trial.skip(`${list.id} has no records`)
        for (const record of records.slice(0, MOST)) {
          const url = `${apiRoot}${template.replace('{id}', String(record['id']))}`
          const answer = await trial.expect(retrieve, { url }, 200)
          const isSame = JSON.stringify(bodyOf(answer)) === JSON.stringify(record)
          trial.claim(isSame, 'The list shows it otherwise', placeOf(operations, group), answer)
        }
      },
    },
  ]
}

function placeOf(operations: readonly Operation[], id: string): string {
  return `${operations.find((operation) => operation.id === id)?.place ?? ''}/description`
}

/** Below the root there is nothing but what the document describes. */
export function unknownPathCases({ apiRoot }: Contract): Chain {
  return [
    {
      group: 'other paths',
      name: 'answers 404 to a path that is not in the document',
      run: async (trial) => {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const answer = await trial.ask({ method, url: `${apiRoot}/contract-test/` })
          trial.claim(answer.status === 404, `${answer.status} for ${method}`, '/paths', answer)
        }
      },
    },
  ]
}

/** What the `type` of each problem that was met leads to, on this deployment. */
export function problemPageCases(types: ReadonlySet<string>, root: string): Chain {
  return [...types].toSorted().map((type) => ({
    group: 'problem pages',
    name: `has a page at ${type}`,
    run: async ({ session, note }) => {
      const place = '/components/schemas/Problem/properties/type'
      const [page] = /\/docs\/problems\/.*$/.exec(type) ?? []
      if (page === undefined) return note({ message: `${type} is no page of the service`, place })
      const answer = await session.send({ url: `${root}${page}`, headers: { accept: 'text/html' } })
      if (answer.status !== 200) note({ message: `It answers ${answer.status}`, place }, answer)
    },
  }))
}
