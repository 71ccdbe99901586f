import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { ListName } from '../orderings.ts'
import { makerName } from './maker.ts'
import { countMade, renewTexts, selectMade } from './ready-record-queries.ts'
import { makeTexts } from './record-maker.ts'

const BATCH = 500

export interface CheckedRecords {
  readonly list: ListName
  readonly compared: number
  /** Ids of the records whose stored text is not what their rows make. */
  readonly wrong: readonly number[]
}

/**
 * Builds every record of the list whose text is stored, and compares. Texts of another version of the
 * service, or of other addresses of pictures, are used by nobody here, and left out.
 * @param mediaUrl the same as the service's.
 */
export async function checkRecords(
  db: Kysely<Database>,
  list: ListName,
  mediaUrl: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<CheckedRecords> {
  const maker = makerName(mediaUrl)
  const total = await countMade(db, list, maker)
  const wrong: number[] = []
  let compared = 0
  for (let after = 0; ;) {
    const stored = await selectMade(db, list, maker, after, BATCH)
    const last = stored.at(-1)
    if (last === undefined) return { list, compared, wrong }
    const ids = stored.map(({ id }) => id)
    const built = new Map((await makeTexts(db, list, ids, mediaUrl)).map((one) => [one.id, one]))
    for (const { id, version, digest, text } of stored) {
      const one = built.get(id)
      // It has changed since it was read, or has gone: its text is made anew, or never read.
      if (one === undefined || ('version' in one && one.version !== version)) continue
      if (!('text' in one) || one.digest !== digest || one.text !== text) wrong.push(id)
    }
    compared += stored.length
    after = last.id
    onProgress(compared, total)
  }
}

/** Has these records built anew when they are read next, and tells every process. */
export async function renewRecords(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    await renewTexts(db, list, ids.slice(start, start + BATCH))
  }
}
