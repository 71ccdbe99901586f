import type { Send } from '../../../scripts/contract/http-client.ts'
import { survey, type Survey } from '../../../scripts/contract/survey.ts'
import {
  readContract,
  type Contract,
  type Operation,
} from '../../../scripts/contract/validate/contract.ts'
import type { Document } from '../../../scripts/contract/validate/document.ts'
import {
  badTexts,
  badValues,
  goodTexts,
  goodValues,
  writingOf,
} from '../../../scripts/contract/values.ts'
import { type Random, randomSource } from '../../../scripts/demo/random.ts'
import {
  BODY_PIECES,
  FRAMES,
  HEADER_PIECES,
  HOSTILE_BODIES,
  HOSTILE_JSON,
  HOSTILE_TEXTS,
  MEDIA_TYPES,
  QUERY_PIECES,
  type Piece,
} from './hostile-values.ts'

// Requests made from the contract, for every oracle of the fault tests: whether the response is valid by the contract
// (parts/requests.ts), what the request costs, and whether it was counted (request-costs.faults.ts).

/** A request in parts. */
export interface Request {
  readonly method: string
  /** The path and the query. */
  readonly url: string
  /** Without `host` and `content-length`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

export function bytesOf({ method, url, headers, body }: Request): Buffer {
  const length = body && { 'content-length': String(body.length) }
  const lines = Object.entries({ host: 'a', ...headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body])
}

/** Valid and invalid parts of requests according to the published document. */
export interface Knowledge {
  readonly key: string
  readonly contract: Contract
  readonly operations: readonly KnownOperation[]
  /** The highest id of an existing record. */
  readonly highestId: number
}

interface KnownOperation {
  readonly operation: Operation
  /** By the name of the parameter. */
  readonly queries: ReadonlyMap<string, Values<string>>
  /** Undefined for operations without a JSON object as their body. */
  readonly body: KnownBody | undefined
}

interface KnownBody {
  readonly mediaTypes: readonly string[]
  readonly valid: Readonly<Record<string, unknown>>
  /** By the name of the field. */
  readonly fields: ReadonlyMap<string, Values<unknown>>
}

interface Values<Value> {
  readonly good: readonly Value[]
  readonly bad: readonly Value[]
}

/** Reads the published document and the existing records. */
export async function gatherKnowledge(
  send: Send,
  given: Pick<Knowledge, 'key' | 'highestId'>,
): Promise<Knowledge> {
  const { text } = await send({ url: '/openapi/v1.json' })
  const contract = readContract(JSON.parse(text) as Document)
  const found = await survey(contract, send)
  const operations = contract.operations
    // It would end the key that all requests have.
    .filter(({ id }) => id !== 'deleteApiKey')
    .map((operation) => known(contract, found, operation))
  return { ...given, contract, operations }
}

function known(contract: Contract, found: Survey, operation: Operation): KnownOperation {
  const queries = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema: node, example }): [string, Values<string>] => {
      const schema = contract.resolve(node)
      // A request that waits for changes takes so many seconds.
      const good = name === 'wait' ? ['0'] : goodTexts(schema, example)
      return [name, { good, bad: badTexts(schema) }]
    })
  return { operation, queries: new Map(queries), body: knownBody(contract, found, operation) }
}

