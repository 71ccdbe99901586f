import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractCommand } from '../../../scripts/contract/contract-command.ts'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { joinGalleries } from '../../sdks/scratch-queries.ts'
import { runService, type ServiceProcess } from '../../server/service-process.ts'
import { amount } from '../../support/amount.ts'
import { useDatabase } from '../../support/database.ts'
import { makeApiKey } from '../../support/make-api-key.ts'

const RUNS = amount({ commit: 2, nightly: 5 })

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
  // With the limits that it has in production.
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
      const { signal } = new AbortController()
      for (let run = 0; run < RUNS; run += 1) {
        for (const CONTRACT_KEY of Object.values(keys)) {
          const lines: string[] = []
          const log = (line: string) => lines.push(line)
          const output = { log, error: log }
          const args = ['--base-url', service.url]
          const exitCode = await contractCommand(args, output, signal, { CONTRACT_KEY })
          expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/)
          expect(lines.length).toBeLessThan(10)
          expect(exitCode).toBe(0)
        }
      }
    },
  )
})
