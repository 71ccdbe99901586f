import { _, str, type Ajv2020, type KeywordErrorDefinition } from 'ajv/dist/2020.js'

/**
 * The contract's own word for how many decimals a number may have. `multipleOf: 0.01` would say so
 * too, but validators divide by it, and so refuse 19.99.
 */
export const MAXIMUM_DECIMALS = 'x-maximum-decimals'

const ERROR: KeywordErrorDefinition = {
  message: ({ schemaCode }) => str`must have at most ${schemaCode} decimals`,
  params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
}

/** Makes AJV hold numbers to it. */
export function addMaximumDecimals(ajv: Ajv2020): Ajv2020 {
  return ajv.addKeyword({
    keyword: MAXIMUM_DECIMALS,
    type: 'number',
    schemaType: 'number',
    validate: hasAtMost,
    error: ERROR,
    errors: false,
  })
}

/** Whether `value` is the double nearest to a number of so many decimals. */
export function hasAtMost(decimals: number, value: number): boolean {
  return Number(value.toFixed(decimals)) === value
}
