import { Problem } from '../problem.ts'
import type { Leg, ListName } from './orderings.ts'
import { planPage, readsTheSame, rowsOf, type PagePlan, type Portion } from './page-plan.ts'
import { persist, type Reader, type Step } from './persistent.ts'
import { readyRowsOf, rowsAt, type ReadyRow } from './place-queries.ts'
import type { ReadyPage } from './reading.ts'
import { readyRecords } from './records/ready-records.ts'
import type { RecordMaker } from './records/record-maker.ts'
import type { Rows } from './rounds/ask.ts'
import type { Rounds } from './rounds/rounds.ts'
import { WrongWaypoints } from './waypoints/tidy.ts'

interface Wanted {
  readonly list: ListName
  readonly legs: readonly Leg[]
  readonly limit: number
  readonly offset: number
}

/**
 * Reads pages.
 * @param onWrongWaypoints told of a list whose waypoints do not agree with its rows.
 */
export function pageReader(
  rounds: Rounds,
  records: RecordMaker,
  maker: string,
  onWrongWaypoints: (list: ListName) => void,
): (wanted: Wanted) => Promise<ReadyPage> {
  return ({ list, legs, limit, offset }) => {
    let asked: PagePlan | undefined
    const reader: Reader<ReadyPage> = {
      list,
      records: limit,
      tracks: legs.map(({ track }) => track),
      asks(memory) {
        asked = planPage(memory, legs, offset, limit)
        return asked?.portions.map(({ leg, place }) => rowsAt(leg.track, place, maker)) ?? []
      },
      step(answers, memory): Step<ReadyPage> {
        const plan = planPage(memory, legs, offset, limit)
        if (asked === undefined || plan === undefined || !readsTheSame(asked, plan)) return 'again'
        const rows = plan.portions.flatMap((portion, at) => inOrder(portion, answers[at] ?? []))
        if (rows.length !== rowsOf(plan)) {
          onWrongWaypoints(list)
          throw wrongWaypoints(list)
        }
        const ready = readyRecords(list, rows, memory, records)
        return 'ready' in ready ? { answer: { count: plan.count, records: ready.ready } } : ready
      },
    }
    return persist(reader, rounds, records)
  }
}

function inOrder({ leg, place }: Portion, answer: Rows): ReadyRow[] {
  const rows = readyRowsOf(answer)
  return leg.descending === place.isBackwards ? rows : rows.toReversed()
}

function wrongWaypoints(list: ListName): Problem {
  return new Problem('service_unavailable', 'The list is being put in order. Try again later.', {
    cause: new WrongWaypoints(list),
  })
}
