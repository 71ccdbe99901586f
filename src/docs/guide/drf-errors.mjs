// Converts a problem document to the error body of Django REST Framework. As a program, it reads standard input.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** `{ field: [message, ...] }` for bad input, `{ detail: message }` for everything else. */
export function drfErrors(problem) {
  const fields = {}
  for (const error of problem.errors ?? []) {
    // An error names a parameter, or a field by a JSON Pointer (RFC 6901).
    const place = error.parameter ?? error.pointer.replace(/^\//, '')
    const [field, ...inner] = place.split('/')
    const message = inner.length > 0 ? `${inner.join('/')}: ${error.detail}` : error.detail
    const name = field.replaceAll('~1', '/').replaceAll('~0', '~') || 'non_field_errors'
    fields[name] = [...(fields[name] ?? []), message]
  }
  return Object.keys(fields).length > 0 ? fields : { detail: problem.detail }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(drfErrors(JSON.parse(readFileSync(0, 'utf8')))))
}
