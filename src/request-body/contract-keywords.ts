import { _, str, type Ajv2020, type KeywordErrorDefinition } from 'ajv/dist/2020.js'

/**
 * The contract's keyword for the maximum number of decimals of a number. `multipleOf: 0.01` is no
 * replacement: validators divide by it and so reject 19.99.
 */
export const MAXIMUM_DECIMALS = 'x-maximum-decimals'

/**
 * The contract's keyword for a title or a name: it has a character that can be seen, and no control character of Unicode.
 * A pattern for that would need Unicode properties, which the regular expressions of some languages lack.
 */
export const VISIBLE = 'x-visible'

const ERROR: KeywordErrorDefinition = {
  message: ({ schemaCode }) => str`must have at most ${schemaCode} decimals`,
  params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
}

/** Adds the keywords to AJV. */
export function addContractKeywords(ajv: Ajv2020): Ajv2020 {
  ajv.addKeyword({
    keyword: MAXIMUM_DECIMALS,
    type: 'number',
    schemaType: 'number',
    validate: hasAtMostDecimals,
    error: ERROR,
    errors: false,
  })
  return ajv.addKeyword({
    keyword: VISIBLE,
    type: 'string',
    schemaType: 'boolean',
    validate: (_schema: boolean, text: string) => isVisible(text),
    errors: false,
  })
}

/** Whether `value` is the double nearest to a number with this number of decimals. */
export function hasAtMostDecimals(decimals: number, value: number): boolean {
  return Number(value.toFixed(decimals)) === value
}

/**
 * U+2800 is a Braille pattern without dots. A code point that this version of Unicode does not know may be a letter of a
 * later one.
 */
const VISIBLE_CHARACTER =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

export function isVisible(text: string): boolean {
  return VISIBLE_CHARACTER.test(text) && !/\p{Cc}/u.test(text)
}
