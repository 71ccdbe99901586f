import { setTimeout as sleep } from 'node:timers/promises'

const PROBE_MS = 5
const MAX_OFFSET = 1_000

/**
 * Requests pages until one gets 200.
 * @returns the time of the first 200, in milliseconds of `performance.now`.
 */
export async function firstListing(url: string): Promise<number> {
  for (let n = 0; ; n += 1) {
    const address = `${url}/api/v1/marketplace-artworks/?limit=1&offset=${n % MAX_OFFSET}`
    const response = await fetch(address)
    await response.arrayBuffer()
    if (response.status === 200) return performance.now()
    await sleep(PROBE_MS)
  }
}
