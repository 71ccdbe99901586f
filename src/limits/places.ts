import { fairQueue, overloaded } from './waiting-queue.ts'

/** A bounded number of places for responses that take long. */
export interface Places {
  /**
   * Takes a place. Where there is none, the newest response to the client with the most of them loses its own, if that
   * client has more of them than this one.
   * @param end called when this response loses its place.
   * @returns a function that leaves the place.
   * @throws {Problem} `overloaded` when there is no place.
   */
  take(client: string, end: () => void): () => void
}

/** @param retrySeconds after which a client may find a place. */
export function createPlaces(max: number, retrySeconds: number): Places {
  const taken = fairQueue<{ readonly client: string; readonly end: () => void }>()
  return {
    take(client, end) {
      const place = { client, end }
      taken.add(place)
      const leave = (): void => taken.delete(place)
      if (taken.size <= max) return leave
      const last = taken.mostExpendable()
      if (last === undefined || taken.sizeOf(last.client) <= taken.sizeOf(client)) {
        leave()
        throw overloaded(retrySeconds)
      }
      taken.delete(last)
      last.end()
      return leave
    },
  }
}
