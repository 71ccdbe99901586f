import type { DefinedError, ErrorObject } from 'ajv'
import { expectation } from './expectation.ts'
import type { BodyError } from './fault.ts'
import { pointerTo } from './pointer.ts'
import { typeExpectation } from './type-expectation.ts'

/** Far more than a problem tells of. */
const MOST_ERRORS = 1000

/** Keywords that tell only that some branch of theirs was not met; the branch tells the rest. */
const COMPOSITIONS: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf', 'if'])

/**
 * What AJV found in a request body, in words for a person, each place once.
 * @param errors of a validator with `allErrors`, and with `verbose` for the most telling words.
 * @param serverFields fields of the record that the service sets, and no client.
 * @param prefix what every instancePath begins with, above the body.
 */
export function bodyErrors(
  errors: readonly ErrorObject[],
  serverFields: ReadonlySet<string>,
  prefix: string,
): Generator<BodyError> {
  const places = new Map<string, DefinedError[]>()
  for (const error of errors.slice(0, MOST_ERRORS) as DefinedError[]) {
    const pointer = placeOf(error, prefix)
    const others = places.get(pointer)
    if (others === undefined) places.set(pointer, [error])
    else others.push(error)
  }
  return faultsAt(places, serverFields)
}

/** A missing or unknown field is told where it is or should be, not at the object around it. */
function placeOf(error: DefinedError, prefix: string): string {
  const above = error.instancePath.slice(prefix.length)
  const name = fieldName(error)
  return name === undefined ? above : pointerTo([name], above)
}

function fieldName({ keyword, params }: DefinedError): string | undefined {
  if (keyword === 'required') return params.missingProperty
  return keyword === 'additionalProperties' ? params.additionalProperty : undefined
}

function* faultsAt(
  places: ReadonlyMap<string, readonly DefinedError[]>,
  serverFields: ReadonlySet<string>,
): Generator<BodyError> {
  for (const [pointer, errors] of places) {
    const own = errors.filter((error) => !isBranch(error))
    // Its words are better than those of the pattern beside it.
    const telling = own.find(({ keyword }) => keyword === 'format') ?? own[0]
    const error = telling ?? errors[0]
    if (error === undefined || (telling === undefined && isToldBelow(places, pointer))) continue
    const types = errors.filter(({ keyword }) => keyword === 'type')
    const isType = error.keyword === 'type'
    yield { pointer, detail: isType ? typeExpectation(types) : expectation(error, serverFields) }
  }
}

/** A record that may be null is `oneOf: [record, null]`: its own faults are the ones to mend. */
function isBranch({ keyword, params }: DefinedError): boolean {
  return COMPOSITIONS.has(keyword) || (keyword === 'type' && params.type === 'null')
}

function isToldBelow(places: ReadonlyMap<string, unknown>, pointer: string): boolean {
  return [...places.keys()].some((place) => place.startsWith(`${pointer}/`))
}
