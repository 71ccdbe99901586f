import { expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { runService, statusOf } from '../server/service-process.ts'

const test = useDatabase()

/** Where nothing can be written, as on a disk that is full. */
const TO_FULL_DISK = ['sh', '-c', 'exec "$@" >/dev/full', 'sh']

it('F18 a log that cannot be written keeps nobody from being served, nor the service from ending', async () => {
  const settings = { DATABASE_URL: test.url, NODE_ENV: 'production' }
  const service = await runService(settings, { command: TO_FULL_DISK })
  await service.untilReady()
  for (let count = 0; count < 50; count += 1) {
    expect(await statusOf(`${service.url}/api/v1/events/?offset=${count}`)).toBe(200)
  }
  expect(await statusOf(`${service.adminUrl}/livez`)).toBe(200)
  const signalledAt = performance.now()
  service.signal('SIGTERM')
  const { by, at } = await service.ended
  expect(by).toBe(0)
  expect(at - signalledAt).toBeLessThan(8_000)
})
