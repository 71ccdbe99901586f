import { compareDocuments } from './compare-documents.ts'
import type { Documents } from './document.ts'
import type { Subject } from './change.ts'
import type { Finding } from './finding.ts'

/** What breaks by our own rules, the names that SDKs are made of among it. */
export function judgeByOwnRules(documents: Documents): Finding[] {
  return compareDocuments(documents).flatMap(({ subject, what, mend }) =>
    mend === undefined ? [] : [{ by: 'our own rules', place: placeOf(subject), what, mend }],
  )
}

function placeOf({ kind, name }: Subject): string {
  return kind === name ? name : `${kind} ${name}`
}
