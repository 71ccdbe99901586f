import type { ProblemError } from '../problem.ts'

export interface QueryString {
  readonly values: Readonly<Record<string, string>>
  /** Parameters that cannot be read: repeated ones, text that is not UTF-8 or holds U+0000. */
  readonly faults: readonly ProblemError[]
}

const NOTHING: QueryString = { values: {}, faults: [] }

/** Reads what stands after the `?`, refusing what could be read in two ways. */
export function parseQueryString(search: string): QueryString {
  if (search === '') return NOTHING
  const values = new Map<string, string>()
  const faults: ProblemError[] = []
  for (const pair of search.split('&')) {
    if (pair === '') continue
    const [rawName, rawValue] = splitOnce(pair)
    const name = decode(rawName)
    const value = decode(rawValue)
    if (name === undefined || value === undefined) {
      faults.push({ parameter: name ?? rawName, detail: 'It is not percent-encoded UTF-8.' })
    } else if (value.includes('\0') || name.includes('\0')) {
      faults.push({ parameter: name, detail: 'It holds the character U+0000.' })
    } else if (values.has(name)) {
      faults.push({ parameter: name, detail: 'It is given more than once.' })
    } else {
      values.set(name, value)
    }
  }
  return { values: Object.fromEntries(values), faults }
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
