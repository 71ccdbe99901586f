import { Problem } from '../problems/problem.ts'

const TOKEN = String.raw`[!#$%&'*+.^_\`|~0-9A-Za-z-]+`

const QUOTED = String.raw`"((?:[\t !#-\[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*)"`

const TYPE = new RegExp(`${TOKEN}/${TOKEN}`, 'y')

const PARAMETER = new RegExp(`[\\t ]*;[\\t ]*(?:(${TOKEN})=(?:(${TOKEN})|${QUOTED}))?`, 'y')

interface BodyHeaders {
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
}

export type ContentCoding = 'identity' | 'gzip'

/**
 * Requires a media type of `accepted` (in lower case), UTF-8 and a content coding of `codings`. The service never sniffs
 * a body. It unpacks only streams, whose limits hold for the unpacked bytes: a few bytes could become gigabytes.
 * @returns the content coding.
 * @throws 415 with the accepted media types, or the accepted codings (RFC 9110, section 15.5.16).
 */
export function requireMediaType(
  accepted: readonly string[],
  headers: BodyHeaders,
  codings: readonly ContentCoding[] = ['identity'],
): ContentCoding {
  const others = codings.filter((coding) => coding !== 'identity')
  const encoding = [...others.map((coding) => `with ${coding}`), 'without a Content-Encoding']
  const allowed = `Accepted: ${accepted.join(', ')}, in UTF-8 and ${encoding.join(' or ')}.`
  const coding = codingOf(headers)
  if (coding === undefined || !codings.includes(coding)) {
    const detail = `This Content-Encoding is not accepted. ${allowed}`
    throw new Problem('unsupported_media_type', detail, { acceptEncoding: codings.join(', ') })
  }
  const error = typeError(accepted, headers)
  if (error !== undefined) throw new Problem('unsupported_media_type', `${error} ${allowed}`)
  return coding
}

/** Undefined for other codings and for several. `x-gzip` is `gzip` (RFC 9110, section 8.4.1.3). */
function codingOf({ contentEncoding = 'identity' }: BodyHeaders): ContentCoding | undefined {
  const coding = contentEncoding.trim().toLowerCase()
  if (coding === 'gzip' || coding === 'x-gzip') return 'gzip'
  return coding === 'identity' ? coding : undefined
}

function typeError(accepted: readonly string[], { contentType }: BodyHeaders): string | undefined {
  if (contentType === undefined) return 'Content-Type is missing.'
  const media = parseContentType(contentType)
  if (media === undefined) return 'Content-Type cannot be read.'
  if (!accepted.includes(media.type)) {
    const hint = /zip/.test(media.type) ? ' Unzip the archive first.' : ''
    return `This Content-Type is not accepted.${hint}`
  }
  const isOtherCharset = media.parameters.some(
    ([name, value]) => name === 'charset' && value.toLowerCase() !== 'utf-8',
  )
  return isOtherCharset ? 'The charset is not UTF-8.' : undefined
}

interface ContentType {
  /** In lower case, because media types are case-insensitive. */
  readonly type: string
  /** Names in lower case. A name can occur twice. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/**
 * Parses a Content-Type header (RFC 9110, sections 5.6.6 and 8.3.1) in linear time.
 * @returns undefined when it does not match the grammar.
 */
export function parseContentType(header: string): ContentType | undefined {
  const text = header.trim()
  const [type] = matchAt(TYPE, text, 0) ?? []
  if (type === undefined) return undefined
  const parameters: [string, string][] = []
  let at = type.length
  while (at < text.length) {
    const match = matchAt(PARAMETER, text, at)
    if (match === null) return undefined
    const [whole, name, token, quoted = ''] = match
    if (name !== undefined) parameters.push([name.toLowerCase(), token ?? unescaped(quoted)])
    at += whole.length
  }
  return { type: type.toLowerCase(), parameters }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

function unescaped(quoted: string): string {
  return quoted.replaceAll(/\\(.)/g, '$1')
}
