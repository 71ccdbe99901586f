import type { ByteText } from '../byte-text.ts'

/** What an answer has for a body. */
export type AnswerBody = string | { readonly bytes: ByteText }

export function bytesOf(body: AnswerBody): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.bytes, 'latin1')
}

export function textOf(body: AnswerBody): string {
  return typeof body === 'string' ? body : bytesOf(body).toString()
}

/** In bytes. */
export function lengthOf(body: AnswerBody): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.bytes.length
}
