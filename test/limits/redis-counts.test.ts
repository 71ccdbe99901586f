import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { withoutTimers } from '../support/without-timers.ts'
import { hasRedis, startRedis, type RedisServer } from './redis-server.ts'

const test = useDatabase()
const PER_MINUTE = 20

describe.skipIf(!hasRedis)('processes that count in one Redis (needs redis-server)', () => {
  let redis: RedisServer
  let one: FastifyInstance
  let other: FastifyInstance
  let log: Record<string, unknown>[]

  beforeAll(async () => {
    redis = await startRedis()
    const limits = { perMinute: PER_MINUTE, poolSize: 8, redisUrl: redis.url }
    one = await testApp(test, { limits, logLevel: 'warn' })
    other = await testApp(test, { limits })
    log = captureLog(one)
    // As before a process is ready: only then can it tell whether what it has made is still true.
    await one.readModel?.preload()
    await untilShared()
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await redis.stop()
  })

  const ask = async (app: FastifyInstance, from: string) => {
    const answer = await app.inject({ url: '/api/v1/nothing/', remoteAddress: from })
    const left = Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1])
    return { status: answer.statusCode, left }
  }

  /** What the other has counted is known to the one. */
  let askers = 0
  const isShared = async (): Promise<boolean> => {
    const from = `198.51.100.${(askers += 1)}`
    await ask(other, from)
    return (await ask(one, from)).left === PER_MINUTE - 2
  }
  const untilShared = async (): Promise<void> => {
    while (!(await isShared())) await sleep(50)
  }

  it('F25 give a client its limit once', async () => {
    const from = '203.0.113.1'
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => (await ask(at % 2 ? one : other, from)).status),
    )
    expect(statuses.filter((status) => status === 404)).toHaveLength(PER_MINUTE)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - PER_MINUTE)
  })

  it('refund a 304 from memory there', async () => {
    const from = { remoteAddress: '203.0.113.2' }
    const { headers } = await one.inject({ url: '/api/v1/tags/', ...from })
    const again = { url: '/api/v1/tags/', headers: { 'if-none-match': String(headers['etag']) } }
    // The first of them is made, and kept.
    for (let time = 0; time < 3; time += 1) {
      expect((await one.inject({ ...again, ...from })).statusCode).toBe(304)
    }
    // The refunds go before it on the same connection.
    expect((await ask(one, '203.0.113.2')).left).toBe(PER_MINUTE - 3)
    expect((await ask(other, '203.0.113.2')).left).toBe(PER_MINUTE - 4)
  })

  it.each([
    ['does not answer', '203.0.113.3', async () => redis.freeze(), async () => redis.thaw()],
    ['is gone', '203.0.113.4', () => redis.stop(), () => redis.start()],
  ])('count alone while it %s, wait for it once, and say so once', async (_, from, end, begin) => {
    log.length = 0
    await end()
    const first = await ask(one, from)
    expect(first.status).toBe(404)
    const next = await withoutTimers(() =>
      Promise.all(Array.from({ length: 10 }, () => ask(one, from))),
    )
    expect(new Set(next.map(({ status }) => status))).toEqual(new Set([404]))
    expect(next.map(({ left }) => left)).toEqual(next.map((_each, at) => first.left - 1 - at))
    await begin()
    await untilShared()
    const told = log.map(({ msg }) => msg)
    expect(told).toEqual(['Requests are counted by this process alone'])
  })
})
