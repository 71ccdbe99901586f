import { pointerTo } from './pointer.ts'
import { stringEnd } from './string-end.ts'

/** Objects and arrays each count one level, the top one included. No record needs nearly as many. */
export const DEEPEST = 32

export interface DeepPlace {
  /** Where the first level too many begins in the text. */
  readonly position: number
  /** JSON Pointer to it; empty where the text before it is not JSON. */
  readonly pointer: string
}

/**
 * Where a text of JSON begins to nest too deeply, or undefined. Read before parsing, because
 * parsers call themselves at every level and 256 KiB of `[` would end the stack.
 */
export function tooDeep(text: string): DeepPlace | undefined {
  const open: string[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at) - 1
    else if ((character === '{' || character === '[') && open.length === DEEPEST) {
      return { position: at, pointer: pointerAt(text.slice(0, at), open) }
    } else if (character === '{') open.push('}')
    else if (character === '[') open.push(']')
    else if (character === '}' || character === ']') open.pop()
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
