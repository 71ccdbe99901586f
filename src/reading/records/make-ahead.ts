import type { Kysely } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { ListName } from '../orderings.ts'
import { selectUnmadeOf } from './ready-record-queries.ts'
import type { RecordMaker } from './record-maker.ts'

export interface MakeAhead {
  /** These records have changed. */
  note(list: ListName, ids: readonly number[]): void
  /** Waits for what is being made. */
  stop(): Promise<void>
}

/** More are left to their readers. */
const MOST_WAITING = 10_000
const AT_ONCE = 250

/** Of several processes, which hear of a change at the same time, one is first and the others find it done. */
const DELAY_MS = 100
const JITTER_MS = 200

/**
 * Makes the texts of changed records before anybody asks for them: many together take the statements of
 * one, and no reader waits. What fails here is told to readers.
 * @param makerName whose texts are wanted.
 */
export function makeAhead(db: Kysely<Database>, maker: RecordMaker, makerName: string): MakeAhead {
  const waiting: Record<ListName, Set<number>> = { artworks: new Set(), events: new Set() }
  const lists = Object.keys(waiting) as ListName[]
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const makeSome = async (list: ListName): Promise<void> => {
    const ids = [...waiting[list]].slice(0, AT_ONCE)
    for (const id of ids) waiting[list].delete(id)
    const unmade = ids.length === 0 ? [] : await selectUnmadeOf(db, list, makerName, ids)
    if (unmade.length > 0) await maker.make(list, unmade)
  }

  const turn = async (): Promise<void> => {
    for (const list of lists) await makeSome(list).catch(() => {})
    timer = undefined
    if (lists.some((list) => waiting[list].size > 0)) schedule()
  }

  const schedule = (): void => {
    if (isStopped || timer !== undefined) return
    timer = setTimeout(
      () => {
        running = turn()
      },
      DELAY_MS + Math.random() * JITTER_MS,
    ).unref()
  }

  return {
    note(list, ids) {
      const free = MOST_WAITING - waiting[list].size
      for (const id of ids.slice(0, free)) waiting[list].add(id)
      schedule()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
