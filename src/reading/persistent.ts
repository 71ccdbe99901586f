import type { ListName } from './orderings.ts'
import type { PartName } from './records/part-name.ts'
import type { Readiness } from './records/ready-records.ts'
import type { Rounds } from './rounds/rounds.ts'
import type { Want } from './rounds/want.ts'

/** More rounds than anybody needs: what changes faster than this is not read. */
const MOST_TRIES = 50

/** What a round gave a reader: an answer, or a reason to ask again. */
export type Step<Answer> = { readonly answer: Answer } | Exclude<Readiness, { ready: unknown }>

export interface Reader<Answer> extends Pick<Want, 'records' | 'tracks' | 'asks'> {
  readonly list: ListName
  /** What comes of the answers to what was asked. */
  step(...taken: Parameters<Want['take']>): Step<Answer>
}

/** Joins round after round until there is an answer. */
export function persist<Answer>(
  { list, records, tracks, asks, step }: Reader<Answer>,
  rounds: Rounds,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let joined = 0
    const join = (parts: readonly PartName[]): void => {
      joined += 1
      if (joined > MOST_TRIES) reject(new Error(`${list} change too fast to be read`))
      else rounds.join({ records, tracks, parts, asks, take, fail: reject })
    }
    const take: Want['take'] = (answers, memory) => {
      const next = step(answers, memory)
      if (next === 'again') join([])
      else if ('answer' in next) resolve(next.answer)
      else join(next.missing)
    }
    join([])
  })
}
