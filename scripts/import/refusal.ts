import pg from 'pg'

/** SQLSTATE classes of a row that cannot be stored: bad data, a broken constraint, too large. */
const REFUSAL_CLASSES = ['22', '23', '54']

/** By the name of the constraint or domain; what is checked is in the migrations. */
const MEANINGS: Readonly<Record<string, string>> = {
  measure: 'a size is not more than 0 and at most 1,000,000',
  instant: 'a date is not between the years 1000 and 9999',
  latitude: 'the latitude is not between -90 and 90',
  longitude: 'the longitude is not between -180 and 180',
  currency_code: 'a currency is not three capital letters',
  artworks_title_check: 'the title is longer than 1,000 characters',
  artworks_year_of_creation_check: 'the year of creation is not between -100000 and 9999',
  artworks_slug_key: 'another artwork has the same slug',
  artists_slug_key: 'another artist has the same slug',
  events_title_check: 'the title is longer than 1,000 characters',
  events_slug_key: 'another event has the same slug',
  events_check: 'it ends before it begins',
  exchange_rates_currency_check: 'EUR has no rate against itself',
}

const BY_CLASS: Readonly<Record<string, string>> = {
  '22': 'a value is out of range or of the wrong form',
  '23': 'it breaks a rule of the catalogue',
  '54': 'a text is too long',
}

/** Why the database refuses a row, for its publisher; undefined for a failure of another kind. */
export function refusalReason(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const sqlStateClass = error.code?.slice(0, 2) ?? ''
  if (!REFUSAL_CLASSES.includes(sqlStateClass)) return undefined
  return (
    MEANINGS[error.dataType ?? ''] ?? MEANINGS[error.constraint ?? ''] ?? BY_CLASS[sqlStateClass]
  )
}
