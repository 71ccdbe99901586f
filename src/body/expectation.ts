import type { DefinedError, ErrorObject } from 'ajv'
import { MAXIMUM_DECIMALS } from './maximum-decimals.ts'
import { boundExpectation, decimalsExpectation, sizeExpectation } from './measure-expectation.ts'
import { formatExpectation } from './format-expectation.ts'
import { pointerTo } from './pointer.ts'

/** What would be right where AJV found an error. Never tells the value: it may be anything. */
export function expectation(error: DefinedError, serverFields: ReadonlySet<string>): string {
  switch (error.keyword) {
    case 'required':
      return 'It is required.'
    case 'additionalProperties':
      return unknownField(error, error.params.additionalProperty, serverFields)
    case 'enum':
      return `It must be one of ${error.params.allowedValues.join(', ')}.`
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return sizeExpectation(error.keyword, error.params.limit)
    case 'uniqueItems':
      return 'It must not hold the same item twice.'
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return boundExpectation(error.params)
    case 'format':
      return formatExpectation(error.params.format)
    case 'pattern':
      return patternExpectation(error, error.params.pattern)
    default:
      return otherExpectation(error)
  }
}

function otherExpectation({ keyword, params, message }: ErrorObject): string {
  if (keyword === MAXIMUM_DECIMALS) return decimalsExpectation(Number(params['limit']))
  return `It ${message ?? 'does not fit the contract'}.`
}

function unknownField(
  { parentSchema }: DefinedError,
  name: string,
  serverFields: ReadonlySet<string>,
): string {
  if (serverFields.has(name)) return 'It is set by the service and cannot be written.'
  // Such a name has no pointer of its own; the fault is told of the object.
  const isNamed = pointerTo([name]) !== ''
  const fault = isNamed ? 'There is no such field.' : 'A field in it does not exist.'
  const fields = Object.keys((parentSchema?.['properties'] ?? {}) as object)
  return fields.length === 0 ? fault : `${fault} There are: ${fields.join(', ')}.`
}

function patternExpectation({ parentSchema }: DefinedError, pattern: string): string {
  const description = parentSchema?.['description'] as string | undefined
  const [sentence] = /^.+?(?=\.(?:\s|$)|$)/s.exec(description ?? '') ?? []
  if (sentence === undefined) return `It must match the regular expression ${pattern}.`
  return `It must fit its description: ${sentence.replaceAll(/\s+/g, ' ').trim()}.`
}
