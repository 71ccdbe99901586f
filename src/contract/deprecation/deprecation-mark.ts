/** How the contract says that an operation, a parameter or a field is to go. */
export interface DeprecationMark {
  readonly deprecated?: boolean
  /** A day as YYYY-MM-DD, which begins at midnight UTC. */
  readonly 'x-deprecated-since'?: string
  /** The day from which on it may be gone. */
  readonly 'x-sunset'?: string
  readonly description?: string
}
