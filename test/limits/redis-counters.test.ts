import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rateStore, redisCounters } from '../../src/limits/rate-counters.ts'
import { sharedCounters } from '../../src/limits/rejections.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { readText } from '../support/repository.ts'
import { withoutTimers } from '../support/without-timers.ts'

/** Whether redis-server is installed on this machine (Debian: package redis-server). */
const hasRedis = spawnSync('redis-server', ['--version']).status === 0

const NOT_COUNTED = 'Redis (REDIS_URL) does not count: requests are counted by this process alone'

const test = useDatabase()
const PER_MINUTE = 20

describe.skipIf(!hasRedis)('processes with shared counters in Redis (needs redis-server)', () => {
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
    // As during the start: only a preloaded process knows whether a cached response is current.
    await one.readModel?.preload()
    await untilShared()
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    await redis.stop()
  })

  const get = async (app: FastifyInstance, from: string) => {
    const response = await app.inject({ url: '/api/v1/nothing/', remoteAddress: from })
    const left = Number(/r=(\d+)/.exec(String(response.headers['ratelimit']))?.[1])
    return { status: response.statusCode, left }
  }

  let clients = 0
  /** Whether one process sees the counters of the other. */
  const isShared = async (): Promise<boolean> => {
    const from = `198.51.100.${(clients += 1)}`
    await get(other, from)
    return (await get(one, from)).left === PER_MINUTE - 2
  }
  const untilShared = async (): Promise<void> => {
    while (!(await isShared())) await sleep(50)
  }

  /** What requests of a new client get. On a busy machine, Redis may respond too late, and they are counted elsewhere: then again. */
  const whileShared = async <Result>(work: (from: string) => Promise<Result>): Promise<Result> => {
    for (;;) {
      await untilShared()
      const { failures } = sharedCounters
      const result = await work(`192.0.2.${(clients += 1)}`)
      if (sharedCounters.failures === failures) return result
    }
  }

  it('F25 apply one limit to a client', async () => {
    const statuses = await whileShared((from) =>
      Promise.all(
        Array.from({ length: 60 }, async (_, at) => (await get(at % 2 ? one : other, from)).status),
      ),
    )
    expect(statuses.filter((status) => status === 404)).toHaveLength(PER_MINUTE)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - PER_MINUTE)
  })

  it('refund a cached 304 in Redis', async () => {
    const { statuses, left } = await whileShared(async (remoteAddress) => {
      // Another page each time, which is not cached yet.
      const url = `/api/v1/tags/?offset=${clients}`
      const { headers } = await one.inject({ url, remoteAddress })
      const again = { url, headers: { 'if-none-match': String(headers['etag']) } }
      const repeated: number[] = []
      // The first one is built and cached.
      for (let time = 0; time < 3; time += 1) {
        repeated.push((await one.inject({ ...again, remoteAddress })).statusCode)
      }
      // The refunds precede it on the same connection.
      const ofOne = await get(one, remoteAddress)
      return { statuses: repeated, left: [ofOne.left, (await get(other, remoteAddress)).left] }
    })
    expect(statuses).toEqual([304, 304, 304])
    expect(left).toEqual([PER_MINUTE - 3, PER_MINUTE - 4])
  })

  it('never take off more requests than were counted', async () => {
    const counters = await redisCounters(redis.url, 60_000)
    const count = (client: string): Promise<number | undefined> =>
      new Promise((resolve) => counters.count(client, (_, counted) => resolve(counted?.current)))
    const counted = async () => {
      const client = `refunded ${(clients += 1)}`
      const first = [await count(client), await count(client)]
      counters.add(client, -1)
      first.push(await count(client))
      counters.add(client, -5)
      return [...first, await count(client)]
    }
    await expect.poll(counted).toEqual([1, 2, 2, 1])
    counters.close()
  })

  it('count with the rights that the page gives a user', async () => {
    const [, line = ''] = /^(ACL SETUSER .*)$/m.exec(readText('src/docs/configure.md')) ?? []
    const admin = new Redis(redis.url)
    const [command = '', ...words] = line.split(' ')
    await admin.call(command, ...words)
    admin.disconnect()
    const url = redis.url.replace('//', '//art-marketplace:PASSWORD@')
    const counters = await redisCounters(`${url}/1`, 60_000)
    const count = (): Promise<unknown> =>
      new Promise((resolve) => counters.count('client', (error, now) => resolve(now ?? error)))
    await expect.poll(count).toMatchObject({ current: 1 })
    counters.add('client', 1)
    expect(await count()).toMatchObject({ current: 3 })
    counters.close()
  })

  it.each([
    ['does not answer', '203.0.113.3', async () => redis.freeze(), async () => redis.thaw()],
    ['is gone', '203.0.113.4', () => redis.stop(), () => redis.start()],
  ])(
    'count locally while it %s, wait for it once, and log that once',
    async (_, from, end, begin) => {
      log.length = 0
      await end()
      const first = await get(one, from)
      expect(first.status).toBe(404)
      const next = await withoutTimers(() =>
        Promise.all(Array.from({ length: 10 }, () => get(one, from))),
      )
      expect(new Set(next.map(({ status }) => status))).toEqual(new Set([404]))
      expect(next.map(({ left }) => left)).toEqual(next.map((_each, at) => first.left - 1 - at))
      await begin()
      await untilShared()
      const logged = log.map(({ msg }) => msg)
      expect(logged).toEqual([NOT_COUNTED])
    },
  )
})

