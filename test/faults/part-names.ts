/** What can be tried by itself, in the order in which it is. */
export const PART_NAMES = [
  'kills',
  'network',
  'overload',
  'signals',
  'slow',
  'requests',
  'mixed',
  'states',
  'catalogue',
] as const

export type PartName = (typeof PART_NAMES)[number]

export function isPartName(name: string): name is PartName {
  return (PART_NAMES as readonly string[]).includes(name)
}
