import { setTimeout as sleep } from 'node:timers/promises'
import { countByTitle, selectUnusedPictures } from '../system/database-queries.ts'
import { isInState, type Partner } from './record-requests.ts'
import type { RecordWriter, TrySend, WrittenRecord } from './record-writer.ts'
import { walkPages } from '../../support/walk-pages.ts'

/** Records that are not as the last acknowledged write left them. */
async function lostWrites(
  send: TrySend,
  partner: Partner,
  records: readonly WrittenRecord[],
): Promise<string[]> {
  const lost: string[] = []
  const headers = { authorization: `Bearer ${partner.key}` }
  for (const record of records) {
    const { kind, path, isDeleted, state } = record
    const response = await send({ url: `/api/v1${path}`, headers })
    const isRight = isDeleted
      ? response?.status === 404
      : response?.status === 200 && isInState(kind, partner, record, response.text)
    const expected = isDeleted ? 'deleted' : `in state ${state}`
    if (!isRight) lost.push(`${path} is not ${expected}: ${response?.status} ${response?.text}`)
  }
  return lost
}

/** Names of records that exist twice, or although they were deleted. */
async function doneTwice(
  databaseUrl: string,
  { prefix, records }: RecordWriter,
): Promise<string[]> {
  const kept = new Set(records.filter(({ isDeleted }) => !isDeleted).map(({ name }) => name))
  const counts = await countByTitle(databaseUrl, prefix)
  return [...counts]
    .filter(([name, count]) => count > 1 || !kept.has(name))
    .map(([name, count]) => `${name}: ${count}`)
}

/** The violations of what a writer was promised, by the promise. */
export interface BrokenPromises {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly counts: readonly string[]
  readonly pictures: readonly string[]
}

export const NONE_BROKEN: BrokenPromises = { lost: [], doubled: [], counts: [], pictures: [] }

/** What is wrong after a writer has ended. */
export async function brokenPromises(
  send: TrySend,
  { partner, databaseUrl }: { readonly partner: Partner; readonly databaseUrl: string },
  writer: RecordWriter,
): Promise<BrokenPromises> {
  return {
    lost: [...writer.faults, ...(await lostWrites(send, partner, writer.records))],
    doubled: await doneTwice(databaseUrl, writer),
    counts: await wrongCounts(send),
    pictures: await selectUnusedPictures(databaseUrl),
  }
}

interface Gallery {
  readonly id: number
  readonly total_artworks: number
}

interface Page<Item> {
  readonly next: string | null
  readonly results: readonly Item[]
}

/** Galleries whose number of artworks is not that of the public list, in their own list or in artworks. */
async function wrongCounts(send: TrySend): Promise<string[]> {
  const artworks = await listed<{ gallery: Gallery }>(send, '/api/v1/marketplace-artworks/')
  const galleries = await listed<Gallery>(send, '/api/v1/galleries/')
  const counts = new Map<number, number>()
  const embedded = artworks.map(({ gallery }) => gallery)
  for (const { id } of embedded) counts.set(id, (counts.get(id) ?? 0) + 1)
  const shown = [...galleries, ...embedded]
  return shown
    .filter(({ id, total_artworks }) => total_artworks !== (counts.get(id) ?? 0))
    .map(({ id, total_artworks }) => `gallery ${id}: ${total_artworks} of ${counts.get(id) ?? 0}`)
}

/** All records of a list, which nobody writes meanwhile. */
export async function listed<Item>(
  send: TrySend,
  list: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Item[]> {
  const get = async (url: string): Promise<Page<Item>> => {
    let response = await send({ url, headers })
    // On a busy machine, the service sheds load after the faults, too.
    while (response?.status === 503) {
      await sleep(200)
      response = await send({ url, headers })
    }
    if (response?.status !== 200) throw new Error(`${url} responds with ${response?.status}`)
    return JSON.parse(response.text) as Page<Item>
  }
  const pages = await walkPages(get, `${list}${list.includes('?') ? '&' : '?'}limit=100`)
  return pages.flatMap(({ results }) => results)
}
