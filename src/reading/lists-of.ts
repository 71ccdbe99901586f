import { rangeScansOf } from './orderings.ts'
import { pageReader } from './page-reader.ts'
import type { ListReader } from './reading.ts'
import { recordReader } from './record-reader.ts'

/** The lists as the rounds of one server have them; what is given is what a page is read with. */
export function createListReader(...given: Parameters<typeof pageReader>): ListReader {
  const [rounds, sources] = given
  const readPage = pageReader(...given)
  return {
    page: (list, { ordering, limit, offset }) =>
      readPage({ list, legs: rangeScansOf(list, ordering), limit, offset }),
    record: recordReader(rounds, sources),
  }
}
