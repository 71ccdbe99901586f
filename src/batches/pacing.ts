import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Work on the event loop without a pause, in milliseconds. Other requests of the process wait as long at most. */
const MAX_SLICE_MS = 10

/**
 * While other requests come, a batch rests after its work, at most this many times as long as it has worked. Without
 * rests, a batch takes most of a small machine from readers. Beside steady requests, it works a fifth of the time at most.
 */
const MAX_REST_FACTOR = 4

/** Proxies close a connection on which nothing is sent for a minute, and no result is sent during a rest. */
const MAX_REST_MS = 30_000

/** The rest of the minute has time for a statement that fails at its timeout, and for another one. */
const LONG_SILENCE_MS = 40_000

/** A rest has this many parts. It ends after a part without a request, so that light traffic hardly delays a batch. */
const REST_PARTS = 16

/** Divides the work of one batch into slices, between which the process serves other requests. */
export class Pacing {
  readonly #requests: () => number
  #sliceBegan = performance.now()
  #requestsBefore: number
  /** Whether the event loop has turned since the last `pause`: the time since then is not all work of the batch. */
  #hasTurned = false
  #isArmed = false
  #lastResultAt = performance.now()

  /** @param requests the number of requests that the process has received so far. */
  constructor(requests: () => number) {
    this.#requests = requests
    this.#requestsBefore = requests()
  }

  /**
   * Gives the event loop back when the slice is over. Called between small pieces of work.
   * @param mayRest false for work that holds locks, which must not become longer.
   */
  async pause(mayRest = true): Promise<void> {
    if (this.#hasTurned) this.#beginSlice()
    this.#watchTurn()
    const workMs = performance.now() - this.#sliceBegan
    if (workMs < MAX_SLICE_MS) return
    const before = this.#requestsBefore
    // The requests that have come meanwhile are counted in this turn.
    await nextTurn()
    if (mayRest) await this.restAfter(workMs, before)
    else this.#beginSlice()
  }

  /** Rests after work, which can be that of the database, if other requests came meanwhile. */
  async restAfter(workMs: number, requestsBefore: number): Promise<void> {
    if (this.#requests() > requestsBefore) await this.#rest(workMs)
    this.#beginSlice()
  }

  /** Called when the client has got a result. */
  noteResult(): void {
    this.#lastResultAt = performance.now()
  }

  /** Whether the client has waited so long for a result that the next one must come soon. */
  get isSilent(): boolean {
    return performance.now() - this.#lastResultAt > LONG_SILENCE_MS
  }

  #beginSlice(): void {
    this.#hasTurned = false
    this.#sliceBegan = performance.now()
    this.#requestsBefore = this.#requests()
  }

  #watchTurn(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    setImmediate(() => {
      this.#isArmed = false
      this.#hasTurned = true
    })
  }

  async #rest(workMs: number): Promise<void> {
    const restMs = Math.min(workMs * MAX_REST_FACTOR, MAX_REST_MS)
    for (let part = 0; part < REST_PARTS; part += 1) {
      const before = this.#requests()
      await sleep(restMs / REST_PARTS)
      if (this.#requests() === before) return
    }
  }
}
