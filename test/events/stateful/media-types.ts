import fc from 'fast-check'

const JSON_TYPES = ['application/json', 'Application/JSON; charset="UTF-8"']
const MERGE_PATCH = 'application/merge-patch+json'
const FOREIGN = ['text/plain', 'application/json; charset=latin1', undefined]

export const wholeType = mostly(JSON_TYPES, [...FOREIGN, MERGE_PATCH])
export const patchType = mostly([...JSON_TYPES, MERGE_PATCH], FOREIGN)

/** Now and then one that is not for the method, or none. */
function mostly(
  read: readonly string[],
  foreign: readonly (string | undefined)[],
): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 29, arbitrary: fc.constantFrom(...read) },
    { weight: 1, arbitrary: fc.constantFrom(...foreign) },
  )
}

export function isRead(type: string | undefined, isPatch: boolean): boolean {
  if (type === MERGE_PATCH) return isPatch
  return type !== undefined && JSON_TYPES.includes(type)
}
