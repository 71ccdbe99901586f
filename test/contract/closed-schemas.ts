import { addContractKeywords, addRequestFormats } from '../../src/request-body/contract-keywords.ts'
import {
  closedValidators,
  described,
  newAjv,
  schemaValidatorOf,
} from '../../scripts/contract/validate/closed-schemas.ts'
import { contract, type Schema } from './document.ts'

const responses = schemaValidatorOf(contract)

/** With the rules for request bodies, which accept other formats than responses have. */
const requests = closedValidators(contract, addContractKeywords(addRequestFormats(newAjv())))

/** The errors of a value in a response, each with its place; includes the order of fields. */
export function schemaFaults(schema: Schema, value: unknown): string[] {
  return responses(schema, value, '').map(({ message }) => message)
}

/** The errors of a value in a request body, each with its place. */
export function requestFaults(schema: Schema, value: unknown): string[] {
  const validate = requests(schema)
  const errors = validate(value) ? [] : (validate.errors ?? [])
  return errors.map(described)
}
