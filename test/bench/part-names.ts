/** What can be measured by itself, in the order in which it is. */
export const PART_NAMES = [
  'requests',
  'depth',
  'growth',
  'start',
  'walk',
  'writes',
  'visibility',
  'import',
  'states',
] as const

export type PartName = (typeof PART_NAMES)[number]

export function isPartName(name: string): name is PartName {
  return (PART_NAMES as readonly string[]).includes(name)
}
