import { subscribe } from 'node:diagnostics_channel'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Work on the event loop without a pause, in milliseconds. Other requests of the process wait as long at most. */
const MAX_SLICE_MS = 10

/**
 * While other requests come, a batch rests after its work, at most this many times as long as it has worked. Without
 * rests, a batch takes most of a small machine from readers. Beside steady requests, it works a fifth of the time at most.
 */
const MAX_REST_FACTOR = 4

/** A rest has this many parts. It ends after a part without a request, so that light traffic hardly delays a batch. */
const REST_PARTS = 16

/** The HTTP requests that this process has received. */
let requests = 0
subscribe('http.server.request.start', () => {
  requests += 1
})

/** Divides the work of one batch into slices, between which the process serves other requests. */
export class Pacing {
  #sliceBegan = performance.now()
  #requestsBefore = requests
  /** Whether the event loop has turned since the last `pause`: the time since then is not all work of the batch. */
  #hasTurned = false
  #isArmed = false

  /**
   * To be called between small pieces of work. Gives the event loop back when the slice is over.
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
    if (mayRest && requests > before) await rest(workMs)
    this.#beginSlice()
  }

  /** Rests after work of other processes for the batch, such as the database, if other requests came meanwhile. */
  async restAfter(workMs: number, requestsBefore: number): Promise<void> {
    if (requests > requestsBefore) await rest(workMs)
    this.#beginSlice()
  }

  /** The number of requests so far, for `restAfter`. */
  requestsSoFar(): number {
    return requests
  }

  #beginSlice(): void {
    this.#hasTurned = false
    this.#sliceBegan = performance.now()
    this.#requestsBefore = requests
  }

  #watchTurn(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    setImmediate(() => {
      this.#isArmed = false
      this.#hasTurned = true
    })
  }
}

/** Leaves the machine to other requests. */
async function rest(workMs: number): Promise<void> {
  for (let part = 0; part < REST_PARTS; part += 1) {
    const before = requests
    await sleep((workMs * MAX_REST_FACTOR) / REST_PARTS)
    if (requests === before) return
  }
}
