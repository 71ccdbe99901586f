import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '../../src/database/tables.ts'
import { withSavepoint } from './import-queries.ts'
import type { Importer } from './importer.ts'
import { fingerprintOf, type SourceRecord } from './listings.ts'
import { ImportInterrupted, Rejection, type RejectedRow, type Row } from './row.ts'

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
  /** Called for every row that is not imported. */
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

/** The first row with an id. */
type Seen = Pick<Item<unknown>, 'line' | 'fingerprint'>

/** One pass over the rows of one file. */
export class ImportRun<Listing extends SourceRecord> {
  readonly #importer: Importer<Listing>
  readonly #inTransaction: InTransaction
  readonly #options: RunOptions
  readonly #counts: Counts = { read: 0, imported: 0, unchanged: 0, rejected: 0 }
  /** By id, the rows whose listing is in the database. */
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
      this.#stopWhenAborted(total)
    }
    await this.#storeBatch()
    this.#options.onProgress?.(this.#counts.read, total)
    return this.#counts
  }

  async #add(row: Row): Promise<void> {
    this.#counts.read += 1
    const item = this.#readItem(row)
    if (item === undefined) return
    // Only once the first row of an id is stored or rejected is the meaning of a second one clear.
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
    const { rejected, unchanged } = await this.#inTransaction(async (trx) => {
      const stored = await this.#importer.findUnchanged(trx, listingsOf(items))
      const changed = items.filter(({ listing }) => !stored.has(listing.externalId))
      const store = (part: readonly Item<Listing>[]): Promise<void> =>
        this.#importer.store(trx, listingsOf(part))
      return { rejected: await storeOrSplit(trx, changed, store), unchanged: stored.size }
    })
    for (const { line, listing, fingerprint } of items) {
      this.#seen.set(listing.externalId, { line, fingerprint })
    }
    for (const { item, reason } of rejected) {
      this.#seen.delete(item.listing.externalId)
      this.#reject(item.line, item.listing.externalId, reason)
    }
    this.#counts.unchanged += unchanged
    this.#counts.imported += items.length - unchanged - rejected.length
  }

  #reject(line: number, externalId: string | undefined, reason: string): void {
    this.#counts.rejected += 1
    this.#rejected.push({ line, externalId, reason })
  }

  #shownId(row: Row): string | undefined {
    const id = 'fields' in row ? row.fields[this.#importer.idField] : undefined
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
  }

  #stopWhenAborted(total: number): void {
    if (!this.#options.signal?.aborted) return
    const { read } = this.#counts
    throw new ImportInterrupted(
      `Interrupted after ${read} of ${total} rows. What was imported stays; run the same command again to finish.`,
    )
  }
}

function listingsOf<Listing>(items: readonly Item<Listing>[]): Listing[] {
  return items.map(({ listing }) => listing)
}

interface Rejected<Stored> {
  readonly item: Stored
  readonly reason: string
}

/**
 * Stores all items except those that the database rejects. A rejected batch is bisected until each
 * wrong row is alone.
 */
async function storeOrSplit<Stored>(
  trx: Transaction<Database>,
  items: readonly Stored[],
  store: (items: readonly Stored[]) => Promise<void>,
): Promise<Rejected<Stored>[]> {
  const [first, ...others] = items
  if (first === undefined) return []
  try {
    await withSavepoint(trx, () => store(items))
    return []
  } catch (error) {
    const reason = rejectionReason(error)
    if (reason === undefined) throw error
    if (others.length === 0) return [{ item: first, reason }]
  }
  const half = Math.ceil(items.length / 2)
  return [
    ...(await storeOrSplit(trx, items.slice(0, half), store)),
    ...(await storeOrSplit(trx, items.slice(half), store)),
  ]
}

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
}

/** By the SQLSTATE class of a row that cannot be stored: bad data, a broken constraint, too large. */
const BY_CLASS: Readonly<Record<string, string>> = {
  '22': 'a value is out of range or of the wrong form',
  '23': 'it breaks a rule of the catalogue',
  '54': 'a text is too long',
}

/** Why the database rejects a row, for its publisher; undefined for a failure of another kind. */
function rejectionReason(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const general = BY_CLASS[error.code?.slice(0, 2) ?? '']
  if (general === undefined) return undefined
  return MEANINGS[error.dataType ?? ''] ?? MEANINGS[error.constraint ?? ''] ?? general
}
