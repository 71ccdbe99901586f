/** The date itself when it is written `2012-02-11` and is in the calendar. */
export function isoDate(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  // A Date takes 30 February for 1 March.
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text) ? text : undefined
}
