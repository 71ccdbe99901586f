import type { BodyError } from './fault.ts'
import { pointerTo } from './pointer.ts'
import { stringEnd } from './string-end.ts'

const QUOTE = 0x22
const STRUCTURE = new Set(Buffer.from('{}[],'))

/** An object or array that is open at some point of a text. */
interface Level {
  /** The keys so far; undefined in an array. */
  readonly keys: Set<string> | undefined
  awaitsKey: boolean
  /** The key or index of the value at this point. */
  at: string | number
}

/**
 * The keys that an object gives twice, where readers differ in which one they take. Read from the
 * text, because parsers keep one of them; lossless-json tells only those whose values differ.
 * @param text valid JSON.
 */
export function* duplicateKeyErrors(text: string): Generator<BodyError> {
  const levels: Level[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Most of a text is neither: white space, say.
    if (STRUCTURE.has(code)) follow(levels, String.fromCharCode(code))
    if (code !== QUOTE) continue
    const end = stringEnd(text, at)
    if (isSecond(levels.at(-1), text.slice(at, end))) {
      const pointer = pointerTo(levels.map((level) => String(level.at)))
      yield { pointer, detail: 'It is given more than once.' }
    }
    at = end - 1
  }
}

function follow(levels: Level[], character: string): void {
  const level = levels.at(-1)
  if (character === '{') levels.push({ keys: new Set(), awaitsKey: true, at: '' })
  else if (character === '[') levels.push({ keys: undefined, awaitsKey: false, at: 0 })
  else if (character === '}' || character === ']') levels.pop()
  else if (character === ',' && level?.keys !== undefined) level.awaitsKey = true
  else if (character === ',' && typeof level?.at === 'number') level.at += 1
}

/** Whether a string is a key that its object had before. Notes the key. */
function isSecond(level: Level | undefined, source: string): boolean {
  if (level?.keys === undefined || !level.awaitsKey) return false
  level.awaitsKey = false
  level.at = JSON.parse(source) as string
  const { size } = level.keys
  return level.keys.add(level.at).size === size
}
