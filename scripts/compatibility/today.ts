/** The present day in UTC, as YYYY-MM-DD. */
export function today(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
}
