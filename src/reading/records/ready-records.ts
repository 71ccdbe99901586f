import { asByteText, type ByteText } from '../../byte-text.ts'
import { fill, type Pieces } from './fill.ts'
import type { Memory } from '../rounds/memory.ts'
import type { ListName } from '../orderings.ts'
import type { PartName } from './part.ts'
import type { ReadyRow } from '../place-queries.ts'
import type { RecordMaker } from './record-maker.ts'

/** The texts of records, and commas between them. */
export interface ReadyRecords {
  readonly texts: readonly ByteText[]
  /** Differs whenever they do. */
  readonly digest: string
}

const COMMA = asByteText(',')

/** Records, or what has to be had first. */
export type Readiness =
  | { readonly ready: ReadyRecords }
  | { readonly unmade: readonly number[] }
  | { readonly missing: readonly PartName[] }

/** Puts records together from their templates and the parts in memory. */
export function readyRecords(
  list: ListName,
  rows: readonly ReadyRow[],
  { parts }: Memory,
  maker: RecordMaker,
): Readiness {
  const unmade: number[] = []
  const pieces: Pieces = { texts: [], digests: [], missing: [] }
  for (const row of rows) {
    const template = row.made ?? maker.made(list, row.id, row.version)
    if (template === undefined) unmade.push(row.id)
    else {
      if (pieces.texts.length > 0) pieces.texts.push(COMMA)
      pieces.digests.push(template.digest)
      fill(template.text, parts, pieces)
    }
  }
  const { texts, digests, missing } = pieces
  if (unmade.length > 0) return { unmade }
  if (missing.length > 0) return { missing }
  return { ready: { texts, digest: digests.join('') } }
}
