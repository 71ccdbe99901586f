import type { Change, Subject } from './change.ts'
import type { Documents, Pair } from './document.ts'
import type { Ways } from './ways.ts'

/** What a schema is compared in. */
export interface Setting {
  readonly documents: Documents
  readonly ways: Ways
}

export type Compare = (pair: Pair, subject: Subject, setting: Setting) => Change[]
