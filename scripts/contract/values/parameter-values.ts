import type { Schema } from '../judge/document.ts'

/** What is no integer in plain decimal digits. */
const NO_INTEGERS = ['', 'abc', '1e1', '0x10', '+5', ' 5', '5.0', '05', '-1']

/** Texts that a query parameter takes. */
export function goodTexts(schema: Schema, example: unknown): string[] {
  const { type, minimum, maximum, minLength = 0, maxLength } = schema
  if (schema.enum !== undefined) return schema.enum.map(String)
  if (type === 'integer') return texts([minimum, maximum, schema.default])
  const lengths = [minLength || 1, maxLength].filter((length) => length !== undefined)
  return texts([example, ...lengths.map((length) => 'x'.repeat(length))])
}

/** Texts that it does not take, each for another reason. */
export function badTexts(schema: Schema): string[] {
  const { type, minimum, maximum, minLength = 0, maxLength } = schema
  if (schema.enum !== undefined) {
    const [first = ''] = schema.enum.map(String)
    const others = ['', 'contract-test', first.toUpperCase(), `${first},${first}`]
    return others.filter((text) => !schema.enum?.includes(text))
  }
  if (type === 'integer') {
    const below = minimum === undefined ? [] : [minimum - 1]
    const above = maximum === undefined ? [] : [maximum + 1]
    return [...new Set([...NO_INTEGERS, ...texts([...below, ...above])])]
  }
  return [
    ...(minLength > 0 ? [''] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
  ]
}

function texts(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined).map(String))]
}
