import { Problem } from '../problem.ts'
import type { RangeScan, ListName } from './orderings.ts'
import {
  leadingRows,
  planPage,
  rowCount,
  withOverfetch,
  type PagePlan,
  type PlannedRange,
} from './page-plan.ts'
import { retryUntilConsistent, type ReadSteps, type BatchOutcome } from './persistent.ts'
import { documentRowsOf, rowsInRange, type DocumentRow } from './place-queries.ts'
import type { AssembledPage } from './reading.ts'
import { documentOptions, assembleRecords, type AssemblySources } from './records/ready-records.ts'
import type { Rows } from './rounds/ask.ts'
import type { BatchScheduler } from './rounds/rounds.ts'
import { InconsistentOffsetIndex } from './waypoints/tidy.ts'

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
export function pageReader(
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
