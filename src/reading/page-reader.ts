import { Problem } from '../problem.ts'
import type { Leg, ListName } from './orderings.ts'
import { leadsIn, planPage, rowsOf, widened, type PagePlan, type Portion } from './page-plan.ts'
import { persist, type Reader, type Step } from './persistent.ts'
import { documentRowsOf, rowsAt, type DocumentRow } from './place-queries.ts'
import type { ReadyPage } from './reading.ts'
import { documentOptions, readyRecords, type RecordSources } from './records/ready-records.ts'
import type { Rows } from './rounds/ask.ts'
import type { Rounds } from './rounds/rounds.ts'
import { WrongWaypoints } from './waypoints/tidy.ts'

interface Wanted {
  readonly list: ListName
  readonly legs: readonly Leg[]
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
  rounds: Rounds,
  sources: RecordSources,
  onWrongWaypoints: (list: ListName) => void,
): (wanted: Wanted) => Promise<ReadyPage> {
  let movedAt = -Infinity
  return ({ list, legs, limit, offset }) => {
    let foreseen: PagePlan | undefined
    let asked: PagePlan | undefined
    const reader: Reader<ReadyPage> = {
      list,
      records: limit,
      tracks: legs.map(({ track }) => track),
      asks(memory) {
        foreseen = planPage(memory, legs, offset, limit)
        const options = documentOptions(list, sources)
        const isMoving = performance.now() - movedAt < MOVING_MS
        asked = foreseen && (isMoving ? widened(foreseen, MARGIN) : foreseen)
        return asked?.portions.map(({ leg, place }) => rowsAt(leg.track, place, options)) ?? []
      },
      step(answers, memory): Step<ReadyPage> {
        const plan = planPage(memory, legs, offset, limit)
        if (foreseen === undefined || asked === undefined || plan === undefined) return 'again'
        if (leadsIn(foreseen, plan) === undefined) movedAt = performance.now()
        const leads = leadsIn(asked, plan)
        if (leads === undefined) return 'again'
        const rows = plan.portions.flatMap((portion, at) =>
          inOrder(portion, leads[at] ?? 0, answers[at] ?? []),
        )
        if (rows.length !== rowsOf(plan)) {
          onWrongWaypoints(list)
          throw wrongWaypoints(list)
        }
        const ready = readyRecords(list, rows, memory, sources)
        if (ready === 'again') return ready
        return 'ready' in ready ? { answer: { count: plan.count, records: ready.ready } } : ready
      },
    }
    return persist(reader, rounds)
  }
}

/** @param lead how many rows of the answer are not of the page. */
function inOrder({ leg, place }: Portion, lead: number, answer: Rows): DocumentRow[] {
  const rows = documentRowsOf(answer.slice(lead, lead + place.limit))
  return leg.descending === place.isBackwards ? rows : rows.toReversed()
}

function wrongWaypoints(list: ListName): Problem {
  return new Problem('service_unavailable', 'The list is being put in order. Try again later.', {
    cause: new WrongWaypoints(list),
  })
}
