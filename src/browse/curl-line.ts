/** A shell command that sends the request: quoted for a POSIX shell, nothing in it means more to curl. */
export function curlLine(url: URL): string {
  return `curl -H 'Accept: application/json' ${quoted(withoutGlobs(url.href))}`
}

/** Between single quotes only the single quote itself ends the text (POSIX, shell, section 2.2.2). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** curl asks for several addresses where it finds brackets or braces, so they are percent-encoded. */
function withoutGlobs(url: string): string {
  return url.replaceAll(/[[\]{}]/g, (sign) => encodeURIComponent(sign))
}
