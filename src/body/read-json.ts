import { parse } from 'lossless-json'
import type { Problem } from '../problem.ts'
import { contentErrors, INEXACT_NUMBER } from './content-faults.ts'
import { duplicateKeyErrors } from './duplicate-keys.ts'
import { exactNumber } from './exact-number.ts'
import { invalidBody, type BodyError } from './fault.ts'
import { MAX_DEPTH, excessOf } from './structure.ts'
import { decodeText, positionInText } from './text.ts'

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
