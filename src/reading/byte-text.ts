/**
 * The bytes of a text, each as a character of its own (ISO 8859-1). Texts are put together in this
 * form and sent: characters that need two bytes each in memory, and the way from and to UTF-8, would
 * cost more than all the rest.
 */
export type ByteText = string & { readonly form: 'bytes' }

export function byteText(text: string): ByteText {
  return Buffer.from(text, 'utf8').toString('latin1') as ByteText
}

export function bytesOf(text: ByteText): Buffer {
  return Buffer.from(text, 'latin1')
}

/** As it is stored, or put together of others of its kind. */
export function asByteText(text: string): ByteText {
  return text as ByteText
}
