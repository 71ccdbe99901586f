import { type Random, randomSource } from '../../../scripts/demo/random.ts'
import { HOSTILE_BODIES, HOSTILE_BYTES, HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-values.ts'
import type { Knowledge, KnownBody, KnownOperation, Values } from './knowledge.ts'
import type { WireRequest } from './wire-client.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH']
const ODD_IDS = ['0', '-1', '01', '1.0', '1e3', '+1', '2147483648', '9223372036854775808']
const ODD_PARAMETERS = ['__proto__', 'constructor[prototype]', 'utm_source', 'Limit', 'offset[]']

/**
 * Valid, almost valid and hostile requests; the n-th of a seed is always the same.
 */
export function requestSource(knowledge: Knowledge, seed: number): (n: number) => WireRequest {
  const source = randomSource(`requests ${seed}`)
  return (n) => {
    const random = source(n)
    if (random.chance(0.03)) return unreadable(random)
    const known = random.pick(knowledge.operations)
    const method = random.chance(0.9) ? known.operation.method : random.pick(METHODS)
    const url = pathOf(random, knowledge, known) + queryOf(random, known)
    return assemble(
      random,
      knowledge,
      known,
      random.chance(0.05) && method === 'GET' ? 'HEAD' : method,
      url,
    )
  }
}

