import type { BodyError } from './fault.ts'
import { pointerTo } from './pointer.ts'
import { textError } from './text.ts'

/** Stands in a parsed body for a number that no double is. */
export const INEXACT_NUMBER = Symbol('inexact number')

/**
 * The values and names in a parsed body that could not be stored as they were sent. Calls itself at
 * every level of nesting, which structure.ts has limited.
 */
export function* contentErrors(value: unknown, path: readonly string[] = []): Generator<BodyError> {
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
