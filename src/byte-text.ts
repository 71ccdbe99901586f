/**
 * UTF-8 bytes, each as a character of its own (ISO 8859-1). What stands ready is stored, put together
 * and sent in this form: characters that need two bytes each in memory, and the way from and to UTF-8,
 * would cost more than all the rest.
 */
export type Latin1Text = string & { readonly form: 'bytes' }

export function toLatin1(text: string): Latin1Text {
  return Buffer.from(text, 'utf8').toString('latin1') as Latin1Text
}

/** As it is stored, or put together of others of its kind. */
export function asLatin1(text: string): Latin1Text {
  return text as Latin1Text
}

/**
 * Texts one after the other, such as the records of a page. They are copied once, to where they are sent from.
 */
export interface Latin1Texts {
  readonly texts: readonly Latin1Text[]
  /** Of all together. */
  readonly length: number
}

export function latin1Texts(texts: readonly Latin1Text[]): Latin1Texts {
  let length = 0
  for (const text of texts) length += text.length
  return { texts, length }
}

/** @param into has room for all of them. */
export function writeLatin1({ texts }: Latin1Texts, into: Buffer): void {
  let at = 0
  for (const text of texts) at += into.write(text, at, 'latin1')
}
