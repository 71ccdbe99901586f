import type { Target } from '../sdk.ts'

/** A client generator of the npm registry: its own packages, its own command line. */
export interface Generator {
  readonly name: string
  readonly version: string
  /** The packages to install, generator included, in exact versions. */
  readonly packages: Readonly<Record<string, string>>
  /** It runs on a newer Node than this process may be; its clients do not need that. */
  readonly needsNewerNode?: boolean
  /** How it is set, for the matrix. */
  readonly note: string
  /** The settings file, for generators that take no such arguments. */
  readonly config?: (target: Target) => ConfigFile
  /** A program below node_modules and its arguments. */
  readonly command: (target: Target, configFile: string) => readonly string[]
  /**
   * TypeScript beside the client: exports the types of records under one name for all generators,
   * some values of enums as `words`, and `connect`, which makes a `Partner` (partner.ts) of the
   * client's own methods, with a credential and headers given as the generator offers.
   */
  readonly usage: string
}

export interface ConfigFile {
  readonly extension: 'cjs' | 'mjs'
  readonly text: string
}
