import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import type { UserTable } from '../database/tables.ts'
import { part } from '../reading/records/part.ts'
import { maskedEmail, maskedName, maskedPhone } from './personal-data.ts'

export type UserRow = Selectable<UserTable>

export function userResource(row: UserRow): components['schemas']['User'] {
  return part('user', row.id, {
    id: row.id,
    username: row.username,
    slug: row.slug,
    first_name: maskedName(row.first_name),
    last_name: maskedName(row.last_name),
    display_name: maskedName(row.display_name),
    display_name_full: maskedName(row.display_name_full),
    email: maskedEmail(row.email),
    telephone: maskedPhone(row.telephone),
  })
}
