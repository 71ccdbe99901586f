import { writeTexts, type ByteTexts } from '../byte-text.ts'

/** What an answer has for a body. */
export type AnswerBody = string | ByteTexts

export function bytesOf(body: AnswerBody): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  const bytes = Buffer.allocUnsafe(body.length)
  writeTexts(body, bytes)
  return bytes
}

export function textOf(body: AnswerBody): string {
  return typeof body === 'string' ? body : bytesOf(body).toString()
}

/** In bytes. */
export function lengthOf(body: AnswerBody): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
