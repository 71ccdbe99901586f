import { describe, expect, it } from 'vitest'
import { hasOtherRecords } from '../../../scripts/demo/demo-queries.ts'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { useDatabase } from '../../support/database.ts'
import { dumpDatabase } from './database-dump.ts'

const atOnce = useDatabase()
const again = useDatabase()
const grown = useDatabase()
const interrupted = useDatabase()

const SMALL = { artworks: 250, events: 60 }
const FULL = { artworks: 600, events: 120 }

describe('loadDemoCatalogue', () => {
  it('loads the same data for the same numbers', async () => {
    expect(await loadDemoCatalogue(atOnce.url, FULL)).toEqual(FULL)
    expect(await hasOtherRecords(atOnce.url)).toBe(false)
    await loadDemoCatalogue(again.url, FULL)
    expect(await dumpDatabase(again.url)).toEqual(await dumpDatabase(atOnce.url))
  })

  it('adds nothing to an equal or larger catalogue', async () => {
    const before = await dumpDatabase(atOnce.url)
    for (const size of [FULL, SMALL, { artworks: 0, events: 0 }]) {
      expect(await loadDemoCatalogue(atOnce.url, size)).toEqual({ artworks: 0, events: 0 })
    }
    expect(await dumpDatabase(atOnce.url)).toEqual(before)
  })

  it('grows to the same data as if loaded at once', async () => {
    await loadDemoCatalogue(grown.url, { artworks: 0, events: 7 })
    await loadDemoCatalogue(grown.url, { artworks: 251, events: 0 })
    const { artworks, events } = FULL
    expect(await loadDemoCatalogue(grown.url, FULL)).toEqual({
      artworks: artworks - 251,
      events: events - 7,
    })
    expect(await withoutPictures(grown.url)).toEqual(await withoutPictures(atOnce.url))
  })

  it('continues an interrupted load', async () => {
    const interruption = new AbortController()
    const load = loadDemoCatalogue(interrupted.url, {
      ...FULL,
      signal: interruption.signal,
      onProgress: (done) => {
        if (done >= 320) interruption.abort(new Error('Interrupted'))
      },
    })
    await expect(load).rejects.toThrow('Interrupted')
    const { artworks } = await loadDemoCatalogue(interrupted.url, FULL)
    expect(artworks).toBeGreaterThan(0)
    expect(artworks).toBeLessThan(FULL.artworks)
    expect(await dumpDatabase(interrupted.url)).toEqual(await dumpDatabase(atOnce.url))
  })

  it('reports its progress', async () => {
    const seen: string[] = []
    await loadDemoCatalogue(atOnce.url, {
      ...FULL,
      onProgress: (done, total) => seen.push(`${done}/${total}`),
    })
    expect(seen).toEqual(['120/720', '620/720', '720/720'])
  })
})

/** Artists and galleries share a table of pictures, whose ids depend on what was added first. */
async function withoutPictures(url: string): Promise<Record<string, string[]>> {
  const { images: _, artists: _artists, galleries: _galleries, ...others } = await dumpDatabase(url)
  return others
}
