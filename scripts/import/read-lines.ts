import { Rejection } from './row.ts'

/** A line without its line feed; `bytes` is undefined when it is longer than `MAX_LINE_BYTES`. */
export interface Line {
  readonly number: number
  readonly bytes: Buffer | undefined
}

/** The longest line of the publishers is 40 KB; one that never ends must not fill the memory. */
const MAX_LINE_BYTES = 1_048_576
export const LINE_TOO_LONG = 'the line is longer than 1 MiB'

const LINE_FEED = 10

/** Cuts a stream of bytes into lines. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const line = new LineBuffer()
  let number = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      line.append(chunk.subarray(start, end))
      yield { number: ++number, bytes: line.take() }
    }
    line.append(chunk.subarray(start))
  }
  if (!line.isEmpty()) yield { number: ++number, bytes: line.take() }
}

/** Collects one line, and only counts its bytes once they are too many. */
class LineBuffer {
  #parts: Buffer[] = []
  #length = 0

  append(part: Buffer): void {
    this.#length += part.length
    if (this.#length > MAX_LINE_BYTES) this.#parts = []
    else this.#parts.push(part)
  }

  isEmpty(): boolean {
    return this.#length === 0
  }

  take(): Buffer | undefined {
    const bytes = this.#length > MAX_LINE_BYTES ? undefined : Buffer.concat(this.#parts)
    this.#parts = []
    this.#length = 0
    return bytes
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Bytes as text, without a byte order mark.
 * @throws {Rejection} when they are no UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Rejection('the line is not valid UTF-8')
  }
}
