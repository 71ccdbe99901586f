import type { AddressInfo } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { useService } from '../../support/app.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { runContract, type ContractRun } from './run-contract.ts'

const test = useService()

beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 })
})

function run(key: string, ...options: string[]): Promise<ContractRun> {
  const { port } = test.app.server.address() as AddressInfo
  return runContract('--base-url', `http://127.0.0.1:${port}`, '--key', key, ...options)
}

it('holds a deployment that has no records yet', async () => {
  const { key } = await makeApiKey(test.db, { scopes: ['events:write', 'artworks:write'] })
  const { exitCode, out: text } = await run(key, '--concurrency', '8')
  for (const list of ['listEvents', 'listVenues', 'listMarketplaceArtworks']) {
    expect(text).toMatch(new RegExp(`skipped \\d+ cases: ${list} has no records \\(`))
  }
  expect(text).toMatch(/\n\d+ passed, 0 failed, \d+ skipped$/)
  expect(exitCode).toBe(0)
})

it('creates, revokes and reports no key, even with the rights to do so', async () => {
  const { key } = await makeApiKey(test.db, { scopes: ['admin'] })
  const facts = () =>
    test.db.selectFrom('api_keys').select(['id', 'expires_at', 'revoked_at']).execute()
  const before = await facts()
  const groups = ['listApiKeys', 'createApiKey', 'retrieveApiKey', 'deleteApiKey']
  const only = groups.flatMap((group) => ['--only', group])
  const { exitCode, out: text } = await run(key, '--write-permanent', '--verbose', ...only)
  expect(text).toContain('skipped 1 case: its response has a secret')
  expect(text).toContain('ok shows a page to the key')
  expect(text).toMatch(/is not tried, because a success has a secret \(createApiKey/)
  expect(text).not.toMatch(/amk_[\w-]{8}/)
  expect(text).toMatch(/\n\d+ passed, 0 failed, \d+ skipped$/)
  expect(exitCode).toBe(0)
  expect(await facts()).toEqual(before)
})
