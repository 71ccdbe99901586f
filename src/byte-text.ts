/**
 * UTF-8 bytes, each as a character of its own (ISO 8859-1). What stands ready is stored, put together
 * and sent in this form: characters that need two bytes each in memory, and the way from and to UTF-8,
 * would cost more than all the rest.
 */
export type ByteText = string & { readonly form: 'bytes' }

export function byteText(text: string): ByteText {
  return Buffer.from(text, 'utf8').toString('latin1') as ByteText
}

/** As it is stored, or put together of others of its kind. */
export function asByteText(text: string): ByteText {
  return text as ByteText
}

/**
 * Texts one after the other, such as the records of a page. They are copied once, to where they are sent from.
 */
export interface ByteTexts {
  readonly texts: readonly ByteText[]
  /** Of all together. */
  readonly length: number
}

export function byteTexts(texts: readonly ByteText[]): ByteTexts {
  let length = 0
  for (const text of texts) length += text.length
  return { texts, length }
}

/** @param into has room for all of them. */
export function writeTexts({ texts }: ByteTexts, into: Buffer): void {
  let at = 0
  for (const text of texts) at += into.write(text, at, 'latin1')
}
