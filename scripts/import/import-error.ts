/** Ends an import; the message is for the person who started it. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** The import was told to stop; what it had finished by then stays. */
export class ImportInterrupted extends ImportError {}
