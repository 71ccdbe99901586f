import { describe, expect, it, onTestFinished } from 'vitest'
import { selectPublicIds } from './database/catalogue-queries.ts'
import { createRowWriter } from './writers/row-write-queries.ts'
import { rowWrites } from './writers/row-writes.ts'
import { randomSource } from '../../scripts/demo/random.ts'
import { loadDemoCatalogue } from '../../scripts/demo/load-demo-catalogue.ts'
import { useService } from '../support/app.ts'

const test = useService()

async function catalogue() {
  await loadDemoCatalogue(test.url, { artworks: 40, events: 20 })
  return {
    artworks: await selectPublicIds(test.url, 'artworks'),
    events: await selectPublicIds(test.url, 'events'),
  }
}

describe('the writes of the bench', () => {
  it('are valid rows that stay public', async () => {
    const targets = await catalogue()
    const rows = await createRowWriter(test.url)
    onTestFinished(() => rows.close())
    const write = rowWrites(rows, targets)
    const random = randomSource('test')(0)
    for (let n = 0; n < 300; n += 1) await write(random)
    const titles = (await test.get('/marketplace-artworks/?limit=100'))['results'] as object[]
    expect(titles.length).toBeGreaterThan(20)
    const id = await rows.copyRow('artworks', (await selectPublicIds(test.url, 'artworks'))[0] ?? 0)
    expect(await test.get(`/marketplace-artworks/${id}/`)).toMatchObject({ id })
  })
})
