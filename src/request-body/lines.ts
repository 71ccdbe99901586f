import { Problem } from '../problems/problem.ts'

export const MAX_BYTES = 32 * 1024 * 1024

/** The limits of a batch (contract, batchMarketplaceArtworks). */
const BATCH = {
  lines: 10_000,
  emptyLines: 10_000,
  bytes: MAX_BYTES,
  lineBytes: 256 * 1024,
}

type Limits = Readonly<typeof BATCH>

const LINE_FEED = 0x0a

interface RawLine {
  /** From 1. */
  readonly no: number
  /** Undefined for a line that is too long. */
  readonly bytes: Buffer | undefined
}

/**
 * The lines of a body, without those that are empty. Reads on only when the next line is wanted.
 * @param max by default the limits of a batch.
 * @throws 413 after the last line that the limits allow, and the errors of the stream.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  max: Limits = BATCH,
): AsyncGenerator<RawLine> {
  let no = 0
  let empty = 0
  let bytes = 0
  let length = 0
  let parts: Buffer[] = []
  const add = (part: Buffer): void => {
    length += part.length
    // The bytes of a line that is too long are not kept.
    if (length <= max.lineBytes) parts.push(part)
    else parts = []
  }
  const take = (): RawLine | undefined => {
    const line = length > max.lineBytes ? undefined : Buffer.concat(parts)
    length = 0
    parts = []
    no += 1
    if (line !== undefined && isBlank(line)) {
      empty += 1
      if (empty > max.emptyLines) throw tooMany(`${max.emptyLines} empty lines`)
      return undefined
    }
    if (no - empty > max.lines) throw tooMany(`${max.lines} lines`)
    return { no, bytes: line }
  }
  for await (const chunk of chunks) {
    const allowed = chunk.subarray(0, max.bytes - bytes)
    bytes += chunk.length
    let from = 0
    for (let end = allowed.indexOf(LINE_FEED); end !== -1; end = allowed.indexOf(LINE_FEED, from)) {
      add(allowed.subarray(from, end))
      from = end + 1
      const line = take()
      if (line !== undefined) yield line
    }
    if (bytes > max.bytes) throw batchTooLarge()
    add(allowed.subarray(from))
  }
  const last = length > 0 ? take() : undefined
  if (last !== undefined) yield last
}

/** JSON allows spaces, tabs and a carriage return around a value. */
function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)
}

export function batchTooLarge(): Problem {
  return tooLarge(`The batch is larger than ${MAX_BYTES / 1024 / 1024} MiB.`)
}

function tooMany(maximum: string): Problem {
  return tooLarge(`The batch has more than ${maximum}.`)
}

function tooLarge(detail: string): Problem {
  return new Problem('content_too_large', detail)
}

/** The problem of a line without bytes. */
export function lineTooLong(): Problem {
  return tooLarge(`The line is larger than ${BATCH.lineBytes / 1024} KiB.`)
}
