import { asByteText, type ByteText } from '../../byte-text.ts'
import type { PartName } from './part.ts'
import { digestIn, textOf, type Parts } from './parts.ts'
import { HOLE } from './template.ts'

/** What texts are put together of, and named by. */
export interface Pieces {
  /** That follow each other. */
  readonly texts: ByteText[]
  /** Together they differ whenever the text does. */
  readonly digests: string[]
  /** Parts that are not at hand. */
  readonly missing: PartName[]
}

/** Adds a record's text with its parts put in. */
export function fill(template: ByteText, parts: Parts, { texts, digests, missing }: Pieces): void {
  let from = 0
  for (let hole = template.indexOf(HOLE); hole !== -1; hole = template.indexOf(HOLE, from)) {
    const end = template.indexOf(HOLE, hole + 1)
    const part = parts.find(template, hole + 1, end)
    if (part === undefined) missing.push(template.slice(hole + 1, end) as PartName)
    else {
      texts.push(asByteText(template.slice(from, hole)), textOf(part))
      digests.push(digestIn(part))
    }
    from = end + 1
  }
  texts.push(asByteText(template.slice(from)))
}
