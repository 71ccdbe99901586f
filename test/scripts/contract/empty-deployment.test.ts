import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { contractCommand } from '../../../scripts/contract/contract-command.ts'
import { useService } from '../../support/app.ts'
import { makeApiKey } from '../../support/make-api-key.ts'

const test = useService()

beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 })
})

it('holds a deployment that has no records yet', async () => {
  const { key } = await makeApiKey(test.db, { scopes: ['events:write', 'artworks:write'] })
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const { port } = test.app.server.address() as AddressInfo
  const args = ['--base-url', `http://127.0.0.1:${port}`, '--key', key, '--concurrency', '8']
  const { signal } = new AbortController()
  const exitCode = await contractCommand(args, { log, error: log }, signal)
  const text = lines.join('\n')
  for (const list of ['listEvents', 'listVenues', 'listMarketplaceArtworks']) {
    expect(text).toMatch(new RegExp(`skipped \\d+ cases: ${list} has no records \\(`))
  }
  expect(text).toMatch(/\n\d+ passed, 0 failed, \d+ skipped$/)
  expect(exitCode).toBe(0)
})
