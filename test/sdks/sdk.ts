import type { Requirements } from '../../scripts/programs/missing-programs.ts'
import type { DocumentVersion } from './documents.ts'

/** A published document and the folder of its client. */
export interface Target {
  /** Absolute path. */
  readonly document: string
  /** The folder of the client, which may exist from an earlier run. */
  readonly output: string
}

/** The arguments of a client's program. */
export type ProgramArguments = readonly [
  /** With `/api/v1`, without a trailing slash. */
  baseUrl: string,
  /** An API key for `artworks:write`, `catalogue:write` and `events:write`, of a member of every gallery. */
  key: string,
  /** The id of an artwork with enum values that the document does not contain. */
  unknownWordsArtwork: string,
]

export type Language =
  | 'TypeScript'
  | 'Python'
  | 'Go'
  | 'Rust'
  | 'Java'
  | 'Kotlin'
  | 'C#'
  | 'PHP'
  | 'Ruby'
  | 'Swift'

/** A client generator, used as by a partner. Without one of its programs or libraries it is skipped. */
export interface Sdk extends Requirements {
  readonly generator: string
  /** Exact. */
  readonly version: string
  readonly language: Language
  /** Its settings, for the matrix. */
  readonly note: string
  /** The reasons why it cannot read a document. */
  readonly unsupported?: Partial<Record<DocumentVersion, string>>
  /** The reason why `build` parses its clients instead of compiling them, and none is run. */
  readonly parsedOnly?: string
  /** The reason why its clients cannot send a batch, which is a body of NDJSON; every other program must. */
  readonly noBatch?: string
  /**
   * Installs the generator and the libraries of its clients into `folder`, once for all runs (installOnce in
   * install.ts).
   * @throws RegistryUnreachable (registry.ts)
   */
  readonly install: (folder: string) => Promise<void>
  /**
   * Generates the client, and type-checks or builds it with the program, as strictly as the language allows.
   * @throws the output of the generator or the compiler.
   */
  readonly build: (target: Target, folder: string) => Promise<void>
  /**
   * Runs the built program, which takes the steps of steps.ts.
   * @throws the first deviation.
   */
  readonly run: (target: Target, folder: string, args: ProgramArguments) => Promise<void>
}
