import { rowMaker } from './make-row.ts'
import { makeUser } from './make-user.ts'
import { nextNumber } from './sequence.ts'

export const makeGallery = rowMaker('galleries', async (db, values) => ({
  name: 'Quayside Editions',
  slug: `quayside-editions-${nextNumber()}`,
  city: 'Bristol',
  summary: 'Prints and paintings of the Atlantic coast.',
  owner_id: values.owner_id ?? (await makeUser(db)).id,
  phone_number: '+44 117 496 0123',
  address: '12 Quay Street, Bristol',
  registered_since: '2019-03-01T08:00:00Z',
}))
