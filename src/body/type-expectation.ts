import type { DefinedError } from 'ajv'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  string: ['a string'],
  integer: ['an integer'],
  number: ['a number'],
  object: ['an object'],
  array: ['an array'],
  boolean: ['true', 'false'],
}

/** @param errors those about the type of one value, of all the schemas that it may fit. */
export function typeExpectation(errors: readonly DefinedError[]): string {
  // AJV's types leave out that it tells a list where the schema has one.
  const types = errors.flatMap(({ params }) => (params as { type: string | string[] }).type)
  const names = [...new Set(types)].flatMap((type) => NAMES[type] ?? [type])
  const last = names.pop()
  return `It must be ${names.length === 0 ? '' : `${names.join(', ')} or `}${last}.`
}
