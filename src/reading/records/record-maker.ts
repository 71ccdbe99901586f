import type { Kysely } from 'kysely'
import { findArtworks } from '../../artworks/find-artworks.ts'
import { validateComponent } from '../../contract/response-validator.ts'
import { isDatabaseUnavailable } from '../../database/failure.ts'
import { inSnapshot } from '../../database/snapshot.ts'
import type { Database } from '../../database/tables.ts'
import { findEvents } from '../../events/find-events.ts'
import type { ListName } from '../orderings.ts'
import { selectVersions, storeTexts, type MadeText } from './ready-record-queries.ts'
import { Recent } from './recent.ts'
import { byteText } from '../../byte-text.ts'
import { digestOf } from './digest.ts'
import { templateOf } from './template.ts'

/** How the records of a list are found, and the schema that they must fit. */
const KINDS = {
  artworks: { find: findArtworks, component: 'Artwork' },
  events: { find: findEvents, component: 'Event' },
} as const

/** What was made here lately, in case that it could not be stored. */
const MOST_MADE = 1_000

/** Why records must not be told, by their ids. */
export type Refusals = ReadonlyMap<number, unknown>

/** A text, or why the contract does not allow the record. */
type Outcome = MadeText | { readonly id: number; readonly error: unknown }

export interface RecordMaker {
  /** @returns a text that was made of this version lately. */
  made(list: ListName, id: number, version: string): MadeText | undefined
  /**
   * Makes the texts of these records, of those that are public.
   * @returns why some cannot be made, for all who wait for it: if each tried for itself, one after the
   *   other, one record that must not be told would keep everybody from theirs.
   */
  make(list: ListName, ids: readonly number[]): Promise<Refusals>
}

/** @param onStoreError told when texts could not be stored, which makes the service slower, not wrong. */
export function recordMaker(
  db: Kysely<Database>,
  mediaUrl: string,
  maker: string,
  onStoreError: (error: unknown) => void,
): RecordMaker {
  const lately = new Recent<string, MadeText>(MOST_MADE)
  const making = new Map<string, Promise<Refusals>>()
  const make = async (list: ListName, ids: readonly number[]): Promise<Refusals> => {
    const outcomes = await makeTexts(db, list, ids, mediaUrl)
    const texts = outcomes.filter((outcome) => 'text' in outcome)
    for (const text of texts) lately.set(`${list} ${text.id}`, text)
    await storeTexts(db, list, maker, texts).catch(onStoreError)
    // Not kept: what is wrong may be put right without a new version, as a part of it.
    return new Map(
      outcomes.flatMap((outcome) => ('error' in outcome ? [[outcome.id, outcome.error]] : [])),
    )
  }
  return {
    made(list, id, version) {
      const text = lately.get(`${list} ${id}`)
      return text?.version === version ? text : undefined
    },
    make(list, ids) {
      // Many may find the same page unmade at once.
      const name = `${list} ${ids.join(' ')}`
      const running = making.get(name) ?? make(list, ids).finally(() => making.delete(name))
      making.set(name, running)
      return running
    },
  }
}

/** The texts of these records as their rows are now, of those that are public. */
export async function makeTexts(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
  mediaUrl: string,
): Promise<Outcome[]> {
  try {
    const { versions, records } = await inSnapshot(db, async (snapshot) => ({
      versions: await selectVersions(snapshot, list, ids),
      // What is counted is told in parts, which are left out of a text.
      records: await KINDS[list].find(snapshot, ids, mediaUrl, undefined, false),
    }))
    return records.flatMap((record) => {
      const version = versions.get(record.id)
      return version === undefined ? [] : [outcomeOf(list, version, record)]
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    // One of them holds what cannot be told: the others can.
    if (ids.length > 1) return makeOneByOne(db, list, ids, mediaUrl)
    return ids.map((id) => ({ id, error }))
  }
}

async function makeOneByOne(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
  mediaUrl: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of ids) outcomes.push(...(await makeTexts(db, list, [id], mediaUrl)))
  return outcomes
}

function outcomeOf(list: ListName, version: string, record: { readonly id: number }): Outcome {
  const { id } = record
  try {
    validateComponent(KINDS[list].component, record)
    const text = byteText(templateOf(record))
    return { id, version, text, digest: digestOf(text) }
  } catch (error) {
    return { id, error }
  }
}
