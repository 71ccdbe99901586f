import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { percentile } from './load/percentile.ts'
import { runOpenLoad } from './load/open-loop.ts'
import { tinyServer } from './tiny-server.ts'

describe('runOpenLoad', () => {
  it('sends without waiting for responses, and measures from the due time', async () => {
    const waiting: ServerResponse[] = []
    const url = await tinyServer((_, response) => {
      waiting.push(response)
      if (waiting.length === 50) for (const each of waiting) each.end('{}')
    })
    const result = await runOpenLoad({ url, path: () => '/', perSecond: 100, seconds: 0.5 })
    expect(result.faults).toEqual([])
    expect(result.sent).toBe(50)
    expect(result.accepted).toBe(50)
    // The first was due 490 ms before the last, which triggered all responses.
    expect(percentile(result.latencies, 1)).toBeGreaterThan(480)
  })

  it('counts 200, 503 and other responses apart', async () => {
    const statuses = [200, 503, 500]
    const url = await tinyServer((request, response) => {
      response.statusCode = statuses[Number(request.url?.slice(1)) % 3] ?? 0
      response.end('{}')
    })
    const path = (n: number): string => `/${n}`
    const result = await runOpenLoad({ url, path, perSecond: 300, seconds: 0.1 })
    expect(result).toMatchObject({ sent: 30, accepted: 10, rejected: 10 })
    expect(result.faults).toEqual(Array.from({ length: 10 }, () => 'status 500'))
  })

  it('counts a request on a broken connection', async () => {
    const url = await tinyServer((request) => request.socket.destroy())
    const result = await runOpenLoad({ url, path: () => '/', perSecond: 100, seconds: 0.05 })
    expect(result.faults).toHaveLength(5)
  })
})