function assemble(
  random: Random,
  { url: root, key }: Knowledge,
  { body: knownBody }: KnownOperation,
  method: string,
  url: string,
): WireRequest {
  const isBodied = knownBody !== undefined && random.chance(0.97)
  const body = isBodied
    ? random.chance(0.1)
      ? hostileBody(random)
      : writtenBody(random, knownBody, method)
    : undefined
  const headers: Record<string, string> = {
    ...(body && { 'content-type': mediaType(random, knownBody?.mediaTypes ?? []) }),
    ...oddHeaders(random, key, method),
    ...(body && { 'content-length': String(body.length) }),
  }
  const lines = Object.entries({ host: new URL(root).host, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`, 'latin1')
  const bytes = body === undefined ? head : Buffer.concat([head, body])
  return { method, url, headers, bytes, isAlone: false }
}

/** Its response is validated by the rules for every response: its operation is unknown. */
function unreadable(random: Random): WireRequest {
  const bytes = Buffer.from(random.pick(HOSTILE_BYTES), 'latin1')
  return { method: 'GET', url: '/', headers: {}, bytes, isAlone: true }
}

function pathOf(random: Random, { contract, highestId }: Knowledge, { operation }: KnownOperation) {
  const id = random.chance(0.8)
    ? String(random.between(1, highestId + 100))
    : random.pick([...ODD_IDS, ...HOSTILE_TEXTS.map(targetText)])
  const path = `${contract.apiRoot}${operation.template.replace(/\{\w+\}/, id || '%20')}`
  if (random.chance(0.96)) return path
  return random.pick([
    path.slice(0, -1),
    `${path}/`,
    path.toUpperCase(),
    `${path}../`,
    path.replace('/v1', '/v2'),
    `${path}%00`,
    path.replace('/api', '//api'),
  ])
}

function queryOf(random: Random, { queries }: KnownOperation): string {
  const pairs: string[] = []
  for (const [name, values] of queries) {
    if (random.chance(name === 'limit' ? 0.9 : 0.25)) {
      pairs.push(`${name}=${parameterText(random, name, values)}`)
    }
  }
  if (random.chance(0.04)) pairs.push(`${random.pick(ODD_PARAMETERS)}=1`)
  const [first] = pairs
  if (random.chance(0.02) && first !== undefined) pairs.push(first)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Mostly few records a page, because every record is validated against the contract. */
function parameterText(random: Random, name: string, { good, bad }: Values<string>): string {
  if (name === 'limit' && random.chance(0.9)) return String(random.between(1, 4))
  if (name === 'offset' && random.chance(0.7)) return String(random.below(3_000))
  const roll = random.next()
  if (roll < 0.75 && good.length > 0) return encodeURIComponent(random.pick(good))
  if (roll < 0.9 && bad.length > 0) return encodeURIComponent(random.pick(bad))
  return targetText(random.pick(HOSTILE_TEXTS))
}

/** Percent-encoded, except invalid encodings; never with a character that ends the request line. */
function targetText(text: string): string {
  if (/^%\w\w/.test(text)) return text
  // UTF-8 knows no lone surrogates.
  return encodeURIComponent(Buffer.from(text.slice(0, 3_000)).toString())
}

function mediaType(random: Random, known: readonly string[]): string {
  if (known.length > 0 && random.chance(0.92)) return random.pick(known)
  return random.pick([
    'text/plain',
    'application/xml',
    'application/json; charset=latin1',
    'application/json; charset=utf-8',
    'application/json;;;=',
    'multipart/form-data',
    '*/*',
    'json',
  ])
}

const ODD: Readonly<Record<string, readonly string[]>> = {
  accept: [
    '*/*',
    'application/json',
    'text/html;q=0.1, application/json;q=0.9',
    'image/png',
    'application/json;q=0',
    ';;;',
    'application/*;q=2',
    'a'.repeat(2_000),
  ],
  'if-none-match': ['*', '"a"', 'W/"a", "b"', 'garbage', '"'],
  'x-forwarded-for': ['127.0.0.1', '::1, 10.0.0.1', 'a\tb', '1'.repeat(500)],
  'x-forwarded-host': ['evil.example'],
  'x-forwarded-proto': ['javascript'],
  'x-http-method-override': ['DELETE'],
  forwarded: ['for=1.2.3.4;host=evil.example'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0', 'ff'],
  origin: ['https://evil.example', 'null'],
  range: ['bytes=0-1', 'bytes=9-1'],
  expect: ['100-continue', 'foo'],
  'content-encoding': ['gzip', 'identity'],
  upgrade: ['h2c', 'websocket'],
  cookie: ['a=b; __proto__=1'],
  'user-agent': ['', '<script>', "'"],
}
const ODD_NAMES = Object.keys(ODD)
const KEYS = ['"a"', 'a', '', 'k'.repeat(256), 'a b', 'é', '"']
const MATCHES = ['*', '*', '*', '"a"', 'W/"a"', '"a", "b"', 'garbage', '']
const CREDENTIALS = ['Bearer', 'Bearer amk_1', 'Basic YTpi', 'Bearer amk_' + '0'.repeat(43), 'x']
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Headers beside those of the content: mostly the required ones, sometimes arbitrary ones. */
function oddHeaders(random: Random, key: string, method: string): Record<string, string> {
  const headers: Record<string, string> = {}
  const isWrite = WRITES.has(method)
  if (random.chance(isWrite ? 0.93 : 0.2)) headers['authorization'] = `Bearer ${key}`
  else if (random.chance(0.2)) headers['authorization'] = random.pick(CREDENTIALS)
  if (isWrite && random.chance(0.9)) headers['if-match'] = random.pick(MATCHES)
  if (method === 'POST' && random.chance(0.4)) {
    headers['idempotency-key'] = random.chance(0.7)
      ? `key ${random.below(1_000_000)}`
      : random.pick(KEYS)
  }
  while (random.chance(0.15)) {
    const name = random.pick(ODD_NAMES)
    headers[name] = random.pick(ODD[name] ?? [''])
  }
  return headers
}

const MAX_CHANGES = 3

/** A valid body with some fields changed to valid, invalid or hostile values. */
function writtenBody(random: Random, { valid, fields }: KnownBody, method: string): Buffer {
  const names = [...fields.keys()]
  const body: Record<string, unknown> =
    method === 'PATCH' ? {} : { ...valid, ...(random.chance(0.1) && { unknown_field: 1 }) }
  const raw = new Map<string, string>()
  const changes = random.between(method === 'PATCH' ? 1 : 0, MAX_CHANGES)
  for (let n = 0; n < changes; n += 1) {
    const name = random.pick(names)
    const values = fields.get(name)
    const roll = random.next()
    if (roll < 0.55 && values?.good.length) body[name] = random.pick(values.good)
    else if (roll < 0.8 && values?.bad.length) body[name] = random.pick(values.bad)
    else if (roll < 0.95) body[name] = random.pick(HOSTILE_TEXTS)
    else {
      const mark = `\u00abraw ${n}\u00bb`
      body[name] = mark
      raw.set(`"${mark}"`, random.pick(HOSTILE_JSON))
    }
  }
  if (method !== 'PATCH' && random.chance(0.1)) delete body[random.pick(names)]
  let text = JSON.stringify(body)
  for (const [mark, json] of raw) text = text.replace(mark, () => json)
  return Buffer.from(text)
}

function hostileBody(random: Random): Buffer {
  return random.pick(HOSTILE_BODIES)
}
