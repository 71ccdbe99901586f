import { openConnection, type Connection } from './connection.ts'
import { requestBytes } from './request-bytes.ts'

interface OpenLoad {
  /** Of the service's root. */
  readonly url: string
  /** The path of the n-th request, or paths that are requested in a loop. */
  readonly path: ((n: number) => string) | readonly string[]
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly perSecond: number
  readonly seconds: number
  /** The initial number; more are opened when all are busy. */
  readonly connections?: number
}

export interface OpenResult {
  sent: number
  /** Responses with 200, and their latency from the due time. */
  accepted: number
  readonly latencies: number[]
  /** Responses with 503, and their latency. */
  rejected: number
  readonly rejectionLatencies: number[]
  /** Descriptions of other responses, and of requests without one. */
  readonly faults: string[]
}

const TICK_MS = 1
/** The service closes those of one address beyond 4,096. */
const MAX_CONNECTIONS = 4_000
const GRACE_MS = 10_000
/** Connections are opened in groups, because the service accepts few per turn of its event loop. */
const OPENED_AT_ONCE = 50
/** A path with 404, which needs no database. */
const OPENING_PATH = '/nothing'

/**
 * An open loop: sends requests at a fixed rate without waiting for responses. Latencies count from the due time, so
 * a stalling service cannot slow down the measurement (no coordinated omission).
 */
export async function runOpenLoad(load: OpenLoad): Promise<OpenResult> {
  const sender = newSender(load)
  await sender.open(load.connections ?? 0)
  const began = performance.now()
  let next = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - began) / 1_000
      const due = Math.min(elapsed, load.seconds) * load.perSecond
      for (; next < due; next += 1) sender.send(next, began + (next / load.perSecond) * 1_000)
      if (elapsed < load.seconds) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  await sender.finish()
  return sender.result
}

interface Sender {
  readonly result: OpenResult
  /** Opens connections, each with a request that does not count. */
  open(connections: number): Promise<void>
  send(n: number, dueAt: number): void
  /** Waits a limited time for the responses. */
  finish(): Promise<void>
}

interface Line {
  readonly connection: Connection
  /** Undefined without a pending request. */
  dueAt: number | undefined
}

function newSender({ url, path, headers = {} }: OpenLoad): Sender {
  const result = newResult()
  const pathOf = typeof path === 'function' ? path : (n: number) => path[n % path.length] ?? ''
  const open = new Set<Line>()
  const idle: Line[] = []
  let onQuiet: (() => void) | undefined
  let isOpening = false
  const settle = (): void => {
    if (idle.length === open.size) onQuiet?.()
  }
  const newLine = (): Line => {
    const line: Line = {
      dueAt: undefined,
      connection: openConnection(url, {
        onResponse(status) {
          if (!isOpening) countResponse(result, status, performance.now() - (line.dueAt ?? 0))
          line.dueAt = undefined
          idle.push(line)
          settle()
        },
        onBroken(reason) {
          open.delete(line)
          if (line.dueAt === undefined) idle.splice(idle.indexOf(line), 1)
          else result.faults.push(reason)
          settle()
        },
      }),
    }
    open.add(line)
    return line
  }
  const quiet = (): Promise<void> =>
    new Promise((resolve) => {
      onQuiet = resolve
      setTimeout(resolve, GRACE_MS).unref()
      settle()
    })
  return {
    result,
    async open(connections) {
      isOpening = true
      for (let opened = 0; opened < connections; opened += OPENED_AT_ONCE) {
        for (let more = 0; more < OPENED_AT_ONCE; more += 1) {
          const line = newLine()
          line.dueAt = performance.now()
          line.connection.send(requestBytes(url, { url: OPENING_PATH }))
        }
        await quiet()
      }
      isOpening = false
    },
    send(n, dueAt) {
      if (idle.length === 0 && open.size >= MAX_CONNECTIONS) return
      const line = idle.pop() ?? newLine()
      line.dueAt = dueAt
      result.sent += 1
      line.connection.send(requestBytes(url, { url: pathOf(n), headers }))
    },
    async finish() {
      await quiet()
      for (const { connection, dueAt } of open) {
        if (dueAt !== undefined) result.faults.push('A request got no response.')
        connection.close()
      }
    },
  }
}

function countResponse(result: OpenResult, status: number, milliseconds: number): void {
  if (status === 200) {
    result.accepted += 1
    result.latencies.push(milliseconds)
  } else if (status === 503) {
    result.rejected += 1
    result.rejectionLatencies.push(milliseconds)
  } else {
    result.faults.push(`status ${status}`)
  }
}

function newResult(): OpenResult {
  return {
    sent: 0,
    accepted: 0,
    latencies: [],
    rejected: 0,
    rejectionLatencies: [],
    faults: [],
  }
}
