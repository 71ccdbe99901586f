import type { ViewProps } from './view.ts'

const ACCEPT = `-H 'Accept: application/json'`

/** Between double quotes, where the shell puts in the key: no page ever shows one. */
const AUTHORIZATION = '-H "Authorization: Bearer $KEY"'

/**
 * A shell command that sends the request: quoted for a POSIX shell, nothing in it means more to curl.
 * With the shell's variable KEY where the answer takes an API key.
 */
export function curlLine({ url, isPrivate }: Pick<ViewProps<object>, 'url' | 'isPrivate'>): string {
  const headers = isPrivate ? [ACCEPT, AUTHORIZATION] : [ACCEPT]
  return ['curl', ...headers, quoted(withoutGlobs(url.href))].join(' ')
}

/** Between single quotes only the single quote itself ends the text (POSIX, shell, section 2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** curl asks for several addresses where it finds brackets or braces, so they are percent-encoded. */
function withoutGlobs(url: string): string {
  return url.replaceAll(/[[\]{}]/g, (sign) => encodeURIComponent(sign))
}
