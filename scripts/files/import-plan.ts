import type { Kysely } from 'kysely'
import type { Database } from '../../src/database/tables.ts'
import { tryLockSource, unlockSource } from './record-queries.ts'
import { ImportError, type RejectedRow } from './row.ts'

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
  /** Stops the import between two groups. */
  readonly signal?: AbortSignal
}

/** Observes and stops each step of an import. */
export interface Observer {
  optionsFor(source: string): RunOptions
  onFinished(source: string, counts: Counts): void
}

/** Records of one kind that were checked and can be imported. */
export interface Step {
  readonly source: string
  /** `session` is one connection, which holds the lock of the import: without it, its transactions fail too. */
  run(session: Kysely<Database>, options: RunOptions): Promise<Counts>
}

/** A request whose files all exist and are of the right kind. */
export interface ImportPlan {
  /** Of two imports at once, no two have the same. */
  readonly kind: string
  readonly steps: readonly Step[]
}

/** Runs the steps of a plan in their order. A repetition changes nothing, and finishes an interrupted import. */
export async function executePlan(
  db: Kysely<Database>,
  { kind, steps }: ImportPlan,
  observer: Observer,
): Promise<void> {
  await withSourceLock(db, kind, async (session) => {
    for (const { source, run } of steps) {
      observer.onFinished(source, await run(session, observer.optionsFor(source)))
    }
  })
}

/**
 * Runs `work` on one connection that holds the source's lock, so that two imports of one source do
 * not mix. The lock ends with the connection: a crash leaves nothing locked.
 * @throws {ImportError} when another import has the lock.
 */
export function withSourceLock<Result>(
  db: Kysely<Database>,
  source: string,
  work: (session: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (session) => {
    if (!(await tryLockSource(session, source))) {
      throw new ImportError(
        `Another import of ${source} is running. Start again when it has ended.`,
      )
    }
    try {
      return await work(session)
    } finally {
      // A broken connection holds no lock.
      await unlockSource(session, source).catch(() => {})
    }
  })
}
