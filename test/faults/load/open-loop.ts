import { openConnection, type Connection } from '../../bench/load/connection.ts'
import { newHistogram, record, type Histogram } from '../../bench/load/histogram.ts'
import { requestBytes } from '../../bench/load/request-bytes.ts'

export interface OpenLoad {
  /** Of the service's root. */
  readonly url: string
  /** Of the n-th request. */
  readonly path: (n: number) => string
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly perSecond: number
  readonly seconds: number
  /** How many are open before it begins; more are opened when all wait for an answer. */
  readonly connections?: number
}

export interface OpenResult {
  /** Requests that were due and sent. */
  sent: number
  /** Answers with 200, and how long after their requests were due. */
  accepted: number
  readonly latencies: Histogram
  /** Answers with 503, and how long they took. */
  refused: number
  readonly refusalLatencies: Histogram
  /** Other answers, and requests without any, in words. */
  readonly faults: string[]
}

const TICK_MS = 1
/** So many wait for an answer at most; beyond, the machine would only fill its own sockets. */
const MAX_CONNECTIONS = 2_000
const GRACE_MS = 10_000
/** A service takes up a connection each time round its loop, and in a flood of them some try again. */
const OPENED_AT_ONCE = 50
/** There is nothing, which the service says by itself. */
const OPENING_PATH = '/nothing'

/**
 * Sends so many requests a second, whether the ones before have been answered or not: what is late
 * counts from when it was due, so a stalling service cannot slow down the measurement (no coordinated omission).
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
  /** Opens so many connections, each by a request of its own, which does not count. */
  open(connections: number): Promise<void>
  send(n: number, dueAt: number): void
  /** Waits for the answers, for a while. */
  finish(): Promise<void>
}

interface Line {
  readonly connection: Connection
  /** Undefined while nothing is under way. */
  dueAt: number | undefined
}

function newSender({ url, path, headers = {} }: OpenLoad): Sender {
  const result = newResult()
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
        onAnswer(status) {
          if (!isOpening) countAnswer(result, status, performance.now() - (line.dueAt ?? 0))
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
          line.connection.ask(requestBytes(url, { url: OPENING_PATH }))
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
      line.connection.ask(requestBytes(url, { url: path(n), headers }))
    },
    async finish() {
      await quiet()
      for (const { connection, dueAt } of open) {
        if (dueAt !== undefined) result.faults.push('A request was not answered.')
        connection.close()
      }
    },
  }
}

function countAnswer(result: OpenResult, status: number, milliseconds: number): void {
  if (status === 200) {
    result.accepted += 1
    record(result.latencies, milliseconds)
  } else if (status === 503) {
    result.refused += 1
    record(result.refusalLatencies, milliseconds)
  } else {
    result.faults.push(`status ${status}`)
  }
}

function newResult(): OpenResult {
  return {
    sent: 0,
    accepted: 0,
    latencies: newHistogram(),
    refused: 0,
    refusalLatencies: newHistogram(),
    faults: [],
  }
}
