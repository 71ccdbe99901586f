/** Something that breaks clients of the released contract. */
export interface Finding {
  /** Which tool says so. */
  readonly by: string
  /** Where in the contract. */
  readonly place: string
  readonly what: string
  /** What to do about it. */
  readonly mend: string
}

/** What a tool says of two documents; undefined when it is not there to be asked. */
export type Judge = (files: ComparedFiles) => Promise<readonly Finding[] | undefined>

/** The documents as JSON files. */
export interface ComparedFiles {
  readonly before: string
  readonly after: string
}
