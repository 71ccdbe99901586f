import type { Fields } from './field.ts'

/** The body of a request, with what the model has to know of it. */
export interface Body {
  readonly text: string
  /** Whether it is JSON that could be stored, so that the schema is asked. */
  readonly isReadable: boolean
  readonly fields: Fields
  /** Where it does not fit the contract, as JSON Pointers. */
  readonly faults: readonly string[]
}
