import { parse } from 'lossless-json'
import type { Problem } from '../problem.ts'
import { contentFaults, INEXACT_NUMBER } from './content-faults.ts'
import { DEEPEST, tooDeep } from './depth.ts'
import { duplicateKeyFaults } from './duplicate-keys.ts'
import { exactNumber } from './exact-number.ts'
import { firstFaults, invalidBody, type BodyFault } from './fault.ts'
import { decodeText, placeInText } from './text.ts'

/**
 * Reads a request body that must be one object of JSON (RFC 8259), refusing what two readers could
 * take for different things (RFC 7493). Its keys are own properties, `__proto__` included.
 * @throws 400 with all faults of the values and keys, or with the one that keeps it from being read.
 */
export function readJsonObject(body: Uint8Array | undefined): Record<string, unknown> {
  const text = textOf(body)
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable('It must be an object.')
  }
  const faults = firstFaults(faultsOf(text, value))
  if (faults.length > 0) throw invalidBody(faults)
  return value as Record<string, unknown>
}

function textOf(body: Uint8Array | undefined): string {
  if (body === undefined || body.length === 0) throw unreadable('It is empty.')
  const text = decodeText(body)
  if (text === undefined) throw unreadable('It is not UTF-8.')
  return text
}

function parseJson(text: string): unknown {
  const deep = tooDeep(text)
  if (deep !== undefined) {
    const place = placeInText(text, deep.position)
    const detail = `It nests deeper than ${DEEPEST} levels at ${place}.`
    throw invalidBody([{ pointer: deep.pointer, detail }])
  }
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
  return placeInText(text, Number(position))
}

function* faultsOf(text: string, value: object): Generator<BodyFault> {
  yield* contentFaults(value)
  yield* duplicateKeyFaults(text)
}

function unreadable(detail: string): Problem {
  return invalidBody([{ pointer: '', detail }])
}
