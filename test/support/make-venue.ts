import { rowMaker } from './make-row.ts'
import { nextNumber } from './sequence.ts'

export const makeVenue = rowMaker('venues', () => ({
  name: 'Kunsthal Nord',
  slug: `kunsthal-nord-${nextNumber()}`,
  city: 'Aarhus',
  country_code: 'DK',
  latitude: '56.153300',
  longitude: '10.214100',
}))
