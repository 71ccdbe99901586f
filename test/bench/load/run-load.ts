import { openConnection, type Connection } from './connection.ts'
import { newHistogram, record, type Histogram } from './histogram.ts'
import { requestBytes } from './request-bytes.ts'

export interface Load {
  /** Of the service's root. */
  readonly url: string
  /** For every connection the paths that it asks for, one after the other, then from the beginning. */
  readonly paths: readonly (readonly string[])[]
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Any other status is an error. */
  readonly expects: number
  readonly seconds: number
}

export interface LoadResult {
  /** Answers within the time. */
  answers: number
  /** Heads and bodies of these. */
  bytes: number
  readonly latencies: Histogram
  /** Answers of another status, and requests without an answer. */
  errors: number
  firstError: string | undefined
}

/** The time for outstanding responses after the end: a statement may take 20 s. */
const GRACE_MS = 25_000

/** Asks for as much as can be answered, every connection for the next as soon as it has its answer. */
export function runLoad(load: Load): Promise<LoadResult> {
  const result = newResult()
  const deadline = performance.now() + load.seconds * 1_000
  return new Promise((resolve) => {
    const open = new Set<Connection>()
    const leave = (connection: Connection): void => {
      connection.close()
      open.delete(connection)
      if (open.size > 0) return
      clearTimeout(overdue)
      resolve(result)
    }
    const overdue = setTimeout(
      () => {
        for (const connection of open) {
          fail(result, 'A request was not answered.')
          leave(connection)
        }
      },
      load.seconds * 1_000 + GRACE_MS,
    )
    for (const paths of load.paths) open.add(begin(load, paths, { result, deadline, leave }))
  })
}

interface Run {
  readonly result: LoadResult
  readonly deadline: number
  leave(connection: Connection): void
}

function begin(load: Load, paths: readonly string[], { result, deadline, leave }: Run): Connection {
  const requests = paths.map((path) => requestBytes(load.url, { url: path, headers: load.headers }))
  let next = 0
  let since = performance.now()
  const connection = openConnection(load.url, {
    onAnswer(status, bytes) {
      const now = performance.now()
      record(result.latencies, now - since)
      if (status !== load.expects) fail(result, `${paths[next]} answers ${status}`)
      if (now > deadline) return leave(connection)
      result.answers += 1
      result.bytes += bytes
      next = (next + 1) % requests.length
      since = now
      connection.ask(requests[next] as Buffer)
    },
    onBroken(reason) {
      fail(result, reason)
      leave(connection)
    },
  })
  connection.ask(requests[next] as Buffer)
  return connection
}

function newResult(): LoadResult {
  return { answers: 0, bytes: 0, latencies: newHistogram(), errors: 0, firstError: undefined }
}

function fail(result: LoadResult, reason: string): void {
  result.errors += 1
  result.firstError ??= reason
}
