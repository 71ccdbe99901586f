import { Problem } from '../problems/problem.ts'
import type { AcceptTurns } from './accept-turns.ts'

export interface QueueOptions {
  /** The number of works that run at once. */
  readonly maxRunning: number
  /** Of these, the number of works of one client; no limit by default. */
  readonly maxRunningOfClient?: number
  /** Bounds the memory of what waits: then the newest work of the client that has most is rejected. */
  readonly maxWaiting: number
  /** Whether an error of the work means that its dependency is down. */
  readonly isDown: (error: unknown) => boolean
  /** Called for every rejected request. */
  readonly onRejected: () => void
  /** In its pauses, no work begins. */
  readonly acceptTurns?: AcceptTurns | undefined
}

export interface WaitingQueue {
  /**
   * Does the work now, or when its turn in the queue comes.
   * @param client whose works take turns with those of others, so that nobody keeps all others waiting.
   * @throws {Problem} `overloaded` after `MAX_WAIT_MS`, or sooner while `maxWaiting` wait; the work has not begun then.
   */
  run<Result>(work: () => Promise<Result>, client?: string): Promise<Result>
  /**
   * How many more may run or wait before further requests should wait outside of the queue. Works that wait only for others
   * of their own client do not count: they delay nobody else.
   */
  room(): number
}

/**
 * With the work itself, a response comes within about a second: a client that has waited longer hardly needs it. While
 * more requests come than the capacity allows, each of them waits nearly this long.
 */
export const MAX_WAIT_MS = 800

export const RETRY_AFTER_SECONDS = 1

/** More need not wait here: an unparsed request waits at a tenth of the cost. */
const FEW_WAITING = 16

/** Half-open probes: this many requests run at once while the dependency is down. */
const HALF_OPEN_PROBES = 2

interface Waiting {
  readonly client: string
  start(): void
  reject(): void
}

/**
 * A queue in front of work on the database: a few works run at once, the next ones wait for their turn, for `MAX_WAIT_MS` at
 * most. Clients take turns; the works of one keep their order.
 * While the dependency is down, only half-open probes run, as in a circuit breaker (Nygard, Release It!). After that,
 * each success raises the number of concurrent requests by one.
 */
export function createWaitingQueue(options: QueueOptions): WaitingQueue {
  const { maxRunning, maxRunningOfClient = Infinity, maxWaiting, isDown, onRejected } = options
  const { acceptTurns } = options
  const waiting = fairQueue<Waiting>()
  const runningOf = new Map<string, number>()
  let running = 0
  let allowedAfterFailure = Infinity

  const free = (): number =>
    acceptTurns?.isPausing ? 0 : Math.min(maxRunning, allowedAfterFailure) - running
  const mayRun = (client: string): boolean => (runningOf.get(client) ?? 0) < maxRunningOfClient
  const begin = (client: string): void => {
    running += 1
    runningOf.set(client, (runningOf.get(client) ?? 0) + 1)
  }
  const end = (client: string): void => {
    running -= 1
    const left = (runningOf.get(client) ?? 1) - 1
    if (left === 0) runningOf.delete(client)
    else runningOf.set(client, left)
  }
  const startWaiting = (): void => {
    while (free() > 0) {
      const next = waiting.takeNext(mayRun)
      if (next === undefined) return
      begin(next.client)
      next.start()
    }
  }
  const turn = (client: string): Promise<void> =>
    new Promise((resolve, rejectTurn) => {
      const reject = (): void => {
        clearTimeout(timer)
        waiting.delete(entry)
        onRejected()
        rejectTurn(overloaded())
      }
      const timer = setTimeout(reject, MAX_WAIT_MS)
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const entry = { client, start, reject }
      waiting.add(entry)
      if (waiting.size > maxWaiting) waiting.mostExpendable()?.reject()
    })
  const perform = async <Result>(work: () => Promise<Result>, client: string): Promise<Result> => {
    try {
      const result = await work()
      allowedAfterFailure += 1
      return result
    } catch (error) {
      if (isDown(error)) allowedAfterFailure = HALF_OPEN_PROBES
      // Work that gave up its turn tells nothing about the dependency.
      else if (!isOverloaded(error)) allowedAfterFailure += 1
      throw error
    } finally {
      end(client)
      startWaiting()
    }
  }
  acceptTurns?.onResume(startWaiting)
  return {
    room() {
      let held = 0
      for (const client of runningOf.keys()) if (!mayRun(client)) held += waiting.sizeOf(client)
      return free() + FEW_WAITING - (waiting.size - held)
    },
    run(work, client = '') {
      if (free() > 0 && mayRun(client)) {
        begin(client)
        return perform(work, client)
      }
      return turn(client).then(() => perform(work, client))
    },
  }
}

function isOverloaded(error: unknown): boolean {
  return error instanceof Problem && error.code === 'overloaded'
}

/** The problem of a rejected request. The work has not begun, so every request is safe to retry. */
export function overloaded(retryAfterSeconds = RETRY_AFTER_SECONDS): Problem {
  const detail = 'The service is overloaded. Try again in a moment.'
  return new Problem('overloaded', detail, { retryAfterSeconds })
}

/**
 * A queue in which clients take turns: one that has a thousand items here delays another one's first by one item.
 * Items of one client leave in the order of their arrival.
 */
export interface FairQueue<Item> {
  readonly size: number
  sizeOf(client: string): number
  add(item: Item): void
  /** Has no effect on an item that has left. */
  delete(item: Item): void
  /**
   * Takes the first item of the client whose turn it is.
   * @param mayGo whether a client may have a turn at all; all may by default.
   */
  takeNext(mayGo?: (client: string) => boolean): Item | undefined
  /** The item that has waited longest. It stays. */
  oldest(): Item | undefined
  /** The newest item of the client that has the most. It stays. */
  mostExpendable(): Item | undefined
}

export function fairQueue<Item extends { readonly client: string }>(): FairQueue<Item> {
  /** In the order of arrival. */
  const items = new Set<Item>()
  /** In the order of their turns; none is empty. */
  const clients = new Map<string, Set<Item>>()

  const remove = (item: Item): void => {
    if (!items.delete(item)) return
    const own = clients.get(item.client)
    own?.delete(item)
    if (own?.size === 0) clients.delete(item.client)
  }
  return {
    get size() {
      return items.size
    },
    sizeOf: (client) => clients.get(client)?.size ?? 0,
    add(item) {
      items.add(item)
      const own = clients.get(item.client)
      if (own === undefined) clients.set(item.client, new Set([item]))
      else own.add(item)
    },
    delete: remove,
    takeNext(mayGo = () => true) {
      for (const [client, own] of clients) {
        const [first] = own
        if (first === undefined || !mayGo(client)) continue
        remove(first)
        // Moves the client behind all others.
        if (own.size > 0) {
          clients.delete(client)
          clients.set(client, own)
        }
        return first
      }
      return undefined
    },
    oldest() {
      const [first] = items
      return first
    },
    mostExpendable() {
      let most: ReadonlySet<Item> = new Set()
      for (const own of clients.values()) if (own.size > most.size) most = own
      return [...most].at(-1)
    },
  }
}
