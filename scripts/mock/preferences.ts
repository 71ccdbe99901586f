/** The preferences of a request, by the names that Prism uses. */
export interface Preferences {
  /** A status of the operation, as it was given. */
  readonly code?: string
  /** The name of one of its examples. */
  readonly example?: string
}

const TOKEN = "[!#$%&'*+.^`|~\\w-]+"
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`
const NAMED_VALUE = `(${TOKEN})(?:\\s*=\\s*(${TOKEN}|${QUOTED}|(?=[,;]|$)))?`

/** A preference, its parameters, which none of ours has, and the separator before the next. */
const PREFERENCE = new RegExp(`\\s*${NAMED_VALUE}(?:\\s*;(?:\\s*${NAMED_VALUE})?)*\\s*(?:,|$)`, 'y')

/**
 * Parses `Prefer` (RFC 7240, section 2): names in any case, the first of a name counts, unknown ones
 * are ignored.
 * @returns undefined for an invalid header.
 */
export function readPreferences(header: string | undefined): Preferences | undefined {
  const given = new Map<string, string>()
  PREFERENCE.lastIndex = 0
  while (PREFERENCE.lastIndex < (header ?? '').trimEnd().length) {
    const [, name = '', value = ''] = PREFERENCE.exec(header ?? '') ?? []
    if (name === '') return undefined
    const known = name.toLowerCase()
    if (!given.has(known)) given.set(known, unquoted(value))
  }
  return Object.fromEntries([...given].filter(([name]) => name === 'code' || name === 'example'))
}

/** The value of `Preference-Applied` (RFC 7240, section 3). */
export function preferencesText(preferences: Preferences): string {
  return Object.entries(preferences)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}
