import type { Principal } from '../../src/auth/principal.ts'
import type { Urls } from '../../src/contract/operation-types.ts'

/** A valid line of a file. */
export interface Line {
  /** Counted from 1; in CSV, the line on which the row starts. */
  readonly no: number
  readonly body: Readonly<Record<string, unknown>>
  /** The fields of the record; undefined for a line that removes it. */
  readonly fields: Readonly<Record<string, unknown>> | undefined
  /** The username of the author, where the line names one. */
  readonly author: string | undefined
}

/** The operator who imports a file, with all rights. */
export interface FileSender {
  readonly principal: Principal
  readonly urls: Urls
  /** Whether the lines are only checked. */
  readonly isDryRun: boolean
}
