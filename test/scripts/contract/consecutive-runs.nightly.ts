import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { joinGalleries } from '../../sdks/scratch-queries.ts'
import { runService, type ServiceProcess } from '../../server/service-process.ts'
import { useDatabase } from '../../support/database.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { runContractWith } from './run-contract.ts'

const RUNS = 5

const test = useDatabase()
const keys = { admin: '', member: '', none: '' }
let service: ServiceProcess

beforeAll(async () => {
  await loadDemoCatalogue(test.url, { artworks: 40, events: 12 })
  keys.admin = (await makeApiKey(test.db, { scopes: ['admin'] })).key
  const scopes = ['artworks:write', 'catalogue:write', 'events:write'] as const
  const member = await makeApiKey(test.db, { scopes })
  await test.db.transaction().execute((trx) => joinGalleries(trx, member.userId))
  keys.member = member.key
  // With the limits that it has in production: the runs wait for windows of the rate limit most of the time.
  service = await runService({ DATABASE_URL: test.url, LOG_LEVEL: 'error' })
  await service.untilReady()
})

afterAll(async () => {
  service.signal('SIGTERM')
  await service.ended
})

describe('npm run contract', () => {
  it(
    `finds no failure in ${RUNS} runs with each key in a row`,
    { timeout: 1_800_000 },
    async () => {
      for (let run = 0; run < RUNS; run += 1) {
        for (const CONTRACT_KEY of Object.values(keys)) {
          const { exitCode, out, errors } = await runContractWith(
            { environment: { CONTRACT_KEY } },
            '--base-url',
            service.url,
          )
          const lines = out.split('\n')
          expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/)
          expect(lines.length).toBeLessThan(10)
          expect(errors).toBe('')
          expect(exitCode).toBe(0)
        }
      }
    },
  )
})
