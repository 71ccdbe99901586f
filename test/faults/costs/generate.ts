import { apiRoot, contract } from '../../../src/contract/document.ts'
import type { Random } from '../../../scripts/demo/random.ts'

/** A request in parts. */
export interface Shape {
  readonly method: string
  readonly path: string
  /** With its question mark; may be empty. */
  readonly query: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
}

export interface Surface {
  /** An API key that may write everything. */
  readonly key: string
  readonly recordId: number
}

/** Node rejects and does not count a longer one, so several parts are shorter than one alone (`longShapes`). */
const MAX_HEAD = 15_500
const MAX_BODY = 256 * 1024

const LENGTHS = [20, 200, 1_000, 1_024, 1_025, 4_000, 4_097]
const BODY_LENGTHS = [100, 1_000, 5_000, 20_000, 65_536, MAX_BODY, MAX_BODY]

/** The repeated piece of a long text: constant, or with a number. */
type Unit = string | ((n: number) => string)

const QUERY_UNITS: readonly Unit[] = [
  '%&',
  '&',
  '=&',
  'a&',
  '%zz=1&',
  'a=%ff&',
  '%00&',
  '+&',
  '%41',
  '%c3%a9',
  'limit=1&',
  '"&',
  'limit=x&',
  'format=json&',
  'a[b]=1&',
  'ordering=',
  'offset=1&limit=18&',
  '__proto__=1&',
  (n) => `${n}&`,
  (n) => `k${n}=%&`,
  (n) => `${n}=${'%e2%82'.repeat(8)}&`,
]

const HEADER_UNITS: Readonly<Record<string, readonly Unit[]>> = {
  accept: [
    'a/b,',
    'text/html;q=0.1,',
    '*/*;q=0.5,',
    ';',
    ',',
    'a/b;c="d,e",',
    'text/html,',
    '"',
    (n) => `a/b${n};q=0.${n},`,
    (n) => `text/html;level=${n},`,
  ],
  'accept-encoding': ['gzip;q=0.5,', 'a,', ',', 'br,', '*;q=0,', (n) => `a${n};q=0.${n},`],
  'accept-language': ['en;q=0.5,', 'a,'],
  'if-none-match': ['"a",', 'W/"a",', ',', '"', ' ,', '*,', (n) => `"${n}",`],
  'if-match': ['"a",', 'W/"a",', ',', '"', '*'],
  'x-forwarded-for': ['127.0.0.1,', '::1,', 'a,', ',', '2001:db8::1, '],
  'content-type': ['application/json;', 'application/json;a=b;', 'a/b;a="\\', 'a'],
  authorization: ['Bearer a', 'a', ' ', `Bearer amk_${'a'.repeat(43)}`],
  traceparent: ['00-', '0'],
  cookie: ['a=b; '],
  expect: ['a'],
  'idempotency-key': ['"', 'a', ' '],
  prefer: ['a=b, '],
  range: ['bytes=0-1,'],
  forwarded: ['for=1.2.3.4;host=a,'],
}
const HEADER_NAMES = Object.keys(HEADER_UNITS)

const BODY_UNITS: readonly Unit[] = [
  '{},',
  '[],',
  '1,',
  '"",',
  'null,',
  '"a":1,',
  '"a":{},',
  '0.1,',
  '1e1,',
  '"\\ud800",',
  'a',
  '\\u0000',
  '\\u0061',
  '\\"',
  '\\n',
  ' ',
  '\n',
  '[',
  '{"a":',
  '0',
  '[[]],',
  ',',
  '~',
  '/',
  (n) => `"k${n}":1,`,
  (n) => `"k${n}":{"a":[${n}]},`,
  (n) => `{"a":${n}},`,
  (n) => `${n}.5,`,
]

/** The texts around the pieces. */
const FRAMES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['"', '"'],
  ['[', '1]'],
  ['{', '"z":1}'],
  ['{"title":"', '"}'],
  ['{"artists":[', '1]}'],
  ['{"featured_image":{', '"z":1}}'],
  ['{"a":', '1}'],
]

const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']
const OTHER_PATHS = [
  '/',
  '/nope',
  '/api/v1/nope/',
  '/docs',
  '/openapi/v1.json',
  '/%zz',
  '/assets/a',
]
const PATH_UNITS = ['/', '/a', '%41', '%2f', 'a', '/..', '%zz']
const TEMPLATES = Object.entries(contract.paths)

/** Requests with one part at its maximum length or longer, one of each kind. */
export function longShapes({ key }: Surface): Shape[] {
  const plain: Shape = {
    method: 'GET',
    path: `${apiRoot}/events/`,
    query: '',
    headers: [],
    body: undefined,
  }
  const long = (units: readonly Unit[], lengths: readonly number[]): string[] =>
    units.flatMap((unit) => lengths.map((length) => repeated(unit, length)))
  const queries = long(QUERY_UNITS, [4_090, 12_000]).map((text) => `?${text}`)
  return [
    ...HEADER_NAMES.flatMap((name) =>
      long(HEADER_UNITS[name] ?? [], [1_020, 12_000]).map((text) => ({
        ...plain,
        headers: [[name, text]] as const,
      })),
    ),
    ...queries.flatMap((query) => [
      { ...plain, query },
      { ...plain, query, method: 'OPTIONS' },
      { ...plain, query, path: '/nope' },
      { ...plain, query, headers: [['authorization', `Bearer ${key}`]] as const },
    ]),
    ...long(PATH_UNITS, [12_000]).map((text) => ({ ...plain, path: `/${text}` })),
  ]
}