it('a process without Redis reports why, and logs it before the first request', async () => {
  const [port = 0] = await freePorts(1)
  const counters = await redisCounters(`redis://127.0.0.1:${port}`, 60_000)
  const warn = vi.fn<(details: { err: Error }, text: string) => void>()
  rateStore(60_000, counters, { warn } as unknown as FastifyBaseLogger)
  await expect.poll(() => sharedCounters.isUp).toBe(false)
  const err = expect.objectContaining({ message: expect.stringContaining('ECONNREFUSED') })
  expect(warn.mock.calls).toEqual([[{ err }, NOT_COUNTED]])
  const failure = (): Promise<Error | null> =>
    new Promise((resolve) => counters.count('client', resolve))
  await expect.poll(async () => (await failure())?.message).toContain('ECONNREFUSED')
  counters.close()
})

it.each([
  ['a number', ':7'],
  ['a text', '+OK'],
  ['nothing', '*-1'],
  ['one number', '*1\r\n:3'],
  ['a text for a number', '*2\r\n$3\r\nabc\r\n:9'],
])('a server that replies with %s has not counted', async (_, reply) => {
  const server = await startServer((command) => (/eval/i.test(command) ? reply : '+OK'))
  const counters = await redisCounters(`redis://127.0.0.1:${server.port}`, 60_000)
  await new Promise<void>((resolve) => counters.watch(resolve, () => {}))
  const counted = await new Promise((resolve) => {
    counters.count('client', (error, count) => resolve(error ?? count))
  })
  expect(counted).toEqual(new Error('No count'))
  counters.close()
  server.close()
})

it('a Redis whose connections are ready and break again and again is logged once, and once more with what it replies', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const warn = vi.fn<(details: { err: Error }, text: string) => void>()
  let breakOff = (): void => {}
  let fail = (_error: Error): void => {}
  const wasUp: unknown[] = []
  const shared: Awaited<ReturnType<typeof redisCounters>> = {
    count: (_client, done) => done(null, { current: 1, ttl: 1 }),
    add: () => {},
    watch: (up, down) => {
      fail = down
      breakOff = () => {
        up()
        wasUp.push(sharedCounters.isUp)
        down(new Error('read ECONNRESET'))
      }
    },
    close: () => {},
  }
  const store = rateStore(60_000, shared, { warn } as unknown as FastifyBaseLogger)
  for (let time = 0; time < 3; time += 1) {
    breakOff()
    store.incr('client', () => {})
  }
  vi.useRealTimers()
  expect(wasUp).toEqual([true, true, true])
  expect(warn).toHaveBeenCalledTimes(1)
  const reply = Object.assign(new Error('NOPERM'), { name: 'ReplyError' })
  for (let time = 0; time < 2; time += 1) fail(reply)
  expect(warn).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenLastCalledWith({ err: reply }, NOT_COUNTED)
})

interface RedisServer {
  readonly url: string
  /** Stops all responses; the process stays alive. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
  /** Starts an empty one at the same address. */
  start(): Promise<void>
}

/** Starts a Redis without persistence. */
async function startRedis(): Promise<RedisServer> {
  const [port = 0] = await freePorts(1)
  let child: ChildProcess
  const start = async (): Promise<void> => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn('redis-server', options, { stdio: 'ignore' })
    while (!(await accepts(port))) await sleep(20)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      const ended = once(child, 'exit')
      if (child.exitCode !== null || child.signalCode !== null || !child.kill('SIGKILL')) return
      await ended
    },
    start,
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** A server that speaks the protocol of Redis, with these replies. */
async function startServer(replyTo: (command: string) => string) {
  const server = createServer((socket) => {
    socket.on('data', (data: Buffer) => {
      for (const command of data.toString().split(/(?=\*\d+\r\n)/)) {
        socket.write(`${replyTo(command)}\r\n`)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}
