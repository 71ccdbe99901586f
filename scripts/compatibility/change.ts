type SubjectKind =
  | 'contract'
  | 'operation'
  | 'parameter'
  | 'request body'
  | 'response'
  | 'header'
  | 'schema'
  | 'field'
  | 'example'
  | 'credential'

/** The part of the contract that changed. */
export interface Subject {
  readonly kind: SubjectKind
  /** `listEvents`, `listEvents ordering`, `Event.price`. */
  readonly name: string
}

/** One difference between the released contract and the present one, prose apart. */
export interface Change {
  readonly subject: Subject
  /** The change itself: equal text for equal changes. */
  readonly what: string
  /** Undefined for a change that existing clients do not notice. */
  readonly remedy?: string | undefined
}

/** @param remedy of a change that breaks clients. */
export function change(subject: Subject, what: string, remedy?: string): Change {
  return { subject, what, remedy }
}

/** The remedy for a removal. */
export const KEEP =
  'Keep it, and mark it `deprecated` with `x-deprecated-since` and `x-sunset` if it is to go.'

export function quoted(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
