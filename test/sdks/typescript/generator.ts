import type { Target } from '../sdk.ts'

/** A client generator of the npm registry. */
export interface Generator {
  readonly name: string
  readonly version: string
  /** The packages to install, including the generator, in exact versions. */
  readonly packages: Readonly<Record<string, string>>
  /** Whether the generator, not its clients, may need a newer Node than that of this process. */
  readonly needsNewerNode?: boolean
  /** See Sdk. */
  readonly noBatch?: string
  /** Its settings, for the matrix. */
  readonly note: string
  /** The settings file, for generators that take no such arguments. */
  readonly config?: (target: Target) => ConfigFile
  /** A program below node_modules and its arguments. */
  readonly command: (target: Target, configFile: string) => readonly string[]
  /**
   * TypeScript next to the client: exports the record types under common names, some enum values as `words`, and
   * `connect`, which implements `Partner` (partner.ts) with the client's own methods.
   */
  readonly usage: string
}

export interface ConfigFile {
  readonly extension: 'cjs' | 'mjs'
  readonly text: string
}
