import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Problem } from '../problems/problem.ts'
import { batchTooLarge } from './lines.ts'

/**
 * The unpacked bytes of a stream. Unpacks no faster than the result is read, so that a few bytes never become many in memory.
 * @param packed is left open when the result is not read to its end.
 * @param maxBytes of `packed`: parts without content could go on for ever.
 * @throws 400 for bytes that are not gzip or end too early, 413 beyond `maxBytes`, and the errors of the stream.
 */
export async function* gunzip(
  packed: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const unpacking = createGunzip()
  // The reader of `unpacking` gets its errors.
  pipeline(Readable.from(limited(packed, maxBytes)), unpacking, () => {})
  try {
    yield* unpacking as AsyncIterable<Buffer>
  } catch (error) {
    throw isCorrupt(error) ? notGzip(error) : error
  }
}

async function* limited(packed: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of packed) {
    bytes += chunk.length
    if (bytes > maxBytes) throw batchTooLarge()
    yield chunk
  }
}

/** The codes of zlib's own errors. */
function isCorrupt(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_')
}

function notGzip(cause: unknown): Problem {
  const detail = 'The body is not gzip as its Content-Encoding says, or it ends too early.'
  return new Problem('invalid_request', detail, { cause })
}
