import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { UserTable } from '../database/tables.ts'
import { part } from '../reading/records/part.ts'
import { maskedName, maskedPhone, USER_EMAIL, USER_FULL_NAME } from './personal-data.ts'

export type UserRow = Selectable<UserTable>

export function userResource(row: UserRow): components['schemas']['User'] {
  return part('user', row.id, {
    id: row.id,
    username: row.username,
    slug: row.slug,
    first_name: maskedName(row.first_name),
    last_name: maskedName(row.last_name),
    display_name: maskedName(row.display_name),
    display_name_full: USER_FULL_NAME,
    email: USER_EMAIL,
    telephone: maskedPhone(row.telephone),
  })
}
