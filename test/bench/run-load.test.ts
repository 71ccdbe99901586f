import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { percentile } from './load/percentile.ts'
import { runLoad, SERIAL, type Load, type LoadResult } from './load/run-load.ts'
import { tinyServer } from './tiny-server.ts'

const BODY = Buffer.alloc(100_000, 'x')

// Time passes only with the requests, so the load of the machine does not change their number.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Each request takes some time. */
function serverOf(
  listener: RequestListener,
  milliseconds = (_path: string | undefined) => 10,
): Promise<string> {
  return tinyServer((request, response) => {
    vi.advanceTimersByTime(milliseconds(request.url))
    listener(request, response)
  })
}

function putUnderLoad(url: string, changes: Partial<Load> = {}): Promise<LoadResult> {
  return runLoad({ url, paths: [['/']], headers: {}, expects: 200, seconds: 0.5, ...changes })
}

describe('runLoad', () => {
  it('requests the paths of each connection in turn, one at a time', async () => {
    const requested: Record<string, string[]> = { a: [], b: [] }
    const atWork = new Set<unknown>()
    let most = 0
    const url = await serverOf((request, response) => {
      atWork.add(response)
      most = Math.max(most, atWork.size)
      requested[request.url?.[1] ?? '']?.push(request.url ?? '')
      setTimeout(() => {
        atWork.delete(response)
        response.end(BODY)
      }, 2)
    })
    const result = await putUnderLoad(url, { paths: [['/a1', '/a2', '/a3'], ['/b1']] })
    expect(most).toBe(2)
    expect(requested['a']?.slice(0, 4)).toEqual(['/a1', '/a2', '/a3', '/a1'])
    expect(new Set(requested['b'])).toEqual(new Set(['/b1']))
    // The last response of each connection comes after the end.
    expect(result.responses).toBe((requested['a']?.length ?? 0) + (requested['b']?.length ?? 0) - 2)
    expect(result.bytes / result.responses).toBeGreaterThan(BODY.length)
    expect(result).toMatchObject({ errors: 0, firstError: undefined })
  })

  it('records the latency of each', async () => {
    const url = await serverOf(
      (_, response) => void response.end('x'),
      (path) => (path === '/slow' ? 300 : 20),
    )
    const { latencies } = await putUnderLoad(url, { paths: [['/', '/slow']], seconds: 1 })
    expect(percentile(latencies, 0.5)).toBeGreaterThanOrEqual(18)
    expect(percentile(latencies, 1)).toBeGreaterThanOrEqual(298)
    expect(percentile(latencies, 0)).toBeLessThan(percentile(latencies, 1))
  })

  it('sends headers, and accepts an expected 304', async () => {
    const url = await serverOf((request, response) => {
      response.statusCode = request.headers['if-none-match'] === '"1"' ? 304 : 200
      response.end()
    })
    const headers = { 'if-none-match': '"1"' }
    expect(await putUnderLoad(url, { headers, expects: 304 })).toMatchObject({ errors: 0 })
    expect((await putUnderLoad(url, { expects: 304 })).firstError).toBe('/ responds with 200')
  })

  it('counts every other status', async () => {
    let requested = 0
    const url = await serverOf((_, response) => {
      requested += 1
      response.statusCode = requested === 3 ? 503 : 200
      response.end('x')
    })
    expect(await putUnderLoad(url)).toMatchObject({ errors: 1, firstError: '/ responds with 503' })
  })

  it('counts a closed connection, and continues with the others', async () => {
    const url = await serverOf((request, response) => {
      if (request.url === '/cut') response.socket?.destroy()
      else response.end('x')
    })
    const result = await putUnderLoad(url, { paths: [['/', '/cut'], ['/']] })
    expect(result.errors).toBe(1)
    // At once, not after the timeout.
    expect(result.firstError).toMatch(/closed|ECONNRESET/)
    expect(result.responses).toBeGreaterThan(2)
  })

  it('counts a service that does not run', async () => {
    const result = await putUnderLoad('http://127.0.0.1:1', { paths: [['/'], ['/']] })
    expect(result).toMatchObject({ responses: 0, errors: 2 })
    expect(result.firstError).toContain('ECONNREFUSED')
  })

  it('posts bodies with a number that no other request has', async () => {
    const posted: { body: string; key: unknown }[] = []
    const url = await serverOf(async (request, response) => {
      posted.push({ body: await text(request), key: request.headers['x-key'] })
      response.statusCode = request.method === 'POST' ? 201 : 405
      response.end('x')
    })
    const headers = { 'x-key': `key ${SERIAL}` }
    const bodies = [`a ${SERIAL} ${SERIAL}`, `b ${SERIAL}`]
    const load = { paths: [['/'], ['/']], headers, bodies, expects: 201, seconds: 0.2 }
    // The second load of a process must not repeat the numbers of the first.
    const results = [await putUnderLoad(url, load), await putUnderLoad(url, load)]
    expect(results.map(({ errors }) => errors)).toEqual([0, 0])
    expect(posted.length).toBeGreaterThan(8)
    expect(new Set(posted.map(({ key }) => key)).size).toBe(posted.length)
    for (const { body, key } of posted) {
      const [, serial = ''] = /^key (\d+)$/.exec(String(key)) ?? []
      expect([`a ${serial} ${serial}`, `b ${serial}`]).toContain(body)
    }
    // The connections begin at different bodies.
    expect(new Set(posted.slice(0, 2).map(({ body }) => body[0]))).toEqual(new Set(['a', 'b']))
  })
})
