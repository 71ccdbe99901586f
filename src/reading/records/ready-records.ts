import { asLatin1, type Latin1Text } from '../../byte-text.ts'
import { validateDocument } from './accept-document.ts'
import { digestOf } from '../../documents/digest.ts'
import { withMediaUrl } from '../../documents/expression.ts'
import type { ListName } from '../orderings.ts'
import type { DocumentOptions, DocumentRow } from '../place-queries.ts'
import type { LocalState } from '../rounds/memory.ts'
import { assembleDocument, type AssembledPieces } from './fill.ts'
import type { MissingDocuments } from './missing-documents.ts'
import type { FragmentKey } from './part-name.ts'

/** The texts of records, and commas between them. */
export interface AssembledRecords {
  readonly texts: readonly Latin1Text[]
  /** Differs whenever they do. */
  readonly digest: string
}

/** What records are put together with. */
export interface AssemblySources {
  readonly mediaHost: Latin1Text
  readonly missingDocuments: MissingDocuments
}

export function documentOptions(
  list: ListName,
  { mediaHost, missingDocuments }: AssemblySources,
): DocumentOptions {
  return { mediaHost, buildsMissing: missingDocuments.isExpected(list) }
}

const COMMA = asLatin1(',')

/** Records, or what has to be had first; `again` for documents, which the next statement makes. */
export type Assembly =
  { readonly ready: AssembledRecords } | { readonly missing: readonly FragmentKey[] } | 'again'

/**
 * Puts records together from their documents and the parts in memory.
 * @throws OutsideContract for a record that the contract does not allow.
 */
export function assembleRecords(
  list: ListName,
  rows: readonly DocumentRow[],
  { fragments }: LocalState,
  { mediaHost, missingDocuments }: AssemblySources,
): Assembly {
  missingDocuments.record(list, unstored(rows))
  const pieces: AssembledPieces = { texts: [], digests: [], missing: [] }
  for (const { text, digest, prices } of rows) {
    if (text === undefined) return 'again'
    if (pieces.texts.length > 0) pieces.texts.push(COMMA)
    pieces.digests.push(digest ?? acceptedDigest(list, text))
    assembleDocument(
      digest === undefined ? withMediaHost(text, mediaHost) : text,
      prices,
      fragments,
      pieces,
    )
  }
  const { texts, digests, missing } = pieces
  return missing.length > 0 ? { missing } : { ready: { texts, digest: digests.join('') } }
}

function unstored(rows: readonly DocumentRow[]): number[] {
  return rows.filter(({ digest }) => digest === undefined).map(({ id }) => id)
}

function withMediaHost(text: Latin1Text, mediaHost: Latin1Text): Latin1Text {
  return asLatin1(withMediaUrl(text, mediaHost))
}

function acceptedDigest(list: ListName, text: Latin1Text): string {
  const digest = digestOf(text)
  validateDocument(list, text, digest)
  return digest
}
