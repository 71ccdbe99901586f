import { appendFile, readFile, truncate } from 'node:fs/promises'
import {
  createClient,
  MemoryCopyStore,
  type Artwork,
  type CopyStep,
} from 'art-marketplace-listing-service/client'

/**
 * Brings a copy of all published artworks up to date: `node keep-a-copy.js BASE_URL FILE`. Each line of the file is a step of
 * the copy. The program can be killed at any point, and then goes on with the last whole line.
 */
const [baseUrl, file = ''] = process.argv.slice(2)
if (baseUrl === undefined || file === '') {
  console.error('Usage: node keep-a-copy.js BASE_URL FILE')
  process.exit(1)
}

const memory = new MemoryCopyStore<Artwork>()
await appendFile(file, '')
const text = await readFile(file, 'utf8')
const whole = text.slice(0, text.lastIndexOf('\n') + 1)
await truncate(file, Buffer.byteLength(whole))
for (const line of whole.split('\n').slice(0, -1)) {
  memory.apply(JSON.parse(line) as CopyStep<Artwork>)
}

const copy = createClient({ baseUrl }).copyMarketplaceArtworks({
  position: () => memory.position(),
  records: () => memory.records(),
  apply: async (step) => {
    await appendFile(file, `${JSON.stringify(step)}\n`, { flush: true })
    memory.apply(step)
  },
})
// `for await (const state of copy)` would go on, and read the changes every ten seconds.
const { count, upserts, deletes, isVerified } = (await copy.next()).value
console.log(`${count} artworks: ${upserts} new or changed, ${deletes} deleted`)
console.log(isVerified ? 'The copy is as the service has it.' : 'The copy was not verified.')
