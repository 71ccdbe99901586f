import { Rejection } from './row.ts'

/** A line without its line feed; `bytes` is undefined when it is longer than `MAX_LINE_BYTES`. */
export interface Line {
  readonly number: number
  readonly bytes: Buffer | undefined
}

/** The longest line of the publishers is 40 KB; one that never ends must not fill the memory. */
const MAX_LINE_BYTES = 1_048_576
const LINE_FEED = 10

/** Cuts a stream of bytes into lines. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const append = (part: Buffer): void => {
    length += part.length
    if (length > MAX_LINE_BYTES) parts = []
    else parts.push(part)
  }
  const take = (): Line => {
    const bytes = length > MAX_LINE_BYTES ? undefined : Buffer.concat(parts)
    parts = []
    length = 0
    return { number: ++number, bytes }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      append(chunk.subarray(start, end))
      yield take()
    }
    append(chunk.subarray(start))
  }
  if (length > 0) yield take()
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The line as text, without a byte order mark.
 * @throws {Rejection} when it is too long, or not UTF-8.
 */
export function lineText({ bytes }: Line): string {
  if (bytes === undefined) throw new Rejection('the line is longer than 1 MiB')
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Rejection('the line is not valid UTF-8')
  }
}
