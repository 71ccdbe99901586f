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

/** A text in place of which an error was made: the contract does not allow the record. */
type Outcome = MadeText | { readonly id: number; readonly version: string; readonly error: unknown }

export interface RecordMaker {
  /** @returns a text that was made of this version, an error if it must not be told, or undefined. */
  made(list: ListName, id: number, version: string): Outcome | undefined
  /** Makes the texts of these records, of those that are public. */
  make(list: ListName, ids: readonly number[]): Promise<void>
}

/** @param onStoreError told when texts could not be stored, which makes the service slower, not wrong. */
export function recordMaker(
  db: Kysely<Database>,
  mediaUrl: string,
  maker: string,
  onStoreError: (error: unknown) => void,
): RecordMaker {
  const outcomes = new Recent<string, Outcome>(MOST_MADE)
  const making = new Map<string, Promise<void>>()
  const make = async (list: ListName, ids: readonly number[]): Promise<void> => {
    const made = await makeTexts(db, list, ids, mediaUrl)
    for (const outcome of made) outcomes.set(`${list} ${outcome.id}`, outcome)
    const texts = made.filter((outcome) => 'text' in outcome)
    await storeTexts(db, list, maker, texts).catch(onStoreError)
  }
  return {
    made(list, id, version) {
      const outcome = outcomes.get(`${list} ${id}`)
      // What kept it from being made may be gone the next time: a part can be put right by itself.
      if (outcome !== undefined && 'error' in outcome) outcomes.delete(`${list} ${id}`)
      return outcome?.version === version ? outcome : undefined
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

async function makeTexts(
  db: Kysely<Database>,
  list: ListName,
  ids: readonly number[],
  mediaUrl: string,
): Promise<Outcome[]> {
  // Of the snapshot that the records are of: by the next, what cannot be told may have been put right.
  let versions: ReadonlyMap<number, string> = new Map()
  try {
    const records = await inSnapshot(db, async (snapshot) => {
      versions = await selectVersions(snapshot, list, ids)
      return KINDS[list].find(snapshot, ids, mediaUrl, undefined)
    })
    return records.flatMap((record) => {
      const version = versions.get(record.id)
      return version === undefined ? [] : [outcomeOf(list, version, record)]
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    // One of them holds what cannot be told: the others can.
    if (ids.length > 1) return makeOneByOne(db, list, ids, mediaUrl)
    return [...versions].map(([id, version]) => ({ id, version, error }))
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
    return { id, version, error }
  }
}
