import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import Negotiator from 'negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { memoize } from '../cache/memoize.ts'
import { bytesOf, type Latin1Texts } from '../response-body.ts'

/** Content codings (RFC 9110, section 8.4.1). */
type Encoding = 'br' | 'gzip' | 'identity'

type Headers = Readonly<Record<string, string>>

/** In order of preference. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity']

/** A shorter body fits into one packet, compressed or not. */
const MIN_COMPRESSED_BYTES = 1024

/**
 * Processor time on this thread for a page of 68 KB, and its compressed size. Brotli 1: 0.26 ms, 9,714 bytes; 2: 0.47 ms,
 * 9,431 bytes. Gzip 3: 0.46 ms, 10,106 bytes; 1: 0.43 ms, 10,823 bytes. To read the page takes about 0.6 ms, that of
 * PostgreSQL included.
 */
const BROTLI_QUALITY = 1

const GZIP_LEVEL = 3

/** The logarithm of the window. A page fits into it; with 16, Brotli 1 has 8 % more bytes, and is not faster. */
const BROTLI_WINDOW = 18

/**
 * Size of the output buffer as a share of the input, more than the eighth to which lists are compressed. Above
 * `MAX_SYNC_BYTES`, each further chunk is a round trip to the thread pool, which costs more than the unused memory.
 */
const CHUNK_SHARE = 1 / 4

const MIN_CHUNK_BYTES = 4_096

/**
 * Shorter bodies are compressed on this thread, for a millisecond at most: the thread pool takes three times as much
 * processor time for 4 KB, and 1.3 to 2 times as much for a page of 68 KB.
 */
const MAX_SYNC_BYTES = 128 * 1024

const compressBrotli = promisify(brotliCompress)

const compressGzip = promisify(gzip)

/** The encoding that a client accepts for its response. */
interface AcceptedEncoding {
  readonly encoding: Encoding
  /** Shorter bodies, in bytes, are sent without encoding. */
  readonly fromBytes: number
}

/** Reads `Accept-Encoding` with its q values (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header = ''): AcceptedEncoding {
  return memoizedNegotiation(header)
}

const memoizedNegotiation = memoize(negotiate, { maxEntries: 256, maxKeyLength: 128 })

/** The types of Negotiator lack `preferred`. */
interface Negotiation {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
}

/** If no encoding is acceptable, the response is sent without one (RFC 9110, section 12.5.3, allows that). */
function negotiate(header: string): AcceptedEncoding {
  const negotiation: Negotiation = new Negotiator({ headers: { 'accept-encoding': header } })
  const accepted = negotiation.encodings(ENCODINGS, { preferred: ENCODINGS }) as Encoding[]
  const [encoding = 'identity'] = accepted
  return { encoding, fromBytes: accepted.includes('identity') ? MIN_COMPRESSED_BYTES : 0 }
}

/** The encoding for a body of this length. */
export function encodingFor({ encoding, fromBytes }: AcceptedEncoding, bytes: number): Encoding {
  return bytes > 0 && bytes >= fromBytes ? encoding : 'identity'
}

export async function encode(
  body: Buffer,
  encoding: Encoding,
  isSync = body.length <= MAX_SYNC_BYTES,
): Promise<Buffer> {
  if (encoding === 'identity') return body
  const chunkSize = Math.max(MIN_CHUNK_BYTES, Math.ceil(body.length * CHUNK_SHARE))
  if (encoding === 'gzip') {
    const options = { level: GZIP_LEVEL, chunkSize }
    return isSync ? gzipSync(body, options) : compressGzip(body, options)
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const options = { params, chunkSize }
  return isSync ? brotliCompressSync(body, options) : compressBrotli(body, options)
}

/** For streams: zlib's default of 16 KiB would need eight times as many round trips to the thread pool. */
const STREAM_CHUNK_BYTES = 128 * 1024

/** Encodes a stream while it is read. An error of the stream, and its end before time, are those of the result. */
export function encodeStream(stream: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return stream
  const chunkSize = STREAM_CHUNK_BYTES
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const encoder =
    encoding === 'gzip'
      ? createGzip({ level: GZIP_LEVEL, chunkSize })
      : createBrotliCompress({ params, chunkSize })
  // Destroys both when one of them fails or is closed.
  pipeline(stream, encoder, () => {})
  return encoder
}

/** Each encoding is a representation with an entity tag of its own (RFC 9110, section 8.8.3.3). */
export function encodedHeaders(encoding: Encoding, headers: Headers): Headers {
  if (encoding === 'identity') return headers
  const { etag } = headers
  return {
    ...headers,
    'content-encoding': encoding,
    ...(etag !== undefined && { etag: tagFor(encoding, etag) }),
  }
}

/** The prefix stays, because `If-Match` is compared with the version in it. */
function tagFor(encoding: Encoding, etag: string): string {
  return encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
}

/** A hook that compresses complete bodies. */
export async function compressBody(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || !Buffer.isBuffer(payload)) return payload
  const encoding = encodingOf(request, payload)
  if (encoding === 'identity') return payload
  const etag = reply.getHeader('etag')
  void reply.headers(encodedHeaders(encoding, typeof etag === 'string' ? { etag } : {}))
  return cached(payload, encoding, () => encode(payload, encoding))
}

/** The entity tag of a body as `compressBody` sends it. */
export function encodedTag(request: FastifyRequest, body: Buffer, etag: string): string {
  return tagFor(encodingOf(request, body), etag)
}

function encodingOf({ headers }: FastifyRequest, { length }: Buffer): Encoding {
  return encodingFor(acceptedEncoding(headers['accept-encoding']), length)
}

/** By body: static routes send the same Buffer for every request. */
const cachedEncodings = new WeakMap<object, Map<Encoding, Promise<Buffer>>>()

/**
 * The encoding of changes that thousands of clients may have waited for: made once, on this thread. Otherwise those who have
 * had their turns meanwhile would all be sent theirs at the same moment.
 */
export function sharedEncoding(body: Latin1Texts, encoding: Encoding): Promise<Buffer> {
  return cached(body, encoding, () => encode(bytesOf(body), encoding, true))
}

function cached(body: object, encoding: Encoding, make: () => Promise<Buffer>): Promise<Buffer> {
  const encodings = cachedEncodings.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  cachedEncodings.set(body, encodings)
  const encoded = encodings.get(encoding) ?? make()
  encodings.set(encoding, encoded)
  return encoded
}
