import { writeLatin1, type Latin1Texts } from '../byte-text.ts'

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
