import { rowMaker } from './make-row.ts'
import { nextNumber } from './sequence.ts'

export const makeArtist = rowMaker('artists', () => ({
  name: 'Ines Falk',
  slug: `ines-falk-${nextNumber()}`,
  summary: 'Born 1951, Danish',
}))
