import type { ListName } from './orderings.ts'
import type { FragmentKey } from './records/part-name.ts'
import type { Assembly } from './records/ready-records.ts'
import type { BatchScheduler } from './rounds/rounds.ts'
import type { QueuedRead } from './rounds/want.ts'

/** More rounds than anybody needs: what changes faster than this is not read. */
const MOST_TRIES = 50

/** What a round gave a reader: an answer, or a reason to ask again. */
export type BatchOutcome<Answer> =
  { readonly answer: Answer } | Exclude<Assembly, { ready: unknown }>

export interface ReadSteps<Answer> extends Pick<QueuedRead, 'records' | 'orders' | 'statements'> {
  readonly list: ListName
  /** What comes of the answers to what was asked. */
  finish(...taken: Parameters<QueuedRead['accept']>): BatchOutcome<Answer>
}

/** Joins round after round until there is an answer. */
export function retryUntilConsistent<Answer>(
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
