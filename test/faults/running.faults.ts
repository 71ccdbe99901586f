import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { brokenBatches, NO_BROKEN_BATCHES } from './load/batch-checks.ts'
import { batchClient } from './load/batch-request.ts'
import { startBatchWriter } from './load/batch-writer.ts'
import { makePartner } from './load/make-partner.ts'
import { brokenPromises, NONE_BROKEN } from './load/record-checks.ts'
import { startRecordWriter, type TrySend } from './load/record-writer.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { amount } from '../support/amount.ts'
import { useDatabase } from '../support/database.ts'
import { runService, statusOf, type ServiceProcess } from '../server/service-process.ts'

const test = useDatabase()
const services: ServiceProcess[] = []
const PUBLIC = { PUBLIC_URL: 'https://art.example', MEDIA_URL: 'https://media.example' }

beforeAll(() => loadDemoCatalogue(test.url, { artworks: 60, events: 20 }))

const endAll = async (): Promise<void> => {
  for (const service of services.splice(0)) {
    service.signal('SIGKILL')
    await service.ended
  }
}

async function start(
  environment: Record<string, string> = {},
  options: Parameters<typeof runService>[1] = {},
): Promise<ServiceProcess> {
  const environmentOfAll = { DATABASE_URL: test.url, RATE_LIMIT_PER_MINUTE: '0', ...PUBLIC }
  const service = await runService({ ...environmentOfAll, ...environment }, options)
  services.push(service)
  await service.untilReady()
  return service
}

/** Only for a test that hangs: how many lines are under way at a kill depends on how busy the machine is. */
const PATIENT = { timeout: 600_000 }
const KILLS = amount({ commit: 1, nightly: 4 })
const FAULTY = { file: 'test/server/faulty-service.ts' }

async function openSockets(service: ServiceProcess, count: number): Promise<Socket[]> {
  const port = Number(new URL(service.url).port)
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {})
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

describe('a signal', () => {
  afterEach(endAll)

  it.each([
    ['is silent', { isSilent: true }],
    ['rejects connections', undefined],
  ])('F18 ends the service with 0 within 10 s while its database %s', async (_what, fault) => {
    const proxy = await startDatabaseProxy(test.url)
    const service = await start({ DATABASE_URL: proxy.url })
    const before = statusOrError(`${service.url}/api/v1/events/`)
    if (fault === undefined) await proxy.close()
    else proxy.suffer(fault)
    const during = statusOrError(`${service.url}/api/v1/artworks/?limit=3`)
    await sleep(50)
    const signalled = performance.now()
    service.signal('SIGTERM')
    const { by, at } = await service.ended
    expect(by).toBe(0)
    expect(at - signalled).toBeLessThan(10_000)
    for (const status of [await before, await during])
      expect(['200', '404', '503']).toContain(status)
    await proxy.close()
  })
})

/** Not only in the pauses between two writes. */
const BUSY = { interval: 3 }

/** A client of a service that may end at any time. */
function sendTo(address: () => string): TrySend {
  return async ({ url, ...sent }) => {
    const { method = 'GET' } = sent
    const response = await fetch(`${address()}${url}`, sent).catch(() => undefined)
    // A response can be cut, too.
    const text = await response?.text().catch(() => undefined)
    if (response === undefined || text === undefined) return undefined
    const headers = Object.fromEntries(response.headers)
    return { method, url, sent: sent.headers ?? {}, status: response.status, headers, text }
  }
}

