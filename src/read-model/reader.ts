import { Problem } from '../problems/problem.ts'
import { rangeScansOf, type RangeScan, type ListName } from './sort-orders.ts'
import {
  leadingRows,
  planPage,
  rowCount,
  withOverfetch,
  type PagePlan,
  type PlannedRange,
} from './page-plan.ts'
import { documentRowsOf, rowsInRange, rowById, type DocumentRow } from './page-queries.ts'
import type { AssembledPage, AssembledRecord, ListReader } from './types.ts'
import {
  documentOptions,
  assembleRecords,
  type AssemblySources,
  type Assembly,
} from './documents/assemble.ts'
import type { Rows } from './batching/statement.ts'
import type { QueuedRead } from './batching/queued-read.ts'
import type { BatchScheduler } from './batching/batch-scheduler.ts'
import { InconsistentOffsetIndex } from './offset-index/compaction.ts'
import { versionOf } from '../contract/entity-tag.ts'
import { timestampText } from '../database/kysely.ts'
import type { FragmentKey } from './documents/fragment-cache.ts'

/** More rounds than anybody needs: what changes faster than this is not read. */
const MOST_TRIES = 50

interface Wanted {
  readonly list: ListName
  readonly legs: readonly RangeScan[]
  readonly limit: number
  readonly offset: number
}

/** So many rows more are read on either side, while rows come and go under the hands of readers. */
const MARGIN = 1

/** By reckoning: with fewer movements, the rows in vain cost more than pages that are read again. */
const MOVING_MS = 50

/**
 * Reads pages.
 * @param onWrongWaypoints told of a list whose waypoints do not agree with its rows.
 */
function pageReader(
  rounds: BatchScheduler,
  sources: AssemblySources,
  onWrongWaypoints: (list: ListName) => void,
): (wanted: Wanted) => Promise<AssembledPage> {
  let movedAt = -Infinity
  return ({ list, legs, limit, offset }) => {
    let foreseen: PagePlan | undefined
    let asked: PagePlan | undefined
    const reader: ReadSteps<AssembledPage> = {
      list,
      records: limit,
      orders: legs.map(({ order }) => order),
      statements(memory) {
        foreseen = planPage(memory, legs, offset, limit)
        const options = documentOptions(list, sources)
        const isMoving = performance.now() - movedAt < MOVING_MS
        asked = foreseen && (isMoving ? withOverfetch(foreseen, MARGIN) : foreseen)
        return asked?.ranges.map(({ scan, range }) => rowsInRange(scan.order, range, options)) ?? []
      },
      finish(answers, memory): BatchOutcome<AssembledPage> {
        const plan = planPage(memory, legs, offset, limit)
        if (foreseen === undefined || asked === undefined || plan === undefined) return 'again'
        if (leadingRows(foreseen, plan) === undefined) movedAt = performance.now()
        const leads = leadingRows(asked, plan)
        if (leads === undefined) return 'again'
        const rows = plan.ranges.flatMap((portion, at) =>
          inOrder(portion, leads[at] ?? 0, answers[at] ?? []),
        )
        if (rows.length !== rowCount(plan)) {
          onWrongWaypoints(list)
          throw wrongWaypoints(list)
        }
        const ready = assembleRecords(list, rows, memory, sources)
        if (ready === 'again') return ready
        return 'ready' in ready ? { answer: { count: plan.count, records: ready.ready } } : ready
      },
    }
    return retryUntilConsistent(reader, rounds)
  }
}

/** @param lead how many rows of the answer are not of the page. */
function inOrder({ scan, range }: PlannedRange, lead: number, answer: Rows): DocumentRow[] {
  const rows = documentRowsOf(answer.slice(lead, lead + range.limit))
  return scan.descending === range.isBackwards ? rows : rows.toReversed()
}

function wrongWaypoints(list: ListName): Problem {
  return new Problem('service_unavailable', 'The list is being put in order. Try again later.', {
    cause: new InconsistentOffsetIndex(list),
  })
}

/** What the record's entity tag begins with, where the contract gives it a version. */
function versionIn({ id, updatedAt }: DocumentRow): string | undefined {
  return updatedAt ? versionOf({ id, updated_at: timestampText(updatedAt) }) : undefined
}

/** Reads single records. */
function recordReader(
  rounds: BatchScheduler,
  sources: AssemblySources,
): (list: ListName, id: number) => Promise<AssembledRecord | undefined> {
  return (list, id) => {
    const reader: ReadSteps<AssembledRecord | undefined> = {
      list,
      records: 1,
      orders: [],
      statements: () => [rowById(id, documentOptions(list, sources))],
      finish([rows = []], memory): BatchOutcome<AssembledRecord | undefined> {
        const [row] = documentRowsOf(rows)
        if (row === undefined) return { answer: undefined }
        const ready = assembleRecords(list, [row], memory, sources)
        if (ready === 'again') return ready
        return 'ready' in ready ? { answer: { ...ready.ready, version: versionIn(row) } } : ready
      },
    }
    return retryUntilConsistent(reader, rounds)
  }
}

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

/** What a round gave a reader: an answer, or a reason to ask again. */
type BatchOutcome<Answer> = { readonly answer: Answer } | Exclude<Assembly, { ready: unknown }>

interface ReadSteps<Answer> extends Pick<QueuedRead, 'records' | 'orders' | 'statements'> {
  readonly list: ListName
  /** What comes of the answers to what was asked. */
  finish(...taken: Parameters<QueuedRead['accept']>): BatchOutcome<Answer>
}

/** Joins round after round until there is an answer. */
function retryUntilConsistent<Answer>(
  { list, records, orders, statements, finish }: ReadSteps<Answer>,
  rounds: BatchScheduler,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let joined = 0
    const join = (parts: readonly FragmentKey[]): void => {
      joined += 1
      if (joined > MOST_TRIES) reject(new Error(`${list} change too fast to be read`))
      else rounds.enqueue({ records, orders, fragments: parts, statements, accept: take, reject })
    }
    const take: QueuedRead['accept'] = (answers, memory) => {
      const next = finish(answers, memory)
      if (next === 'again') join([])
      else if ('answer' in next) resolve(next.answer)
      else join(next.missing)
    }
    join([])
  })
}
