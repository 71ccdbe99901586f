import { pointerTo } from './body-error.ts'

/** Objects and arrays each count one level, the top one included. No record needs nearly as many. */
export const MAX_DEPTH = 32

/** Where a text has more structure than is read. */
interface Excess {
  /** In the text, where the first level or part too many begins. */
  readonly position: number
  readonly kind: 'depth' | 'parts'
  /** JSON Pointer to a level too many; empty where the text before it is not JSON. */
  readonly pointer: string
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * Finds out whether a text of JSON nests too deeply or has too many parts. Read before parsing: parsers
 * call themselves at every level, so that 256 KiB of `[` would end the stack, and each of 100,000 items
 * takes far more time to be parsed and validated than it takes to be sent.
 * @param maxParts of the commas, objects and arrays in it, outside of its strings.
 */
export function excessOf(text: string, maxParts: number): Excess | undefined {
  const open: string[] = []
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at) - 1
    else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) open.pop()
    else if (code === COMMA || code === OPENING_BRACE || code === OPENING_BRACKET) {
      parts += 1
      if (parts > maxParts) return { position: at, kind: 'parts', pointer: '' }
      if (code === COMMA) continue
      if (open.length === MAX_DEPTH) {
        return { position: at, kind: 'depth', pointer: pointerAt(text.slice(0, at), open) }
      }
      open.push(code === OPENING_BRACE ? '}' : ']')
    }
  }
  return undefined
}

/** Stands for what is too deep. Nobody else's text: half a surrogate pair has no UTF-8. */
const HERE = '\ud800'

/** What stands before the place is closed and read, which is safe: it is not too deep. */
function pointerAt(before: string, open: readonly string[]): string {
  try {
    const value: unknown = JSON.parse(
      `${before}${JSON.stringify(HERE)}${open.toReversed().join('')}`,
    )
    return pointerTo(pathTo(value) ?? [])
  } catch {
    return ''
  }
}

function pathTo(value: unknown): string[] | undefined {
  if (value === HERE) return []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, child] of Object.entries(value)) {
    const path = pathTo(child)
    if (path !== undefined) return [name, ...path]
  }
  return undefined
}

/** Where the string of JSON ends that begins at `start`: the index after its closing quote. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    at += code === BACKSLASH ? 2 : 1
  }
  return at + 1
}
