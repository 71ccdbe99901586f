import { bytesOf, framed, repeated, type Request } from './generate.ts'
import {
  BODY_PIECES,
  FRAMES,
  HEADER_PIECES,
  PATH_PIECES,
  QUERY_PIECES,
  type Piece,
} from './hostile-values.ts'

const EVENTS = '/api/v1/events/'
const HTML = { accept: 'text/html' }
const OTHER_PATHS = [
  '/',
  '/nope',
  '/api/v1/nope/',
  '/docs',
  '/openapi/v1.json',
  '/%zz',
  '/assets/a',
]
/** Headers with which the contract does not describe the response. */
const NOT_DESCRIBED: readonly (readonly [string, readonly Piece[]])[] = [
  ['accept', ['text/html;q=0.1,', (n) => `text/html;level=${n},`]],
  ['accept-encoding', ['gzip;q=0.5,', 'a,', ',', 'br,', '*;q=0,', (n) => `a${n};q=0.${n},`]],
]
/** Node rejects and does not count a longer one. */
const MAX_HEAD = 15_500

/** Requests with one part at its maximum length or longer, one of each kind. */
export function longRequests(key: string): Request[] {
  const plain: Request = { method: 'GET', url: EVENTS, headers: {}, body: undefined }
  const long = (pieces: readonly Piece[], lengths: readonly number[]): string[] =>
    pieces.flatMap((piece) => lengths.map((length) => repeated(piece, length)))
  const headers = [
    ...[...Object.entries(HEADER_PIECES), ...NOT_DESCRIBED].flatMap(([name, pieces]) =>
      long(pieces, [1_000, 12_000]).map((text) => ({ [name]: text })),
    ),
    { authorization: `Bearer ${key}`, 'if-match': '*' },
    { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`x-${n}`, '1'])),
  ]
  const queries = long(QUERY_PIECES, [4_090, 12_000]).map((text) => `?${text}`)
  const all = [
    ...headers.map((each) => ({ ...plain, headers: each })),
    ...queries.flatMap((query) => [
      { ...plain, url: EVENTS + query },
      { ...plain, url: EVENTS + query, method: 'OPTIONS' },
      { ...plain, url: EVENTS + query, headers: HTML },
      { ...plain, url: `/nope${query}` },
      { ...plain, url: EVENTS + query, headers: { authorization: `Bearer ${key}` } },
    ]),
    ...[...OTHER_PATHS, ...long(PATH_PIECES, [12_000]).map((text) => `/${text}`)].map((url) => ({
      ...plain,
      url,
    })),
  ]
  return all.filter(isReadable)
}

/** One body of each kind. */
export function longBodies(key: string): Request[] {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  return BODY_PIECES.flatMap((piece) =>
    FRAMES.map((frame) => ({
      method: 'POST',
      url: EVENTS,
      headers,
      body: framed(frame, piece, 20_000),
    })),
  )
}

/** Whether Node reads the whole head. */
export function isReadable(request: Request): boolean {
  return bytesOf({ ...request, body: undefined }).length <= MAX_HEAD
}
