import { _, str, type Ajv2020, type KeywordErrorDefinition } from 'ajv/dist/2020.js'

/**
 * The contract's keyword for the maximum number of decimals of a number. `multipleOf: 0.01` is no
 * replacement: validators divide by it and so reject 19.99.
 */
export const MAXIMUM_DECIMALS = 'x-maximum-decimals'

const ERROR: KeywordErrorDefinition = {
  message: ({ schemaCode }) => str`must have at most ${schemaCode} decimals`,
  params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
}

/** Adds the keyword to AJV. */
export function addMaximumDecimals(ajv: Ajv2020): Ajv2020 {
  return ajv.addKeyword({
    keyword: MAXIMUM_DECIMALS,
    type: 'number',
    schemaType: 'number',
    validate: hasAtMostDecimals,
    error: ERROR,
    errors: false,
  })
}

/** Whether `value` is the double nearest to a number with this number of decimals. */
export function hasAtMostDecimals(decimals: number, value: number): boolean {
  return Number(value.toFixed(decimals)) === value
}
