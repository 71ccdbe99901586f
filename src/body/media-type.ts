import { Problem } from '../problem.ts'
import { parseContentType } from './content-type.ts'

/** What a request says of its body. */
export interface BodyHeaders {
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
}

/**
 * Lets only bodies pass that this service can read: of a media type that is `accepted` (given in
 * lower case), in UTF-8, and as they are. A body is not guessed at, nor unpacked: a few bytes could
 * become gigabytes.
 * @throws 415 naming what is accepted.
 */
export function requireMediaType(accepted: readonly string[], headers: BodyHeaders): void {
  const fault = encodingFault(headers) ?? typeFault(accepted, headers)
  if (fault === undefined) return
  const allowed = `Accepted: ${accepted.join(', ')}, in UTF-8 and without a Content-Encoding.`
  throw new Problem('unsupported_media_type', `${fault} ${allowed}`)
}

function encodingFault({ contentEncoding = 'identity' }: BodyHeaders): string | undefined {
  if (contentEncoding.trim().toLowerCase() === 'identity') return undefined
  return 'This Content-Encoding is not accepted.'
}

function typeFault(accepted: readonly string[], { contentType }: BodyHeaders): string | undefined {
  if (contentType === undefined) return 'Content-Type is missing.'
  const media = parseContentType(contentType)
  if (media === undefined) return 'Content-Type cannot be read.'
  if (!accepted.includes(media.type)) return 'This Content-Type is not accepted.'
  const foreign = media.parameters.some(
    ([name, value]) => name === 'charset' && value.toLowerCase() !== 'utf-8',
  )
  return foreign ? 'The charset is not UTF-8.' : undefined
}
