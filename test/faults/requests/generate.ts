import { randomSource, type Random } from '../../../scripts/demo/random.ts'
import { hostileBody, writtenBody } from './generate-body.ts'
import { oddHeaders } from './generate-headers.ts'
import { HOSTILE_BYTES, HOSTILE_TEXTS } from './hostile-values.ts'
import type { Knowledge, KnownOperation, Values } from './knowledge.ts'
import type { WireRequest } from './wire-client.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH']
const ODD_IDS = ['0', '-1', '01', '1.0', '1e3', '+1', '2147483648', '9223372036854775808']
const ODD_PARAMETERS = ['__proto__', 'constructor[prototype]', 'utm_source', 'Limit', 'offset[]']

/**
 * Requests that fit the contract, such as almost do, and such as never could, the n-th of a seed always
 * the same.
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
  const path = `${contract.apiRoot}${operation.template.replace('{id}', id || '%20')}`
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

/** Mostly few records a page: a hundred say no more than three, and are validated against the contract. */
function parameterText(random: Random, name: string, { good, bad }: Values<string>): string {
  if (name === 'limit' && random.chance(0.9)) return String(random.between(1, 4))
  if (name === 'offset' && random.chance(0.7)) return String(random.below(3_000))
  const roll = random.next()
  if (roll < 0.75 && good.length > 0) return encodeURIComponent(random.pick(good))
  if (roll < 0.9 && bad.length > 0) return encodeURIComponent(random.pick(bad))
  return targetText(random.pick(HOSTILE_TEXTS))
}

/** Encoded, but for what is a broken code already; never with what would end the request line. */
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
