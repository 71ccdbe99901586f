/**
 * A body that was put together of text whose every piece has been held against the contract before: records
 * and what they embed when they were made, the frame when it is sent. Only converted prices have not: they fit it
 * by construction (src/read-model/documents/exchange-rates.ts).
 */
export class PrerenderedBody<Body extends object = object> {
  /** The body without its records, as it is held against the contract; undefined for one record. */
  readonly frame: Body | undefined
  readonly json: Latin1Texts
  /** Differs exactly when the text does, and is shorter; undefined for a text that is short itself. */
  readonly digest: string | undefined
  /** What the record's entity tag begins with, where the contract gives it a version. */
  readonly version: string | undefined

  constructor(given: {
    frame?: Body | undefined
    json: Latin1Texts
    digest?: string | undefined
    version?: string | undefined
  }) {
    this.frame = given.frame
    this.json = given.json
    this.digest = given.digest
    this.version = given.version
  }
}

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

/** What an answer has for a body. */
export type ResponseBody = string | Latin1Texts

export function bytesOf(body: ResponseBody): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  const bytes = Buffer.allocUnsafe(body.length)
  writeLatin1(body, bytes)
  return bytes
}

export function textOf(body: ResponseBody): string {
  return typeof body === 'string' ? body : bytesOf(body).toString()
}

/** In bytes. */
export function lengthOf(body: ResponseBody): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
