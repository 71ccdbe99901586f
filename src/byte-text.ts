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
