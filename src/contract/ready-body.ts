import type { Latin1Texts } from '../byte-text.ts'

/**
 * A body that was put together of text whose every piece has been held against the contract before: records
 * and what they embed when they were made, the frame when it is sent. Only converted prices have not: they fit it
 * by construction (src/reading/records/rates.ts).
 */
export class PrerenderedBody<Body extends object = object> {
  /** The body without its records, as it is held against the contract; undefined for one record. */
  readonly frame: Body | undefined
  readonly json: Latin1Texts
  /** Differs exactly when the text does, and is shorter; undefined for a text that is short itself. */
  readonly digest: string | undefined
  /** What the record's entity tag begins with, where the contract gives it a version. */
  readonly version: string | undefined

  constructor(given: {
    frame?: Body | undefined
    json: Latin1Texts
    digest?: string | undefined
    version?: string | undefined
  }) {
    this.frame = given.frame
    this.json = given.json
    this.digest = given.digest
    this.version = given.version
  }
}
