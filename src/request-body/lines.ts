import { Problem } from '../problems/problem.ts'

/** The limits of a batch (contract, batchMarketplaceArtworks). */
const MAX_LINES = 10_000
const MAX_BYTES = 32 * 1024 * 1024
const MAX_LINE_BYTES = 256 * 1024

const LINE_FEED = 0x0a

/** A line of a stream. */
export interface RawLine {
  /** From 1. */
  readonly no: number
  /** Undefined for a line that is too long. */
  readonly bytes: Buffer | undefined
}

/**
 * The lines of a stream, without those that are empty. Reads on only when the next line is wanted.
 * @throws 413 after the last line that the limits allow, and the errors of the stream.
 */
export async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<RawLine> {
  let no = 0
  let lines = 0
  let bytes = 0
  let parts: Buffer[] = []
  const take = (): RawLine | undefined => {
    const line = Buffer.concat(parts)
    parts = []
    no += 1
    if (isBlank(line)) return undefined
    if (lines === MAX_LINES) throw tooLarge(`The batch has more than ${MAX_LINES} lines.`)
    lines += 1
    return { no, bytes: line.length > MAX_LINE_BYTES ? undefined : line }
  }
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > MAX_BYTES)
      throw tooLarge(`The batch is larger than ${MAX_BYTES / 1024 / 1024} MiB.`)
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      parts.push(chunk.subarray(from, end))
      from = end + 1
      const line = take()
      if (line !== undefined) yield line
    }
    parts.push(chunk.subarray(from))
  }
  const last = take()
  if (last !== undefined) yield last
}

/** JSON allows spaces, tabs and a carriage return around a value. */
function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}

function tooLarge(detail: string): Problem {
  return new Problem('content_too_large', detail)
}

/** The problem of a line without bytes. */
export function lineTooLong(): Problem {
  return tooLarge(`The line is larger than ${MAX_LINE_BYTES / 1024} KiB.`)
}