describe('kill -9 during changes and batches', () => {
  afterEach(endAll)

  it(
    'F19 D11 loses no acknowledged change or line, and leaves no record half done',
    PATIENT,
    async () => {
      const partner = await makePartner(test)
      let service = await start()
      const send = sendTo(() => service.url)
      const batches = startBatchWriter(
        batchClient(() => service.url),
        { partner, prefix: 'Batch ', loops: 2, pauseMs: 5, retryMs: 50 },
      )
      const { counts } = batches
      // A batch rests while others write.
      await expect.poll(() => counts.whole, BUSY).toBeGreaterThan(3)
      const writer = startRecordWriter(send, { partner, prefix: 'Killed ', loops: 4, pauseMs: 20 })
      // Until one of them has ended a batch before its last answer.
      for (let kills = 0; kills < KILLS || counts.underWay === 0; kills += 1) {
        const acknowledged = writer.acknowledged + 40
        await expect.poll(() => writer.acknowledged, BUSY).toBeGreaterThan(acknowledged)
        // Not always the same number, or each kill could hit a batch that the client was about to cut.
        const whole = counts.whole + kills
        await expect.poll(() => counts.whole, BUSY).toBeGreaterThan(whole)
        // Not always at the beginning of a batch.
        await sleep(50 * kills)
        service.signal('SIGKILL')
        await service.ended
        service = await start()
      }
      await writer.end()
      const isEnough = () => Math.min(counts.cut, counts.answeredBefore, counts.changes) > 0
      await expect.poll(isEnough).toBe(true)
      await batches.end()
      const broken = await brokenPromises(send, { partner, databaseUrl: test.url }, writer)
      expect(broken).toEqual(NONE_BROKEN)
      expect(await brokenBatches(send, partner, batches)).toEqual(NO_BROKEN_BATCHES)
    },
  )
})

describe('a defect of the program', () => {
  let service: ServiceProcess

  beforeAll(async () => {
    service = await start({}, FAULTY)
  })
  afterAll(endAll)

  it('F21 a loop blocked for 2 s recovers at once', async () => {
    const blocked = statusOrError(`${service.url}/faults/block`)
    await sleep(100)
    const statuses = await Promise.all([
      statusOf(`${service.adminUrl}/livez`),
      statusOf(`${service.url}/api/v1/events/`),
    ])
    const over = performance.now()
    expect(statuses[0]).toBe(200)
    expect([200, 503]).toContain(statuses[1])
    await expect.poll(() => statusOf(`${service.url}/api/v1/events/`)).toBe(200)
    expect(performance.now() - over).toBeLessThan(1_000)
    expect(await blocked).toBe('200')
  })

  it('F20 an uncaught error is logged, running requests are completed, the exit code is 1', async () => {
    const slow = statusOrError(`${service.url}/faults/slow`)
    await sleep(200)
    expect(await statusOrError(`${service.url}/faults/throw`)).toBe('200')
    expect(await slow).toBe('200')
    expect((await service.ended).by).toBe(1)
    const lines = service.output().stdout.split('\n')
    const logged = lines.find((line) => line.includes('"Uncaught error"')) ?? '{}'
    expect(JSON.parse(logged)).toMatchObject({ level: 60, err: { message: 'a fault of ours' } })
    expect(service.output().stderr).toContain('Uncaught error: Error: a fault of ours')
  })
})

describe('the machine', () => {
  let here: ServiceProcess

  beforeAll(async () => {
    const command = ['sh', '-c', 'ulimit -n 512; exec "$@"', 'sh']
    here = await start({ TZ: 'UTC', LC_ALL: 'C' }, { command })
  })
  afterAll(endAll)

  it('F23 without free descriptors does not end the service, which accepts again later', async () => {
    const sockets = await openSockets(here, 700)
    await sleep(500)
    expect(here.process.exitCode).toBeNull()
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => statusOf(`${here.url}/api/v1/events/`)).toBe(200)
    expect(await statusOf(`${here.adminUrl}/readyz`)).toBe(200)
  })

  it('F24 does not change responses by its time zone or locale', async () => {
    const there = await start({ TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' })
    const paths = [
      '/api/v1/events/?limit=20',
      '/api/v1/marketplace-artworks/?limit=60&ordering=title',
      '/api/v1/events/1/',
      '/openapi/v1.json',
      '/docs/guide',
    ]
    for (const accept of ['application/json', 'text/html']) {
      for (const path of paths) {
        const read = async ({ url }: ServiceProcess) => {
          const response = await fetch(`${url}${path}`, { headers: { accept } })
          return [response.status, await response.text()]
        }
        const differences = async () => {
          const [one, other] = await Promise.all([read(here), read(there)])
          expect(one?.[1]).not.toBe('')
          return isDeepStrictEqual(one, other) ? [] : [one, other]
        }
        // A busy service leaves the facets out of a page.
        await expect.poll(differences, { message: path }).toEqual([])
      }
    }
  })
})

/** The status, or the error. */
function statusOrError(url: string): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)))
      response.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end()
  })
}
