import type { Transaction } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import type { Importer } from './importer.ts'
import { ImportInterrupted } from './import-error.ts'
import { Rejection, type RejectedRow } from './rejection.ts'
import type { Row } from './row.ts'
import { fingerprintOf, type SourceRecord } from './source-record.ts'
import { storeOrSplit, type Refused } from './store-or-split.ts'

/** Runs a piece of work in a transaction. */
export type InTransaction = <Result>(
  work: (trx: Transaction<Database>) => Promise<Result>,
) => Promise<Result>

/** `read` is always the sum of the other three. */
export interface Counts {
  read: number
  imported: number
  unchanged: number
  rejected: number
}

export interface RunOptions {
  /** Told of every row that is not imported. */
  readonly onRejected?: (row: RejectedRow) => void
  readonly onProgress?: (done: number, total: number) => void
  /** Stops the import between two batches. */
  readonly signal?: AbortSignal
}

/** Rows of one transaction, at most. */
const BATCH_ROWS = 500

interface Item<Listing> {
  readonly line: number
  readonly listing: Listing
  readonly fingerprint: string
}

/** What became of the first row with an id. */
type Seen = Pick<Item<unknown>, 'line' | 'fingerprint'>

/** One pass over the rows of one file. */
export class ImportRun<Listing extends SourceRecord> {
  readonly #importer: Importer<Listing>
  readonly #inTransaction: InTransaction
  readonly #options: RunOptions
  readonly #counts: Counts = { read: 0, imported: 0, unchanged: 0, rejected: 0 }
  /** By id, the rows whose listing is in the database by now. */
  readonly #seen = new Map<string, Seen>()
  /** By id, the rows that wait for the next transaction. */
  readonly #batch = new Map<string, Item<Listing>>()
  /** Rows that were rejected since the last transaction. */
  #rejected: RejectedRow[] = []

  constructor(importer: Importer<Listing>, inTransaction: InTransaction, options: RunOptions) {
    this.#importer = importer
    this.#inTransaction = inTransaction
    this.#options = options
  }

  /** `total` is only for the progress. */
  async run(rows: AsyncIterable<Row>, total: number): Promise<Counts> {
    for await (const row of rows) {
      await this.#add(row)
      if (this.#counts.read % BATCH_ROWS !== 0) continue
      await this.#storeBatch()
      this.#options.onProgress?.(this.#counts.read, total)
      this.#stopWhenTold(total)
    }
    await this.#storeBatch()
    if (this.#counts.imported > 0) await this.#finish()
    this.#options.onProgress?.(this.#counts.read, total)
    return this.#counts
  }

  async #add(row: Row): Promise<void> {
    this.#counts.read += 1
    const item = this.#readItem(row)
    if (item === undefined) return
    // Only once the first row of an id is stored or rejected is it clear what a second one means.
    if (this.#batch.has(item.listing.externalId)) await this.#storeBatch()
    const first = this.#seen.get(item.listing.externalId)
    if (first === undefined) this.#batch.set(item.listing.externalId, item)
    else this.#addRepeated(item, first)
  }

  /** Undefined when the row is rejected. */
  #readItem(row: Row): Item<Listing> | undefined {
    try {
      if ('defect' in row) throw new Rejection(row.defect)
      const listing = this.#importer.readListing(row.fields)
      return { line: row.line, listing, fingerprint: fingerprintOf(listing) }
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      this.#reject(row.line, this.#shownId(row), error.message)
      return undefined
    }
  }

  #addRepeated({ line, listing, fingerprint }: Item<Listing>, first: Seen): void {
    if (fingerprint === first.fingerprint) this.#counts.unchanged += 1
    else this.#reject(line, listing.externalId, `differs from line ${first.line}, of the same id`)
  }

  async #storeBatch(): Promise<void> {
    if (this.#batch.size > 0) await this.#storeItems([...this.#batch.values()])
    this.#batch.clear()
    const rejected = this.#rejected.toSorted((one, other) => one.line - other.line)
    this.#rejected = []
    for (const row of rejected) this.#options.onRejected?.(row)
  }

  async #storeItems(items: readonly Item<Listing>[]): Promise<void> {
    const { refused, unchanged } = await this.#inTransaction(async (trx) => {
      const stored = await this.#importer.findUnchanged(trx, listingsOf(items))
      const changed = items.filter(({ listing }) => !stored.has(listing.externalId))
      const store = (part: readonly Item<Listing>[]): Promise<void> =>
        this.#importer.store(trx, listingsOf(part))
      return { refused: await storeOrSplit(trx, changed, store), unchanged: stored.size }
    })
    this.#countBatch(items, refused, unchanged)
  }

  #countBatch(
    items: readonly Item<Listing>[],
    refused: readonly Refused<Item<Listing>>[],
    unchanged: number,
  ): void {
    for (const { line, listing, fingerprint } of items) {
      this.#seen.set(listing.externalId, { line, fingerprint })
    }
    for (const { item, reason } of refused) {
      this.#seen.delete(item.listing.externalId)
      this.#reject(item.line, item.listing.externalId, reason)
    }
    this.#counts.unchanged += unchanged
    this.#counts.imported += items.length - unchanged - refused.length
  }

  async #finish(): Promise<void> {
    await this.#inTransaction(async (trx) => this.#importer.finish?.(trx))
  }

  #reject(line: number, externalId: string | undefined, reason: string): void {
    this.#counts.rejected += 1
    this.#rejected.push({ line, externalId, reason })
  }

  #shownId(row: Row): string | undefined {
    const id = 'fields' in row ? row.fields[this.#importer.idField] : undefined
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
  }

  #stopWhenTold(total: number): void {
    if (!this.#options.signal?.aborted) return
    const { read } = this.#counts
    const kept = this.#importer.transaction === 'batch' ? 'What was imported stays; ' : ''
    throw new ImportInterrupted(
      `Interrupted after ${read} of ${total} rows. ${kept}run the same command again to finish.`,
    )
  }
}

function listingsOf<Listing>(items: readonly Item<Listing>[]): Listing[] {
  return items.map(({ listing }) => listing)
}
