import { OutsideContract } from '../../contract/response-validator.ts'
import type { Ask } from '../rounds/ask.ts'
import type { Rounds } from '../rounds/rounds.ts'
import type { Want } from '../rounds/want.ts'
import type { FragmentKind } from '../../documents/json-sql.ts'
import { namePart, type PartName } from './part-name.ts'
import { RATES } from './rates.ts'

/** Of each kind: as many as are remembered for certain. */
const MOST = 25_000
/** No reader has to wait for more than these, which take about 10 ms. */
const AT_ONCE = 250

/** The tables of their ids. */
const TABLES: Readonly<Record<FragmentKind, string>> = {
  tag: 'tags',
  artwork_category: 'artwork_categories',
  event_category: 'event_categories',
  gallery: 'galleries',
  gallery_owner: 'galleries',
  venue: 'venues',
  user: 'users',
  artist: 'artists',
}

/**
 * Reads the exchange rates, and the newest of what many records embed, before a page needs them. So a process is
 * soon as fast as it gets. It gives up when nothing can be read: whoever asks then is told why.
 */
export async function preload(rounds: Rounds): Promise<void> {
  await loaded(rounds, [RATES])
  for (const [kind, table] of Object.entries(TABLES)) {
    const ids = await selectIds(rounds, table)
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const names = ids.slice(at, at + AT_ONCE).map((id) => namePart(kind as FragmentKind, id))
      await loaded(rounds, names)
    }
  }
}

function selectIds(rounds: Rounds, table: string): Promise<string[]> {
  const text = `SELECT id FROM ${table} ORDER BY id DESC LIMIT ${MOST}`
  const asks = (): Ask[] => [{ name: `ids of ${table}`, text, values: [] }]
  return new Promise((resolve, reject) => {
    const take: Want['take'] = ([rows = []]) => resolve(rows.map(([id]) => id as string))
    rounds.join({ records: 0, tracks: [], parts: [], asks, take, fail: reject })
  })
}

/** Parts that must not be told are left to those who ask for them. */
function loaded(rounds: Rounds, parts: readonly PartName[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      error instanceof OutsideContract ? resolve() : reject(error)
    rounds.join({ records: 0, tracks: [], parts, asks: () => [], take: () => resolve(), fail })
  })
}
