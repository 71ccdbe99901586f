import type { SourceRecord } from './source-record.ts'

/** The rates of one day; the external id is the date. */
export interface DailyRates extends SourceRecord {
  /** Currency and units per euro. */
  readonly rates: readonly (readonly [currency: string, unitsPerEuro: string])[]
}
