import { parse } from 'lossless-json'
import type { Problem } from '../problems/problem.ts'
import {
  invalidBody,
  decodeText,
  positionInText,
  pointerTo,
  textError,
  type BodyError,
} from './body-error.ts'
import { MAX_DEPTH, excessOf, stringEnd } from './json-structure.ts'

/** Stands in a parsed body for a number that no double is. */
const INEXACT_NUMBER = Symbol('inexact number')

const QUOTE = 0x22

const STRUCTURE = new Set(Buffer.from('{}[],'))

const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i

/**
 * Reads a request body that must be one object of JSON (RFC 8259), refusing what two readers could
 * take for different things (RFC 7493). Its keys are own properties, `__proto__` included.
 * @param maxParts how many commas, objects and arrays it may have in all.
 * @throws 400 with the faults of the values and keys, or with the one that keeps it from being read.
 */
export function readJsonObject(
  body: Uint8Array | undefined,
  maxParts: number,
): Record<string, unknown> {
  const text = textOf(body)
  requireStructure(text, maxParts)
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable('It must be an object.')
  }
  const faults = [...faultsOf(text, value)]
  if (faults.length > 0) throw invalidBody(faults)
  return value as Record<string, unknown>
}

function textOf(body: Uint8Array | undefined): string {
  if (body === undefined || body.length === 0) throw unreadable('It is empty.')
  const text = decodeText(body)
  if (text === undefined) throw unreadable('It is not UTF-8.')
  return text
}

function requireStructure(text: string, maxParts: number): void {
  const excess = excessOf(text, maxParts)
  if (excess === undefined) return
  const { kind, position, pointer } = excess
  const place = positionInText(text, position)
  const detail =
    kind === 'depth'
      ? `It nests deeper than ${MAX_DEPTH} levels at ${place}.`
      : `It has more fields and items than are read here: they end at ${place}.`
  throw invalidBody([{ pointer, detail }])
}

function parseJson(text: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: (digits) => exactNumber(digits) ?? INEXACT_NUMBER,
      // Told by duplicateKeyFaults. To keep the first could cost a comparison with it for each.
      onDuplicateKey: ({ newValue }) => newValue,
    })
  } catch (error) {
    throw unreadable(`It is not JSON: it cannot be read on from ${breakIn(text, error)}.`)
  }
}

/** Of lossless-json's message only the position is told: the rest may quote the body at length. */
function breakIn(text: string, error: unknown): string {
  if (!(error instanceof SyntaxError)) throw error
  const [, position = ''] = /at position (\d+)$/.exec(error.message) ?? []
  return positionInText(text, Number(position))
}

function* faultsOf(text: string, value: object): Generator<BodyError> {
  yield* contentErrors(value)
  yield* duplicateKeyErrors(text)
}

function unreadable(detail: string): Problem {
  return invalidBody([{ pointer: '', detail }])
}

/**
 * The values and names in a parsed body that could not be stored as they were sent. Calls itself at
 * every level of nesting, which structure.ts has limited.
 */
function* contentErrors(value: unknown, path: readonly string[] = []): Generator<BodyError> {
  const detail = valueFault(value)
  if (detail !== undefined) yield { pointer: pointerTo(path), detail }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const held = textError(name)
    if (held === undefined) yield* contentErrors(part, [...path, name])
    else yield { pointer: pointerTo(path), detail: `A name in it holds ${held}.` }
  }
}

function valueFault(value: unknown): string | undefined {
  if (value === INEXACT_NUMBER) {
    return 'It is a number that a 64-bit floating-point number cannot hold as it is written.'
  }
  const held = typeof value === 'string' ? textError(value) : undefined
  return held && `It holds ${held}.`
}

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
function* duplicateKeyErrors(text: string): Generator<BodyError> {
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

/**
 * The number that a text of JSON says, when a double is exactly that: when its shortest decimal
 * text has the same value. So a client reads back what it wrote, and 9007199254740993 never
 * becomes another record's id. -0 becomes 0, for it is the same number.
 * @returns undefined when a double would be another number.
 */
export function exactNumber(text: string): number | undefined {
  const value = Number(text)
  const shortest = String(value)
  const isExact = text === shortest || canonical(text) === canonical(shortest)
  return Number.isFinite(value) && isExact ? value + 0 : undefined
}

/** One text for all that write the same amount, its sign aside: `1.10` and `11e-1` are `11e-1`. */
function canonical(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const end = endWithoutZeros(digits)
  if (end === 0) return '0'
  const power = Number(exponent) - fraction.length + digits.length - end
  return `${digits.slice(0, end)}e${power}`
}

/** A regular expression would try from every zero of a long row, in quadratic time. */
function endWithoutZeros(digits: string): number {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return end
}
