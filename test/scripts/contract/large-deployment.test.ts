import { beforeAll, expect, it } from 'vitest'
import { makeArtist } from '../../support/make-artist.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { settleFeeds } from '../../support/settle-feeds.ts'
import { useDeployment } from './deployment.ts'
import { runContractWith } from './run-contract.ts'

const test = useDeployment()

beforeAll(async () => {
  const summary = '\u0001'.repeat(5_000)
  const artists: number[] = []
  for (let no = 1; no <= 50; no += 1) {
    artists.push((await makeArtist(test.db, { name: `Artist ${no}`, summary })).id)
  }
  for (let no = 1; no <= 50; no += 1) await makeArtwork(test.db, { artists })
  await settleFeeds(test.db)
})

it('holds a deployment whose pages end early, and whose snapshot is long', async () => {
  const groups = [
    'listArtists',
    'listMarketplaceArtworks',
    'retrieveMarketplaceArtworkSnapshot',
    '/marketplace-artworks/snapshot/',
  ]
  const only = groups.flatMap((group) => ['--only', group])
  const { exitCode, out } = await runContractWith({ origin: test.origin }, ...only)
  expect(out).toMatch(/\n\d+ passed, 0 failed$/)
  expect(exitCode).toBe(0)
})
