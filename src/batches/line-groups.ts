import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestLine } from '../contract/request-lines.ts'

/** The lines that one transaction writes: larger groups delay other writers, smaller ones take longer in all. */
const GROUP_LINES = 200
const GROUP_BYTES = 1024 * 1024

/** A group is written at the latest this long after its first line, so that a slow sender gets results. */
const GROUP_WAIT_MS = 100

/** Groups of lines. The input is read on only when the next group is wanted, so a fast sender waits. */
export async function* groupsOf(lines: AsyncIterable<RequestLine>): AsyncGenerator<RequestLine[]> {
  const reader = lines[Symbol.asyncIterator]()
  let next = reader.next()
  try {
    for (;;) {
      const group: RequestLine[] = []
      let bytes = 0
      let read: IteratorResult<RequestLine> | undefined = await next
      const timeout = new AbortController()
      const isLate = sleep(GROUP_WAIT_MS, undefined, { signal: timeout.signal }).catch(
        () => undefined,
      )
      while (read?.done === false) {
        group.push(read.value)
        bytes += read.value.length
        next = reader.next()
        next.catch(() => {})
        if (group.length === GROUP_LINES || bytes >= GROUP_BYTES) break
        // A limit of the input ends the group, too. Its error is thrown after the group.
        read = await Promise.race([next, isLate]).catch(() => undefined)
      }
      timeout.abort()
      if (group.length > 0) yield group
      if (read?.done === true) return
    }
  } finally {
    // Stops reading a request that has more lines. Not awaited: it waits for the line that is being read.
    reader.return?.().catch(() => {})
  }
}
