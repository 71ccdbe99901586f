import { hash } from 'node:crypto'

/**
 * The records of a page together have at most this many bytes of JSON, or are one record: a page ends early (contract).
 * A hundred ordinary records have 400 KB. A longer page would cost more than 20 pages of 18 ordinary events.
 */
export const MAX_PAGE_BYTES = 1024 * 1024

/** A body counts as one request for each of these that it begins. A page of a hundred ordinary records is one. */
export const REQUEST_BYTES = 512 * 1024

/**
 * A response body assembled from text that has been validated against the contract: prepared documents and their
 * fragments when they were built, the frame when it is sent. Converted prices are the exception: they are valid
 * by construction (src/read-model/documents/exchange-rates.ts).
 */
export class PrerenderedBody<Body extends object = object> {
  /** A list page without its records, to validate; undefined for a single record. */
  readonly frame: Body | undefined
  readonly json: Latin1Texts
  /** The first part of the record's entity tag, where the contract gives it a version. */
  readonly version: string | undefined
  /** Whether it can change while the public data do not, so that the response cache does not have it. */
  readonly isLive: boolean
  #parsed: Body | undefined
  readonly #identity: string | undefined
  #hash: string | undefined

  constructor(given: {
    frame?: Body | undefined
    json: Latin1Texts
    /** Identifies the text, if that is known without reading it. */
    identity?: string | undefined
    version?: string | undefined
    isLive?: boolean
  }) {
    this.frame = given.frame
    this.json = given.json
    this.#identity = given.identity
    this.version = given.version
    this.isLive = given.isLive ?? false
  }

  /** SHA-256 in base64url, computed once: thousands of clients may be sent the same changes, which can be long. */
  get hash(): string {
    return (this.#hash ??= hash('sha256', this.#identity ?? bytesOf(this.json), 'base64url'))
  }

  /** The JSON, parsed once: an HTML view and its further reads both need the body, which can be long. */
  get parsed(): Body {
    return (this.#parsed ??= JSON.parse(textOf(this.json)) as Body)
  }
}

/** Lines of JSON that were validated against the contract when they were stored or assembled, each with its line feed. */
export class PrerenderedLines {
  readonly lines: Latin1Texts

  constructor(lines: Latin1Texts) {
    this.lines = lines
  }
}

/**
 * Latin-1 encoded UTF-8: a string with one character for each byte. Prepared documents are stored, assembled and
 * sent in this form, because two-byte characters in memory and the conversion from and to UTF-8 would cost more
 * than everything else.
 */
export type Latin1Text = string & { readonly form: 'bytes' }

export function toLatin1(text: string): Latin1Text {
  return Buffer.from(text, 'utf8').toString('latin1') as Latin1Text
}

export function fromLatin1(text: Latin1Text): string {
  return Buffer.from(text, 'latin1').toString()
}

/** For text that is Latin-1 encoded already: stored, or concatenated from such text. */
export function asLatin1(text: string): Latin1Text {
  return text as Latin1Text
}

/**
 * NEL, LS and PS, each with its escape: programs that split text at line breaks of Unicode, as Python's `splitlines` does, split
 * at these.
 */
const LINE_BREAKS = ['0085', '2028', '2029'].map(
  (code) => [toLatin1(String.fromCharCode(Number.parseInt(code, 16))), `\\u${code}`] as const,
)

/** The same JSON in one line, whatever a program takes for a line. */
export function escapeLineBreaks(json: Latin1Text): Latin1Text {
  return asLatin1(
    LINE_BREAKS.reduce<string>((text, [from, to]) => withReplaced(text, from, to), json),
  )
}

/** The same as `replaceAll`, which takes six times as long, most of it for garbage, if `from` is every other character. */
export function withReplaced(text: string, from: string, to: string): string {
  return text.split(from).join(to)
}

/** Consecutive texts, such as the records of a page; copied once, into the buffer that is sent. */
export interface Latin1Texts {
  readonly texts: readonly Latin1Text[]
  /** The sum of their lengths. */
  readonly length: number
  /** Whether many clients may be sent them at once. */
  readonly isShared?: boolean
}

export function latin1Texts(texts: readonly Latin1Text[]): Latin1Texts {
  let length = 0
  for (const text of texts) length += text.length
  return { texts, length }
}

/** @param into a buffer with room for all texts. */
export function writeLatin1({ texts }: Latin1Texts, into: Buffer): void {
  let at = 0
  for (const text of texts) at += into.write(text, at, 'latin1')
}

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
