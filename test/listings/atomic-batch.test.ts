import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { artworkListing } from '../../src/artworks/artwork-listing.ts'
import type { RequestLine } from '../../src/contract/request-lines.ts'
import { writeBatch, type Batch } from '../../src/listings/batch.ts'
import { MEDIA_URL, PUBLIC_URL } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeGallery } from '../support/make-gallery.ts'

const test = useDatabase()
let batch: Omit<Batch, 'lines'>
let gallery: number

beforeAll(async () => {
  const { id: keyId, userId } = await makeApiKey(test.db)
  gallery = (await makeGallery(test.db, { owner_id: userId })).id
  batch = {
    isDryRun: false,
    isAtomic: true,
    principal: { keyId, userId, scopes: ['artworks:write'] },
    requestId: '00000000-0000-4000-8000-000000000000',
    db: test.db,
    urls: { public: PUBLIC_URL, media: MEDIA_URL },
  }
})

/** Lines of three groups. @param onRead called when the service parses a line. */
async function* lines(onRead: (no: number) => void = () => {}): AsyncGenerator<RequestLine> {
  for (let no = 1; no <= 500; no += 1) {
    const parse = () => {
      onRead(no)
      const fields = { title: `${no}`, artists: [], units: 'inch', category: 1 }
      const artwork = { ...fields, gallery, price_display: 'price on request' }
      return { external_id: `${no}`, artwork }
    }
    yield { no, length: 100, parse, requireValid: () => {} }
  }
}

async function countArtworks(): Promise<number> {
  return (await test.db.selectFrom('artworks').select('id').execute()).length
}

describe('an atomic batch', () => {
  it('is rolled back between two groups when its client is gone', async () => {
    const client = new AbortController()
    let parsed = 0
    // Each line is parsed once before the transaction and once in it.
    const read = lines(() => {
      parsed += 1
      if (parsed === 750) client.abort(new Error('The client is gone'))
    })
    const answers = writeBatch(artworkListing, { ...batch, lines: read, signal: client.signal })
    await expect(answers.next()).rejects.toThrow('The client is gone')
    expect(parsed).toBeLessThan(1_000)
    expect(await countArtworks()).toBe(0)
  })

  it('is rolled back when it takes too long, and says so', async () => {
    const answers = writeBatch(artworkListing, { ...batch, lines: lines(), atomicMs: 0 })
    expect(await Readable.from(answers).toArray()).toMatchObject([
      { status: 503, problem: { code: 'service_unavailable' }, applied: false },
    ])
    expect(await countArtworks()).toBe(0)
  })

  it('is written in time', async () => {
    const answers = writeBatch(artworkListing, { ...batch, lines: lines() })
    const all = await Readable.from(answers).toArray()
    expect(all.at(-1)).toMatchObject({ status: 200, created: 500, applied: true })
    expect(await countArtworks()).toBe(500)
  })
})
