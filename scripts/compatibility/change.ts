export type SubjectKind =
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
  /** Set for a change that breaks clients. */
  readonly remedy?: string
}

/** A change that existing clients do not notice. */
export function harmless(subject: Subject, what: string): Change {
  return { subject, what }
}

export function breaking(subject: Subject, what: string, remedy: string): Change {
  return { subject, what, remedy }
}

/** A breaking change if `breaks`, otherwise a harmless one. */
export function classified(
  subject: Subject,
  what: string,
  breaks: boolean,
  remedy: string,
): Change {
  return breaks ? breaking(subject, what, remedy) : harmless(subject, what)
}

/** The remedy for a removal. */
export const KEEP =
  'Keep it, and mark it `deprecated` with `x-deprecated-since` and `x-sunset` if it is to go.'

export function quoted(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
