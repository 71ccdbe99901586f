import type { ListName } from '../orderings.ts'

/** After a document was found to be missing, others are expected to be for so long. */
const EXPECTED_MS = 1_000

/** Whether statements should make documents, by what was found lately. */
export class MissingDocuments {
  readonly #found: Record<ListName, number> = { artworks: -Infinity, events: -Infinity }
  readonly #onFound: (list: ListName, ids: readonly number[]) => void

  /** @param onFound told of records that have no document. */
  constructor(onFound: (list: ListName, ids: readonly number[]) => void) {
    this.#onFound = onFound
  }

  isExpected(list: ListName): boolean {
    return performance.now() - this.#found[list] < EXPECTED_MS
  }

  /** @param ids of records whose document was not stored, made by now or not. */
  record(list: ListName, ids: readonly number[]): void {
    if (ids.length === 0) return
    this.#found[list] = performance.now()
    this.#onFound(list, ids)
  }
}
