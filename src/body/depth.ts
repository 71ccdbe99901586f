import { stringEnd } from './string-end.ts'

/** Objects and arrays each count one level, the top one included. No record needs nearly as many. */
export const DEEPEST = 32

/**
 * Where a text of JSON begins to nest too deeply, or undefined. Read before parsing, because
 * parsers call themselves at every level and 256 KiB of `[` would end the stack.
 */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth > DEEPEST) return at
  }
  return undefined
}
