import { randomUUID } from 'node:crypto'
import { parse } from 'lossless-json'
import {
  invalidBody,
  pointerTo,
  positionInText,
  readText,
  unreadable,
  type BodyError,
} from './body-error.ts'
import { textError } from './text-error.ts'

/** Replaces a number of a parsed body that no double can represent exactly. */
const INEXACT_NUMBER = Symbol('inexact number')

const QUOTE = 0x22

const STRUCTURAL_CHARACTERS = new Set(Buffer.from('{}[],'))

const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/**
 * Parses a request body strictly: one JSON object (RFC 8259) that no two parsers read differently
 * (I-JSON, RFC 7493). Every key becomes an own property, `__proto__` included.
 * @param maxParts maximum number of commas, objects and arrays.
 * @throws 400 with the errors of values and keys, or with the one that prevents parsing.
 */
export function readJsonObject(
  body: Uint8Array | undefined,
  maxParts: number,
): Record<string, unknown> {
  const text = readText(body)
  requireStructure(text, maxParts)
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable('It must be an object.')
  }
  const errors = [...contentErrors(value), ...duplicateKeyErrors(text)]
  if (errors.length > 0) throw invalidBody(errors)
  return value as Record<string, unknown>
}

function requireStructure(text: string, maxParts: number): void {
  const excess = findExcess(text, maxParts)
  if (excess === undefined) return
  const { kind, position, pointer } = excess
  const place = positionInText(text, position)
  const detail =
    kind === 'depth'
      ? `It nests deeper than ${MAX_DEPTH} levels at ${place}.`
      : `It has more fields and items than any valid body: the first ${maxParts} end at ${place}.`
  throw invalidBody([{ pointer, detail }])
}

/** Counts every object and array, the outermost included. No valid body nests nearly as deep. */
const MAX_DEPTH = 32

/** The place where a text exceeds a limit: the first level that is too deep, or the first part too many. */
interface Excess {
  /** In the text, where the first excess level or part begins. */
  readonly position: number
  readonly kind: 'depth' | 'parts'
  /** JSON Pointer to the excess level; empty when the text before it is not JSON. */
  readonly pointer: string
}

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
function findExcess(text: string, maxParts: number): Excess | undefined {
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
function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) break
    at += code === BACKSLASH ? 2 : 1
  }
  return at + 1
}

function parseJson(text: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: (digits) => exactNumber(digits) ?? INEXACT_NUMBER,
      // duplicateKeyErrors reports duplicates. Keeping a large first value would make lossless-json compare it with
      // the value of each duplicate, in quadratic time.
      onDuplicateKey: ({ newValue }) => newValue,
    })
  } catch (error) {
    throw unreadable(
      `It is not JSON: it cannot be read on from ${syntaxErrorPosition(text, error)}.`,
    )
  }
}

/** Uses only the position in lossless-json's message: the rest can quote the body at length. */
function syntaxErrorPosition(text: string, error: unknown): string {
  if (!(error instanceof SyntaxError)) throw error
  const [, position = ''] = /at position (\d+)$/.exec(error.message) ?? []
  return positionInText(text, Number(position))
}

/**
 * The values and keys of a parsed body that cannot be stored unchanged. Recurses at every level of nesting,
 * which `requireStructure` has limited.
 */
function* contentErrors(value: unknown, path: readonly string[] = []): Generator<BodyError> {
  const detail = valueError(value)
  if (detail !== undefined) yield { pointer: pointerTo(path), detail }
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    const invalid = textError(name)
    if (invalid === undefined) yield* contentErrors(child, [...path, name])
    else yield { pointer: pointerTo(path), detail: `A name in it holds ${invalid}.` }
  }
}

function valueError(value: unknown): string | undefined {
  if (value === INEXACT_NUMBER) {
    return 'It is a number that a 64-bit floating-point number cannot hold as it is written.'
  }
  const invalid = typeof value === 'string' ? textError(value) : undefined
  return invalid && `It holds ${invalid}.`
}

/** An open object or array at the current position of a text. */
interface Level {
  /** The keys so far; undefined in an array. */
  readonly keys: Set<string> | undefined
  awaitsKey: boolean
  /** The key or index of the current value. */
  at: string | number
}

/**
 * Reports duplicate keys: parsers differ in the value that they keep for such a key. Scans the text, because
 * lossless-json reports only duplicates whose values differ.
 * @param text valid JSON.
 */
function* duplicateKeyErrors(text: string): Generator<BodyError> {
  const levels: Level[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // This test is cheap, and most characters are not structural.
    if (STRUCTURAL_CHARACTERS.has(code)) updateLevels(levels, String.fromCharCode(code))
    if (code !== QUOTE) continue
    const end = stringEnd(text, at)
    if (isDuplicateKey(levels.at(-1), text.slice(at, end))) {
      const pointer = pointerTo(levels.map((level) => String(level.at)))
      yield { pointer, detail: 'It is given more than once.' }
    }
    at = end - 1
  }
}

function updateLevels(levels: Level[], character: string): void {
  const level = levels.at(-1)
  if (character === '{') levels.push({ keys: new Set(), awaitsKey: true, at: '' })
  else if (character === '[') levels.push({ keys: undefined, awaitsKey: false, at: 0 })
  else if (character === '}' || character === ']') levels.pop()
  else if (character === ',' && level?.keys !== undefined) level.awaitsKey = true
  else if (character === ',' && typeof level?.at === 'number') level.at += 1
}

/** Whether a string is a key that its object already has. Records the key. */
function isDuplicateKey(level: Level | undefined, source: string): boolean {
  if (level?.keys === undefined || !level.awaitsKey) return false
  level.awaitsKey = false
  level.at = JSON.parse(source) as string
  const { size } = level.keys
  return level.keys.add(level.at).size === size
}

/**
 * The double whose shortest decimal form has the same value as a JSON number. A client reads back the number
 * that it wrote, and 9007199254740993 never becomes another record's id. -0 becomes 0.
 * @returns undefined when no double has this value.
 */
export function exactNumber(text: string): number | undefined {
  const value = Number(text)
  const shortest = String(value)
  const isExact = text === shortest || canonical(text) === canonical(shortest)
  return Number.isFinite(value) && isExact ? value + 0 : undefined
}

/** Equal for equal absolute values: `1.10` and `11e-1` both become `11e-1`. */
function canonical(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const end = endWithoutZeros(digits)
  if (end === 0) return '0'
  const power = Number(exponent) - fraction.length + digits.length - end
  return `${digits.slice(0, end)}e${power}`
}

/** Not a regular expression, which would start at every zero of a long run and take quadratic time. */
function endWithoutZeros(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return end
}
