import { BATCH_KIND, type BatchWriter, type WrittenSet } from './batch-writer.ts'
import { listed } from './record-checks.ts'
import { isInState, type Partner } from './record-requests.ts'
import type { TrySend } from './record-writer.ts'

/** What is wrong with the records of batches once nothing is written, by the promise. */
export interface BrokenBatches {
  /** Records that are not as their acknowledged line says, or that no line made like that. */
  readonly lost: readonly string[]
  /** External ids with two records. */
  readonly doubled: readonly string[]
  /** Atomic batches that were written in part. */
  readonly parts: readonly string[]
}

export const NO_BROKEN_BATCHES: BrokenBatches = { lost: [], doubled: [], parts: [] }

interface Shown {
  readonly title: string
}

export async function brokenBatches(
  send: TrySend,
  partner: Partner,
  { prefix, sets, faults }: BatchWriter,
): Promise<BrokenBatches> {
  const found = await recordsByTitle(send, partner, prefix)
  const all = new Set(sets.flatMap(({ records }) => records.map(({ name }) => name)))
  const others = [...found.keys()].filter((name) => !all.has(name))
  const states = sets.map((set) => statesIn(set, partner, found))
  return {
    lost: [
      ...faults,
      ...others.map((name) => `nobody wrote ${name}`),
      ...states.flatMap(({ lost }) => lost),
    ],
    doubled: [...found].filter(([, texts]) => texts.length > 1).map(([name]) => name),
    parts: states.flatMap(({ parts }) => parts),
  }
}

/** The artworks of the partner, as texts by their title: those that are not public too. */
async function recordsByTitle(
  send: TrySend,
  { key }: Partner,
  prefix: string,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const headers = { authorization: `Bearer ${key}` }
  for (const status of ['published', 'archived']) {
    const list = `/api/v1${BATCH_KIND.path}?publish_status=${status}`
    for (const record of await listed<Shown>(send, list, headers)) {
      if (!record.title.startsWith(prefix)) continue
      found.set(record.title, [...(found.get(record.title) ?? []), JSON.stringify(record)])
    }
  }
  return found
}

/** Compares each record with the states that it may be in. */
function statesIn(
  { isAtomic, records }: WrittenSet,
  partner: Partner,
  found: ReadonlyMap<string, readonly string[]>,
): { readonly lost: string[]; readonly parts: string[] } {
  const lost: string[] = []
  const seen = { earlier: 0, target: 0 }
  for (const { name, possible } of records) {
    const [text] = found.get(name) ?? []
    const state = possible.find((each) =>
      each === undefined || text === undefined
        ? each === text
        : isInState(BATCH_KIND, partner, { name, state: each }, text),
    )
    if (state === undefined && (text !== undefined || !possible.includes(undefined))) {
      lost.push(`${name} is not in state ${possible.map(String).join(' or ')}: ${text}`)
    } else if (state === possible.at(-1)) seen.target += 1
    else seen.earlier += 1
  }
  const isPart = isAtomic && seen.earlier > 0 && seen.target > 0
  const parts = isPart ? [`${records[0]?.name}: ${seen.target} of ${records.length} lines`] : []
  return { lost, parts }
}
