import { makeKey } from '../../../scripts/keys/make-key.ts'
import { listPath, type CollectionName } from '../collection.ts'
import { selectRelatedIds, type RelatedIds } from '../database/catalogue-queries.ts'

/** Adds records through the API, as a partner does. */
export interface ApiWriter {
  /** Publishes the n-th record. @returns its id. @throws for any status except 201. */
  publish(collection: CollectionName, n: number): Promise<number>
}

export async function createApiWriter(serviceUrl: string, databaseUrl: string): Promise<ApiWriter> {
  const key = await makeKey(databaseUrl, 'bench', ['admin'])
  const related = await selectRelatedIds(databaseUrl)
  const bodies = {
    artworks: (n: number) => artworkBody(related, n),
    events: (n: number) => eventBody(related, n),
  }
  return {
    async publish(collection, n) {
      const response = await fetch(serviceUrl + listPath(collection), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(bodies[collection](n)),
      })
      const text = await response.text()
      if (response.status !== 201) throw new Error(`POST responds with ${response.status}: ${text}`)
      return (JSON.parse(text) as { id: number }).id
    },
  }
}

function artworkBody(related: RelatedIds, n: number): object {
  return {
    title: `Bench artwork ${n}`,
    artists: [pick(related.artists, n)],
    gallery: pick(related.galleries, n),
    category: pick(related.artwork_categories, n),
    units: 'centimeter',
    price_display: 'show price',
    price: 100 + n,
    publish_status: 'published',
  }
}

function eventBody(related: RelatedIds, n: number): object {
  return {
    title: `Bench event ${n}`,
    category: pick(related.event_categories, n),
    venue: pick(related.venues, n),
    start_time: '2027-05-01T18:00:00Z',
    end_time: '2027-05-01T21:00:00Z',
    publish_status: 'published',
  }
}

function pick(ids: readonly number[], n: number): number {
  const id = ids[n % ids.length]
  if (id === undefined) throw new Error('The catalogue has nothing that a record can refer to.')
  return id
}
