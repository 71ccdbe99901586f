import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { AcceptedEncoding, Encoding } from './accept-encoding.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Measured on a page of 68,060 bytes: brotli makes 8,562 of it in 0.31 ms at 4, and 7,700 in 0.51 ms
 * at 5; gzip 9,868 in 0.23 ms at 4, 8,901 in 0.29 ms at 5, and 8,667 in 0.34 ms at 6.
 */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5

/**
 * Lists become a seventh of what they were. Each piece is a way to another thread and back, which takes
 * longer than the room costs that is too much.
 */
const PIECE_SHARE = 1 / 4
const LEAST_PIECE = 4_096

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The encoding that a body of this many bytes is sent in. */
export function encodingFor({ encoding, fromBytes }: AcceptedEncoding, bytes: number): Encoding {
  return bytes > 0 && bytes >= fromBytes ? encoding : 'identity'
}

/**
 * The way to another thread and back takes more than to encode one record: of 4 KB three times as much
 * of the processor, of 16 KB once and a half to twice.
 */
const SHORT_BYTES = 32 * 1024

export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  const isShort = body.length <= SHORT_BYTES
  const chunkSize = Math.max(LEAST_PIECE, Math.ceil(body.length * PIECE_SHARE))
  if (encoding === 'gzip') {
    const options = { level: GZIP_LEVEL, chunkSize }
    return isShort ? gzipSync(body, options) : compressGzip(body, options)
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const options = { params, chunkSize }
  return isShort ? brotliCompressSync(body, options) : compressBrotli(body, options)
}

/** The headers of a form of its own, with a tag of its own (RFC 9110, section 8.8.3.3). */
export function encodedHeaders(encoding: Encoding, headers: Headers): Headers {
  if (encoding === 'identity') return headers
  const { etag } = headers
  return {
    ...headers,
    'content-encoding': encoding,
    ...(etag !== undefined && { etag: encodedTag(etag, encoding) }),
  }
}

/** Its beginning stays: `If-Match` is held against the version that stands there. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return encoding === 'identity' ? etag : etag.replace(/"$/, `-${encoding}"`)
}
