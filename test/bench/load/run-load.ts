import { openConnection, type Connection } from './connection.ts'
import { newHistogram, record, type Histogram } from './histogram.ts'
import { requestBytes } from './request-bytes.ts'

export interface Load {
  /** Of the service's root. */
  readonly url: string
  /** For each connection the paths that it requests in a loop. */
  readonly paths: readonly (readonly string[])[]
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Any other status is an error. */
  readonly expects: number
  readonly seconds: number
}

export interface LoadResult {
  /** Responses within the time. */
  responses: number
  /** Their heads and bodies. */
  bytes: number
  readonly latencies: Histogram
  /** Responses with another status, and requests without a response. */
  errors: number
  firstError: string | undefined
}

/** The time for outstanding responses after the end: a statement may take 20 s. */
const GRACE_MS = 25_000

/** A closed loop: each connection sends its next request as soon as it has the response to the last. */
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
          fail(result, 'A request got no response.')
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
    onResponse(status, bytes) {
      const now = performance.now()
      record(result.latencies, now - since)
      if (status !== load.expects) fail(result, `${paths[next]} responds with ${status}`)
      if (now > deadline) return leave(connection)
      result.responses += 1
      result.bytes += bytes
      next = (next + 1) % requests.length
      since = now
      connection.send(requests[next] as Buffer)
    },
    onBroken(reason) {
      fail(result, reason)
      leave(connection)
    },
  })
  connection.send(requests[next] as Buffer)
  return connection
}

function newResult(): LoadResult {
  return { responses: 0, bytes: 0, latencies: newHistogram(), errors: 0, firstError: undefined }
}

function fail(result: LoadResult, reason: string): void {
  result.errors += 1
  result.firstError ??= reason
}
