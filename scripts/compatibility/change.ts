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
  readonly mend?: string
}

/** A change that clients do not notice until they want to. */
export function harmless(subject: Subject, what: string): Change {
  return { subject, what }
}

export function breaking(subject: Subject, what: string, mend: string): Change {
  return { subject, what, mend }
}

/** Breaking when `mend` is to be done, harmless otherwise. */
export function judged(subject: Subject, what: string, breaks: boolean, mend: string): Change {
  return breaks ? breaking(subject, what, mend) : harmless(subject, what)
}

/** What to do instead of taking something away (design: versions). */
export const KEEP =
  'Keep it, and mark it `deprecated` with `x-deprecated-since` and `x-sunset` if it is to go.'

export function quoted(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
