import { isDeepStrictEqual } from 'node:util'
import { resolve, type Schema } from '../../src/contract/document.ts'
import type { Urls } from '../../src/contract/operation-types.ts'
import { timestampText } from '../../src/database/kysely.ts'
import { pictureUrl } from '../../src/json-sql/picture-url.ts'
import type { FileKind } from './file-kinds.ts'
import type { StoredRow } from './record-queries.ts'
import { isFields, type Fields } from './row.ts'

/**
 * The fields of the request body that would write a stored record. The contract lists them, and most are columns.
 * A schema that is older than a field has no column for it: the import gives the field its default.
 * @param urls of the service, for those of stored pictures.
 */
export function fieldsOf({ input, references }: FileKind, row: StoredRow, urls: Urls): Fields {
  return Object.fromEntries(
    Object.entries(input.properties ?? {}).flatMap(([field, schema]) => {
      if (field === 'featured_image') return [[field, pictureOf(row, urls)]]
      // A reference to one record is a column; those to several are among the other fields.
      const column = field in references && !(field in row) ? `${field}_id` : field
      return column in row ? [[field, fieldValue(row[column], resolve(schema), urls)]] : []
    }),
  )
}

function pictureOf({ picture, picture_url: url }: StoredRow, urls: Urls): Fields | null {
  return picture && { full_size: pictureUrl(urls, url as string), ...picture }
}

function fieldValue(value: unknown, { format }: Schema, urls: Urls): unknown {
  if (typeof value !== 'string') return value
  if (format === 'date-time') return timestampText(value)
  // A stored path is that of a picture of the service.
  return format === 'uri' ? pictureUrl(urls, value) : value
}

/** The line that writes a stored record. */
export function lineOfRow(kind: FileKind, row: StoredRow, urls: Urls): Fields {
  const { id, external_id: externalId, author } = row
  return {
    id,
    ...(externalId && { external_id: externalId }),
    ...(author !== undefined && { author }),
    [kind.noun]: fieldsOf(kind, row, urls),
  }
}

/** Whether a merge patch would change nothing. */
export function isUnchanged(patch: unknown, stored: unknown): boolean {
  if (!isFields(patch) || !isFields(stored)) return isDeepStrictEqual(patch, stored)
  return Object.entries(patch).every(([name, value]) => {
    if (name === 'geolocation') return placeKey(value) === placeKey(stored[name])
    return isUnchanged(value, stored[name])
  })
}

/** `56.10,10` and `56.1,10.0` are one place. */
function placeKey(geolocation: unknown): string {
  const text = String(geolocation)
  return text && text.split(',').map(Number).join(',')
}