function knownBody(contract: Contract, found: Survey, operation: Operation): KnownBody | undefined {
  const writing = writingOf(contract, found, operation, 'Generated')
  const fields = Object.entries(writing?.schema.properties ?? {}).map(
    ([name, node]): [string, Values<unknown>] => [
      name,
      {
        good: goodValues(contract, node),
        bad: badValues(contract, node).map(({ value }) => value),
      },
    ],
  )
  if (writing === undefined || fields.length === 0) return undefined
  const mediaTypes = Object.keys(operation.requestBody?.content ?? {})
  return { mediaTypes, valid: writing.body, fields: new Map(fields) }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH']
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Valid, almost valid, hostile and long requests; the n-th of a seed is always the same. */
export function requestSource(knowledge: Knowledge, seed: number): (n: number) => Request {
  const source = randomSource(`requests ${seed}`)
  return (n) => {
    const random = source(n)
    const chosen = random.pick(knowledge.operations)
    const usual = random.chance(0.9) ? chosen.operation.method : random.pick(METHODS)
    const method = random.chance(0.05) && usual === 'GET' ? 'HEAD' : usual
    const url = pathOf(random, knowledge, chosen) + queryOf(random, chosen)
    const body = bodyOf(random, chosen.body, method)
    const type = body && { 'content-type': mediaType(random, chosen.body?.mediaTypes ?? []) }
    const headers = { ...type, ...headersOf(random, knowledge.key, method) }
    return { method, url, headers, body }
  }
}

const LENGTHS = [20, 200, 1_000, 1_024, 1_025, 4_000, 4_097]
export const MAX_BODY = 256 * 1024
const BODY_LENGTHS = [100, 1_000, 5_000, 20_000, 65_536, MAX_BODY, MAX_BODY]

/** A piece once, or often. */
function textOf(random: Random, pieces: readonly Piece[]): string {
  return repeated(random.pick(pieces), random.chance(0.7) ? 0 : random.pick(LENGTHS))
}

/** As often as it fits into the length, but at least once. */
export function repeated(piece: Piece, length: number): string {
  if (typeof piece === 'string') return piece.repeat(Math.max(1, length / (piece.length || 1)))
  let text = piece(0)
  for (let n = 1; text.length + piece(n).length <= length; n += 1) text += piece(n)
  return text
}

const ODD_IDS = ['0', '-1', '01', '1.0', '1e3', '+1', '2147483648', '9223372036854775808']

function pathOf(random: Random, { contract, highestId }: Knowledge, { operation }: KnownOperation) {
  const id = random.chance(0.8)
    ? String(random.between(1, highestId + 100))
    : random.pick([...ODD_IDS, targetText(textOf(random, HOSTILE_TEXTS))])
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

/** The parameters without which a response has many records, every one of which is validated against the contract. */
const SHORTENS = new Set(['limit', 'after'])

function queryOf(random: Random, { queries }: KnownOperation): string {
  const pairs = [...queries]
    .filter(([name]) => random.chance(SHORTENS.has(name) ? 0.9 : 0.25))
    .map(([name, values]) => `${name}=${parameterText(random, name, values)}`)
  const [first] = pairs
  if (random.chance(0.02) && first !== undefined) pairs.push(first)
  if (random.chance(0.06)) pairs.push(textOf(random, QUERY_PIECES))
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Mostly few records a response: those of a page, or after one of the last ids of a catalogue of 3,000. */
function parameterText(random: Random, name: string, { good, bad }: Values<string>): string {
  if (name === 'limit' && random.chance(0.9)) return String(random.between(1, 4))
  if (name === 'after' && random.chance(0.9)) return String(random.between(2_950, 3_050))
  if (name === 'offset' && random.chance(0.7)) return String(random.below(3_000))
  const roll = random.next()
  if (roll < 0.75 && good.length > 0) return encodeURIComponent(random.pick(good))
  if (roll < 0.9 && bad.length > 0) return encodeURIComponent(random.pick(bad))
  return targetText(textOf(random, HOSTILE_TEXTS))
}

/** Percent-encoded, except invalid encodings; never with a character that ends the request line. */
function targetText(text: string): string {
  if (/^%\w\w/.test(text)) return text
  // UTF-8 knows no lone surrogates.
  return encodeURIComponent(Buffer.from(text.slice(0, 1_000)).toString())
}

function mediaType(random: Random, usual: readonly string[]): string {
  return random.chance(0.92) ? random.pick(usual) : textOf(random, MEDIA_TYPES)
}

/** Headers beside those of the content: mostly the required ones, sometimes arbitrary ones. */
function headersOf(random: Random, key: string, method: string): Record<string, string> {
  const headers: Record<string, string> = {}
  const odd = (name: string): void => {
    headers[name] = textOf(random, HEADER_PIECES[name] ?? [])
  }
  const isWrite = WRITES.has(method)
  if (random.chance(isWrite ? 0.93 : 0.2)) headers['authorization'] = `Bearer ${key}`
  else if (random.chance(0.2)) odd('authorization')
  if (isWrite && random.chance(0.9)) {
    if (random.chance(0.5)) headers['if-match'] = '*'
    else odd('if-match')
  }
  if (method === 'POST' && random.chance(0.4)) {
    if (random.chance(0.7)) headers['idempotency-key'] = `key ${random.below(1_000_000)}`
    else odd('idempotency-key')
  }
  while (random.chance(0.15)) odd(random.pick(Object.keys(HEADER_PIECES)))
  return headers
}

function bodyOf(random: Random, body: KnownBody | undefined, method: string): Buffer | undefined {
  if (body === undefined || random.chance(0.03)) return undefined
  if (random.chance(0.9)) return changedBody(random, body, method)
  if (random.chance(0.5)) return random.pick(HOSTILE_BODIES)
  return framed(random.pick(FRAMES), random.pick(BODY_PIECES), random.pick(BODY_LENGTHS))
}

/** A body of many equal pieces. */
export function framed([start, end]: readonly [string, string], piece: Piece, length: number) {
  return Buffer.from(`${start}${repeated(piece, length - start.length - end.length)}${end}`)
}

const MAX_CHANGES = 3

/** A valid body with some fields changed to valid, invalid or hostile values. */
function changedBody(random: Random, { valid, fields }: KnownBody, method: string): Buffer {
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
    else if (roll < 0.95) body[name] = textOf(random, HOSTILE_TEXTS)
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
