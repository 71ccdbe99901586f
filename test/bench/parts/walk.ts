import { listPath } from '../collection.ts'
import { areArtworksPast, selectPublicIds } from '../database/catalogue-queries.ts'
import { SERIAL } from '../load/run-load.ts'
import type { WalkResult } from '../load/run-walk.ts'
import { grouped, type PartResult } from '../report/finding.ts'
import { writeAtRate, writingFailures, type Writing } from '../writers/write-at-rate.ts'
import { partnerRequests } from './posts.ts'
import type { World } from './world.ts'

/** Writes per second, of events and of artworks. */
const WRITES_PER_SECOND = 50
const MILLION = 1_000_000

/** Walks all artworks over one connection during writes through the API. */
export async function measureWalk(world: World): Promise<PartResult> {
  const { databaseUrl, service, client } = world
  if (!(await areArtworksPast(databaseUrl)))
    throw new Error('There are artworks of the future: new ones would not come last.')
  const thereAtFirst = await selectPublicIds(databaseUrl, 'artworks')
  const { headers, bodies } = await partnerRequests(databaseUrl)
  const write = async (n: number): Promise<void> => {
    const collection = n % 2 === 0 ? 'artworks' : 'events'
    const body = bodies[collection][n % bodies[collection].length]?.replaceAll(SERIAL, `walk-${n}`)
    const url = service.url + listPath(collection)
    const response = await fetch(url, { method: 'POST', headers, body: body ?? '' })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`POST responds with ${response.status}: ${text}`)
  }
  const endWriting = writeAtRate(2 * WRITES_PER_SECOND, write)
  // New artworks come last in this order, and do not shift others.
  const path = `${listPath('artworks')}?limit=100&ordering=order_date`
  const walking = client.walk({ url: service.url, path })
  const walk = await walking.catch(async (error: unknown) => {
    await endWriting()
    throw error
  })
  return resultOf(walk, await endWriting(), thereAtFirst)
}

function resultOf(walk: WalkResult, writing: Writing, thereAtFirst: Int32Array): PartResult {
  const { ids, ...rest } = walk
  const { missing, doubled } = compareWalk(thereAtFirst, ids)
  const beside = `beside ${(writing.done / writing.seconds).toFixed(0)} writes a second`
  return {
    findings: [
      {
        key: 'walk',
        what: 'a walk by `next`, limit 100: time for 1,000,000 artworks',
        measured: `${grouped(ids.length)} in ${walk.seconds.toFixed(1)} s, ${beside}`,
        value: (walk.seconds * MILLION) / Math.max(1, ids.length),
        unit: 'seconds',
      },
      {
        key: 'walk-wrong',
        what: 'artworks that the walk missed or met twice',
        measured: `of ${grouped(thereAtFirst.length)}: ${missing} missed, ${doubled} twice`,
        value: missing + doubled,
        unit: 'artworks',
      },
    ],
    failures: writingFailures('writes beside the walk', writing, 2 * WRITES_PER_SECOND),
    details: {
      ...rest,
      listed: ids.length,
      thereAtFirst: thereAtFirst.length,
      missing,
      doubled,
      writing,
    },
  }
}

/**
 * @param expected ids that a walk must list once each.
 * @param listed ids that it listed; records added meanwhile may be among them, once.
 */
export function compareWalk(
  expected: Int32Array,
  listed: Int32Array,
): { missing: number; doubled: number } {
  const seen = new Set<number>(listed)
  const missing = expected.reduce((sum, id) => sum + (seen.has(id) ? 0 : 1), 0)
  return { missing, doubled: listed.length - seen.size }
}
