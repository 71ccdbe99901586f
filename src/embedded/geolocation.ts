import { expression, type Json } from '../documents/json-sql.ts'

/** `<latitude>,<longitude>` in decimal degrees; empty when unknown (contract, Venue). */
export function geolocation(table: 'events' | 'venues'): Json<string> {
  const number = (column: string): string => `trim_scale(${table}.${column})`
  return expression(
    `coalesce('"' || ${number('latitude')} || ',' || ${number('longitude')} || '"', '""')`,
  )
}
