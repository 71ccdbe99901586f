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

/** What a change happens to. */
export interface Subject {
  readonly kind: SubjectKind
  /** `listEvents`, `listEvents ordering`, `Event.price`. */
  readonly name: string
}

/** One difference between the released contract and the present one, prose apart. */
export interface Change {
  readonly subject: Subject
  /** What has become of it, in the same words wherever the same has happened. */
  readonly what: string
  /** What to do about it; set when it breaks what clients rely on. */
  readonly remedy?: string
}

/** A change that clients do not notice until they want to. */
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