/** One body of each kind. */
export function longBodies({ key }: Surface): Shape[] {
  return BODY_UNITS.flatMap((unit) =>
    FRAMES.map(([start, end]) => ({
      method: 'POST',
      path: `${apiRoot}/events/`,
      query: '',
      headers: [
        ['content-type', 'application/json'],
        ['authorization', `Bearer ${key}`],
      ] as const,
      body: `${start}${repeated(unit, 20_000)}${end}`,
    })),
  )
}

/** A request without a body, with some long or unusual parts. */
export function plainShape(random: Random, { key, recordId }: Surface): Shape {
  const method = random.chance(0.6) ? 'GET' : random.pick(METHODS)
  const headers = new Map<string, string>()
  if (random.chance(0.3)) headers.set('authorization', `Bearer ${key}`)
  while (random.chance(0.55)) {
    const name = random.pick(HEADER_NAMES)
    if (!headers.has(name))
      headers.set(name, longText(random, HEADER_UNITS[name] ?? ['a'], LENGTHS))
  }
  if (random.chance(0.1)) headers.set('accept', 'text/html')
  if (random.chance(0.1)) headers.set('if-match', '*')
  if (random.chance(0.1)) {
    headers.set('origin', 'https://a.example').set('access-control-request-method', 'GET')
  }
  const more = random.chance(0.1) ? random.between(1, 90) : 0
  for (let n = 0; n < more; n += 1) headers.set(`x-${n}`, '1')
  const query = random.chance(0.6) ? `?${longText(random, QUERY_UNITS, LENGTHS)}` : ''
  const path = pathOf(random, recordId)
  return { method, path, query, headers: [...headers], body: undefined }
}

/** A request with a repetitive body. */
export function bodyShape(random: Random, { key, recordId }: Surface): Shape {
  const writes = TEMPLATES.flatMap(([template, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.requestBody !== undefined)
      .map(([method]) => [method.toUpperCase(), template] as const),
  )
  const [method, template] = random.pick(writes)
  const isOdd = random.chance(0.1)
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const [start, end] = random.pick(FRAMES)
  const length = random.pick(BODY_LENGTHS)
  const middle = repeated(random.pick(BODY_UNITS), length - start.length - end.length)
  return {
    method: isOdd ? random.pick(METHODS) : method,
    path: isOdd
      ? random.pick(OTHER_PATHS)
      : `${apiRoot}${template.replace(/\{\w+\}/, `${recordId}`)}`,
    query: '',
    headers: [
      ['content-type', random.chance(0.95) ? type : 'text/plain'],
      ...(random.chance(0.9) ? ([['authorization', `Bearer ${key}`]] as const) : []),
      // So that the body is validated.
      ...(method === 'POST' ? [] : ([['if-match', '"a"']] as const)),
    ],
    body: `${start}${middle}${end}`,
  }
}

/** Whether Node reads the whole head. */
export function isReadable(shape: Shape): boolean {
  return bytesOf({ ...shape, body: undefined }, 0).length <= MAX_HEAD
}

/** @param n makes it unique, so that no cached response fits it. */
export function bytesOf({ method, path, query, headers, body }: Shape, n: number): Buffer {
  const hasAccept = headers.some(([name]) => name === 'accept')
  const isPage = headers.some(([name, value]) => name === 'accept' && value === 'text/html')
  const others = headers.filter(([name]) => !(isPage && name === 'accept'))
  const all = [
    ['host', 'a'] as const,
    ...(hasAccept && !isPage
      ? []
      : [['accept', `${isPage ? 'text/html' : 'application/json'};n=${n}`] as const]),
    ...others,
    ...(body === undefined ? [] : [['content-length', `${body.length}`] as const]),
  ]
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${path}${query} HTTP/1.1\r\n${lines}\r\n${body ?? ''}`, 'latin1')
}

export function described({ method, path, query, headers, body }: Shape): string {
  const cut = (text: string): string => {
    const shown = JSON.stringify(text.slice(0, 40)).slice(1, -1)
    return text.length > 40 ? `${shown}... (${text.length})` : shown
  }
  const listed = headers.map(
    ([name, value]) => `${name}: ${cut(value.replace(/amk_[\w-]+/, 'KEY'))}`,
  )
  return [`${method} ${cut(path)}${cut(query)}`, ...listed, ...(body ? [cut(body)] : [])].join(
    ' | ',
  )
}

function pathOf(random: Random, recordId: number): string {
  if (random.chance(0.15)) return random.pick(OTHER_PATHS)
  if (random.chance(0.15)) return `/${longText(random, PATH_UNITS, LENGTHS)}`
  const [template] = random.pick(TEMPLATES)
  const id = random.chance(0.8)
    ? String(recordId)
    : random.pick(['0', '01', '2147483647', '%ff', longText(random, ['1', 'a', '%41'], LENGTHS)])
  return `${apiRoot}${template.replace(/\{\w+\}/, id)}`
}

function longText(random: Random, units: readonly Unit[], lengths: readonly number[]): string {
  return repeated(random.pick(units), random.pick(lengths))
}

function repeated(unit: Unit, length: number): string {
  if (typeof unit === 'string') return unit.repeat(Math.max(1, Math.floor(length / unit.length)))
  let text = ''
  for (let n = 0; text.length + unit(n).length <= length; n += 1) text += unit(n)
  return text
}
