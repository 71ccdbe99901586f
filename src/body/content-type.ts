const TOKEN = String.raw`[!#$%&'*+.^_\`|~0-9A-Za-z-]+`
const QUOTED = String.raw`"((?:[\t !#-\[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*)"`
const TYPE = new RegExp(`${TOKEN}/${TOKEN}`, 'y')
const PARAMETER = new RegExp(`[\\t ]*;[\\t ]*(?:(${TOKEN})=(?:(${TOKEN})|${QUOTED}))?`, 'y')

export interface ContentType {
  /** In lower case, as names of types are the same in any case. */
  readonly type: string
  /** By their names in lower case. A name may come twice. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

/**
 * Reads a Content-Type header (RFC 9110, sections 5.6.6 and 8.3.1), in linear time.
 * @returns undefined when it does not fit the grammar.
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
