import { _, str, type Ajv2020, type KeywordErrorDefinition } from 'ajv/dist/2020.js'

/** As AJV itself tells it. */
const ERROR: KeywordErrorDefinition = {
  message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
  params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
}

/**
 * Makes `multipleOf` mean what people mean by decimals. AJV divides, and finds that 0.07 is no
 * multiple of 0.01; its tolerance of a millionth refuses 999999999999.99 and lets 0.010000000001 in.
 */
export function addExactMultiples(ajv: Ajv2020): Ajv2020 {
  ajv.removeKeyword('multipleOf')
  return ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: isMultiple,
    error: ERROR,
    errors: false,
  })
}

/** Whether `value` is the double nearest to some multiple of `step`. */
export function isMultiple(step: number, value: number): boolean {
  const decimals = decimalsOf(step)
  return decimals === undefined ? value % step === 0 : Number(value.toFixed(decimals)) === value
}

/** How many decimals the multiples of a step have: 2 for 0.01. Undefined for other steps. */
export function decimalsOf(step: number): number | undefined {
  return /^0\.(0*1)$/.exec(String(step))?.[1]?.length
}
