import { rowMaker } from './make-row.ts'
import { nextNumber } from './sequence.ts'

/** A user with a realistic name and address, which tests can find in responses. */
export const makeUser = rowMaker('users', () => {
  const number = nextNumber()
  return {
    username: `mleroy${number}`,
    slug: `mleroy-${number}`,
    first_name: 'Marguerite',
    last_name: 'Leroy',
    display_name: 'M. Leroy',
    display_name_full: 'Marguerite Leroy',
    email: 'marguerite.leroy@post.example',
    telephone: '+33 1 55 55 01 23',
  }
})
