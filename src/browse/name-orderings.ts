import type { components } from '../../generated/v1.ts'

/** What the orderings of records with a name are called. */
export const NAME_ORDERINGS: Readonly<Record<components['schemas']['NameOrdering'], string>> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  id: 'First entered',
  '-id': 'Last entered',
}
