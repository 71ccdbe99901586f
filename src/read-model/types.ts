import type { Ordering } from '../lists/page.ts'
import type { AssembledRecords } from './documents/assemble.ts'
import type { ListName, SortKeys } from './sort-orders.ts'

export interface ListReader {
  /** One page of what the public may see of a list. */
  page<List extends ListName>(list: List, request: PageRequest<List>): Promise<AssembledPage>
  /** One record; undefined when there is none that the public may see. */
  record(list: ListName, id: number): Promise<AssembledRecord | undefined>
}

interface PageRequest<List extends ListName> {
  readonly ordering: Ordering<SortKeys[List]>
  readonly limit: number
  readonly offset: number
}

/** A page of records, and how many the list has in the same snapshot. */
export interface AssembledPage {
  readonly count: number
  readonly records: AssembledRecords
}

export interface AssembledRecord extends AssembledRecords {
  /** What the record's entity tag begins with, where the contract gives it a version. */
  readonly version: string | undefined
}
