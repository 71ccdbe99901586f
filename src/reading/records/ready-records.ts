import { asByteText, type ByteText } from '../../byte-text.ts'
import { acceptDocument } from './accept-document.ts'
import { digestOf } from '../../documents/digest.ts'
import { withMediaUrl } from '../../documents/expression.ts'
import type { ListName } from '../orderings.ts'
import type { DocumentOptions, DocumentRow } from '../place-queries.ts'
import type { Memory } from '../rounds/memory.ts'
import { fill, type Pieces } from './fill.ts'
import type { MissingDocuments } from './missing-documents.ts'
import type { PartName } from './part-name.ts'

/** The texts of records, and commas between them. */
export interface ReadyRecords {
  readonly texts: readonly ByteText[]
  /** Differs whenever they do. */
  readonly digest: string
}

/** What records are put together with. */
export interface RecordSources {
  readonly mediaHost: ByteText
  readonly missingDocuments: MissingDocuments
}

export function documentOptions(
  list: ListName,
  { mediaHost, missingDocuments }: RecordSources,
): DocumentOptions {
  return { mediaHost, isMaking: missingDocuments.isExpected(list) }
}

const COMMA = asByteText(',')

/** Records, or what has to be had first; `again` for documents, which the next statement makes. */
export type Readiness =
  { readonly ready: ReadyRecords } | { readonly missing: readonly PartName[] } | 'again'

/**
 * Puts records together from their documents and the parts in memory.
 * @throws OutsideContract for a record that the contract does not allow.
 */
export function readyRecords(
  list: ListName,
  rows: readonly DocumentRow[],
  { parts }: Memory,
  { mediaHost, missingDocuments }: RecordSources,
): Readiness {
  missingDocuments.note(list, unstored(rows))
  const pieces: Pieces = { texts: [], digests: [], missing: [] }
  for (const { text, digest, prices } of rows) {
    if (text === undefined) return 'again'
    if (pieces.texts.length > 0) pieces.texts.push(COMMA)
    pieces.digests.push(digest ?? acceptedDigest(list, text))
    fill(digest === undefined ? withMediaHost(text, mediaHost) : text, prices, parts, pieces)
  }
  const { texts, digests, missing } = pieces
  return missing.length > 0 ? { missing } : { ready: { texts, digest: digests.join('') } }
}

function unstored(rows: readonly DocumentRow[]): number[] {
  return rows.filter(({ digest }) => digest === undefined).map(({ id }) => id)
}

function withMediaHost(text: ByteText, mediaHost: ByteText): ByteText {
  return asByteText(withMediaUrl(text, mediaHost))
}

function acceptedDigest(list: ListName, text: ByteText): string {
  const digest = digestOf(text)
  acceptDocument(list, text, digest)
  return digest
}
