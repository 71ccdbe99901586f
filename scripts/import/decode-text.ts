import { Rejection } from './rejection.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Bytes as text, without a byte order mark.
 * @throws {Rejection} when they are no UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Rejection('the line is not valid UTF-8')
  }
}
