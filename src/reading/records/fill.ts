import { asByteText, type ByteText } from '../../byte-text.ts'
import { APART_LETTER, MARK } from '../../documents/expression.ts'
import type { PartName } from './part-name.ts'
import { digestIn, textOf, type Parts } from './parts.ts'

/** What texts are put together of, and named by. */
export interface Pieces {
  /** That follow each other. */
  readonly texts: ByteText[]
  /** Together they differ whenever the text does. */
  readonly digests: string[]
  /** Parts that are not at hand. */
  readonly missing: PartName[]
}

const APART = APART_LETTER.charCodeAt(0)

/**
 * Adds a document with its placeholders filled.
 * @param apart for the fields that stand apart from it.
 */
export function fill(
  document: ByteText,
  apart: string,
  parts: Parts,
  { texts, digests, missing }: Pieces,
): void {
  let from = 0
  for (let start = document.indexOf(MARK); start !== -1; start = document.indexOf(MARK, from)) {
    const end = document.indexOf(MARK, start + 1)
    if (document.charCodeAt(start + 1) === APART) {
      texts.push(asByteText(document.slice(from, start)), asByteText(apart))
    } else {
      const part = parts.find(document, start + 1, end)
      if (part === undefined) missing.push(document.slice(start + 1, end) as PartName)
      else {
        texts.push(asByteText(document.slice(from, start)), textOf(part))
        digests.push(digestIn(part))
      }
    }
    from = end + 1
  }
  texts.push(asByteText(document.slice(from)))
}
