import { columnsOf, constant, defineFragment, object } from '../json-sql/json.ts'

/**
 * Personal data never leaves the service: a placeholder replaces the value of a person's field, and an
 * empty or null field stays so. Declarations of records use these (src/json-sql/json.ts, `masked`).
 */
export const NAME = '<NAME>'

export const EMAIL = '<EMAIL>'

export const PHONE = '<PHONE>'

const { masked, plain } = columnsOf('users')

/** A person, with placeholders in place of personal data. */
export const userJson = object('User', {
  id: plain('id'),
  username: plain('username'),
  slug: plain('slug'),
  first_name: masked('first_name', NAME),
  last_name: masked('last_name', NAME),
  display_name: masked('display_name', NAME),
  // Always the placeholder, so a reader cannot tell whether a name or an address is stored.
  display_name_full: constant(NAME),
  email: constant(EMAIL),
  telephone: masked('telephone', PHONE),
})

export const userFragment = defineFragment({
  kind: 'user',
  component: 'User',
  json: userJson,
  from: 'users',
  id: 'users.id',
  idType: 'uuid',
})
