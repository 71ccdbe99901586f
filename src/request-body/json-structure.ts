import { randomUUID } from 'node:crypto'
import { pointerTo } from './body-error.ts'

/** Counts every object and array, the outermost included. No valid body nests nearly as deep. */
export const MAX_DEPTH = 32

/** The place where a text exceeds a limit: the first level that is too deep, or the first part too many. */
interface Excess {
  /** In the text, where the first excess level or part begins. */
  readonly position: number
  readonly kind: 'depth' | 'parts'
  /** JSON Pointer to the excess level; empty when the text before it is not JSON. */
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
 * Checks the nesting and the number of parts of a JSON text before it is parsed: a parser recurses at every
 * level, so 256 KiB of `[` would overflow the stack, and parsing and validating 100,000 items takes far
 * longer than sending them.
 * @param maxParts maximum number of commas, objects and arrays, not counting strings.
 */
export function findExcess(text: string, maxParts: number): Excess | undefined {
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

/** Replaces the excess level. It is random, so that no body contains it. */
const MARKER = randomUUID()

/** Parses the text before the place, closed by the missing brackets. Its nesting is within the limit. */
function pointerAt(before: string, open: readonly string[]): string {
  try {
    const value: unknown = JSON.parse(
      `${before}${JSON.stringify(MARKER)}${open.toReversed().join('')}`,
    )
    return pointerTo(pathToMarker(value) ?? [])
  } catch {
    return ''
  }
}

function pathToMarker(value: unknown): string[] | undefined {
  if (value === MARKER) return []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, child] of Object.entries(value)) {
    const path = pathToMarker(child)
    if (path !== undefined) return [name, ...path]
  }
  return undefined
}

/** The index after the closing quote of the JSON string that begins at `start`. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    at += code === BACKSLASH ? 2 : 1
  }
  return at + 1
}
