import { textError } from './text.ts'

/** No place in the contract needs more; a client's own names could be as long as its body. */
const LONGEST_POINTER = 256

/**
 * The JSON Pointer (RFC 6901) to a place. It ends above a name that is too long to be told, or
 * that an answer cannot hold: it then points to what the name stands in.
 * @param above pointer to where `path` begins.
 */
export function pointerTo(path: readonly string[], above = ''): string {
  let pointer = above
  for (const name of path) {
    if (!isTellable(name)) return pointer
    const next = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (next.length > LONGEST_POINTER) return pointer
    pointer = next
  }
  return pointer
}

function isTellable(name: string): boolean {
  return name.length < LONGEST_POINTER && textError(name) === undefined
}
