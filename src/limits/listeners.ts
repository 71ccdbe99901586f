import { fairQueue, overloaded } from './waiting-queue.ts'

/** Half of all connections (src/http/connection-limits.ts). Each takes about 30 KB. */
const MAX_LISTENERS = 4_096

/** Streams end after some minutes. */
const RETRY_SECONDS = 60

/** The clients that have an event stream open in this process. */
export interface Listeners {
  /**
   * Takes a place. Where there is none, the newest listener of the client with the most of them loses its own, if that
   * client has more of them than this one.
   * @param end called when this listener loses its place.
   * @returns a function that leaves the place.
   * @throws {Problem} `overloaded` when there is no place.
   */
  add(client: string, end: () => void): () => void
}

export function createListeners(max = MAX_LISTENERS): Listeners {
  const open = fairQueue<{ readonly client: string; readonly end: () => void }>()
  return {
    add(client, end) {
      const listener = { client, end }
      open.add(listener)
      const leave = (): void => open.delete(listener)
      if (open.size <= max) return leave
      const last = open.mostExpendable()
      if (last === undefined || open.sizeOf(last.client) <= open.sizeOf(client)) {
        leave()
        throw overloaded(RETRY_SECONDS)
      }
      open.delete(last)
      last.end()
      return leave
    },
  }
}
