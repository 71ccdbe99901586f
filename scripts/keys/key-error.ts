/** Ends a command; the message is for the person who gave it. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}
