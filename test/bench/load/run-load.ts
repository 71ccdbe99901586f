import { openConnection, type Connection } from './connection.ts'
import { requestBytes } from './request-bytes.ts'

export interface Load {
  /** Of the service's root. */
  readonly url: string
  /** For each connection the paths that it requests in a loop. */
  readonly paths: readonly (readonly string[])[]
  /**
   * With bodies, every request is a POST. Each connection sends them in a loop, and begins at another one. `SERIAL` in
   * a body or a header becomes a number that no other request of this process has.
   */
  readonly bodies?: readonly string[] | undefined
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
  readonly latencies: number[]
  /** Responses with another status, and requests without a response. */
  errors: number
  firstError: string | undefined
}

/** Stands for the number of a request in a body or a header. */
export const SERIAL = '<serial>'

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
    for (const [place, paths] of load.paths.entries()) {
      const requests = load.bodies === undefined ? gets(load, paths) : posts(load, paths, place)
      open.add(begin(load, requests, { result, deadline, leave }))
    }
  })
}

interface Run {
  readonly result: LoadResult
  readonly deadline: number
  leave(connection: Connection): void
}

interface Request {
  readonly path: string
  readonly bytes: Buffer
}

/** @returns the n-th request of a connection. */
type Requests = (n: number) => Request

function gets({ url, headers }: Load, paths: readonly string[]): Requests {
  // Made before the load, because the client needs much of a core at the rates of a GET.
  const requests = paths.map((path) => ({ path, bytes: requestBytes(url, { url: path, headers }) }))
  return (n) => requests[n % requests.length] as Request
}

let lastSerial = 0

function posts(load: Load, paths: readonly string[], place: number): Requests {
  const { url, headers, bodies = [] } = load
  const first = Math.floor((place * bodies.length) / load.paths.length)
  return (n) => {
    lastSerial += 1
    const numbered = (text: string): string => text.replaceAll(SERIAL, String(lastSerial))
    const path = paths[n % paths.length] ?? ''
    const sent = {
      method: 'POST',
      url: path,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, numbered(value)]),
      ),
      body: numbered(bodies[(first + n) % bodies.length] ?? ''),
    }
    return { path, bytes: requestBytes(url, sent) }
  }
}

function begin(load: Load, requests: Requests, { result, deadline, leave }: Run): Connection {
  let sent = 0
  let request = requests(sent)
  let since = performance.now()
  const connection = openConnection(load.url, {
    onResponse(status, bytes) {
      const now = performance.now()
      result.latencies.push(now - since)
      if (status !== load.expects) fail(result, `${request.path} responds with ${status}`)
      if (now > deadline) return leave(connection)
      result.responses += 1
      result.bytes += bytes
      sent += 1
      request = requests(sent)
      since = now
      connection.send(request.bytes)
    },
    onBroken(reason) {
      fail(result, reason)
      leave(connection)
    },
  })
  connection.send(request.bytes)
  return connection
}

function newResult(): LoadResult {
  return { responses: 0, bytes: 0, latencies: [], errors: 0, firstError: undefined }
}

function fail(result: LoadResult, reason: string): void {
  result.errors += 1
  result.firstError ??= reason
}
