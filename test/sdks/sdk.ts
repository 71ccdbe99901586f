import type { DocumentVersion } from './documents.ts'

/** One of the two published documents and where a client made from it goes. */
export interface Target {
  /** Absolute path. */
  readonly document: string
  /** The folder that the client is written into. It may be left from an earlier run. */
  readonly output: string
}

/** The arguments of a client's program. */
export type ProgramArguments = readonly [
  /** With `/api/v1`, without a slash at the end. */
  baseUrl: string,
  /** An API key for `artworks:write` and `events:write`. */
  key: string,
  /** The id of an artwork with a word in it that the document does not name. */
  strangeArtwork: string,
]

export type Language =
  'TypeScript' | 'Python' | 'Go' | 'Rust' | 'Java' | 'Kotlin' | 'C#' | 'PHP' | 'Ruby' | 'Swift'

/** A client generator as a stranger would use it, in the language of its clients. */
export interface Sdk {
  readonly generator: string
  /** Exact. */
  readonly version: string
  readonly language: Language
  /** How it is set, for the matrix. */
  readonly note: string
  /** Programs that must be on the PATH; without one of them it is skipped. */
  readonly programs: readonly string[]
  /** Documents that it cannot read, and why. */
  readonly unsupported?: Partial<Record<DocumentVersion, string>>
  /** Why its clients are parsed by `build` and not compiled, and never run. */
  readonly parsedOnly?: string
  /** Required libraries by name, each with a command that succeeds where it is installed. */
  readonly libraries?: Readonly<Record<string, readonly [program: string, ...args: string[]]>>
  /**
   * Puts the generator, and the libraries that its clients need, into `folder`. Every run calls it,
   * so it does nothing where everything is there; installOnce (install.ts) sees to that.
   * @throws RegistryUnreachable (registry.ts)
   */
  readonly install: (folder: string) => Promise<void>
  /**
   * Generates the client and type-checks or builds it, with the program, as strictly as the language
   * offers.
   * @throws with what the generator or the compiler says.
   */
  readonly build: (target: Target, folder: string) => Promise<void>
  /**
   * Runs the built program.
   * @throws with the first thing that was not as it should be.
   */
  readonly run: (target: Target, folder: string, args: ProgramArguments) => Promise<void>
}
