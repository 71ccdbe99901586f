/**
 * Personal data never leaves the service: a placeholder replaces the value of a person's field, and an
 * empty or null field stays so. Declarations of records use these (src/documents/json-sql.ts, `masked`).
 */
export const NAME = '<NAME>'
export const EMAIL = '<EMAIL>'
export const PHONE = '<PHONE>'
