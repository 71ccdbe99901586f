import { addMaximumDecimals } from '../../src/request-body/maximum-decimals.ts'
import { addRequestFormats } from '../../src/contract/formats.ts'
import {
  closedValidators,
  described,
  newAjv,
  schemaValidatorOf,
} from '../../scripts/contract/validate/closed-schemas.ts'
import { contract, type Schema } from './document.ts'

const answers = schemaValidatorOf(contract)

/** By the service's own rules: a client may write what is not written in answers. */
const requests = closedValidators(contract, addMaximumDecimals(addRequestFormats(newAjv())))

/** What is wrong with a value of an answer, each fault with its place; the order of fields counts too. */
export function schemaFaults(schema: Schema, value: unknown): string[] {
  return answers(schema, value, '').map(({ message }) => message)
}

/** What is wrong with a value in the body of a request, each fault with its place. */
export function requestFaults(schema: Schema, value: unknown): string[] {
  const validate = requests(schema)
  const errors = validate(value) ? [] : (validate.errors ?? [])
  return errors.map(described)
}
