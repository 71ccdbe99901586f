import { setTimeout as sleep } from 'node:timers/promises'
import {
  responseLinesIn,
  type BatchReply,
  type BatchResult,
  type BatchSummary,
  type SendBatch,
} from './batch-request.ts'
import { WRITTEN_KINDS, type Partner, type WrittenKind } from './record-requests.ts'

/** Three groups of the service, so that a batch is often ended between two of them. */
const LINES = 500
/** The state after the last batch of a set, which removes every other record. */
const LAST_STATE = 3
/** Every third set is written by atomic batches. */
const ATOMIC = 3
/** The client itself cuts every fifth batch that is not atomic, */
const CUT = 5
/** and gives up every fourth batch that was interrupted, so that the checks see what it left. */
const GIVEN_UP = 4
/** Longer than any outage here, also on a slow machine. */
const MAX_WAIT_MS = 300_000
const MIN_RETRY_MS = 20

/** A line of a batch finds a record by its gallery, so the artworks of batches stay in theirs. */
export const BATCH_KIND: WrittenKind = {
  ...WRITTEN_KINDS.artwork,
  fields: (partner, name, state) => ({
    ...WRITTEN_KINDS.artwork.fields(partner, name, state),
    gallery: partner.galleries[0],
  }),
}

/** The number of a state of a record; undefined for none. */
type State = number | undefined

/** A record of a set, with its external id as its title. */
interface SetRecord {
  readonly name: string
  id: number | null
  /** What it may be: more than one state only while the answer to its line is missing. */
  possible: readonly State[]
}

/** The records of the lines that one batch after another has. */
export interface WrittenSet {
  readonly isAtomic: boolean
  readonly records: readonly SetRecord[]
}

interface Options {
  readonly partner: Partner
  /** Of all names. */
  readonly prefix: string
  /** Batches at a time. */
  readonly loops: number
  readonly pauseMs: number
  /** In place of each second of `Retry-After`. */
  readonly retryMs: number
}

export interface BatchWriter {
  readonly prefix: string
  readonly sets: readonly WrittenSet[]
  /** Descriptions of responses that no client can expect. */
  readonly faults: string[]
  readonly counts: Readonly<BatchCounts>
  /** Resolves when each begun batch is answered wholly, or given up. */
  end(): Promise<void>
}

interface BatchCounts {
  /** Batches that were answered wholly. */
  whole: number
  /** Batches that were not, although the service had accepted them and the client did not cut them. */
  interrupted: number
  /** Batches that the client cut. */
  cut: number
  /** Lines without an answer in interrupted batches. */
  underWay: number
  /** Lines with an answer in interrupted and cut batches. */
  answeredBefore: number
  /** Answers to lines that were written. */
  acknowledged: number
  /** Those of them to a line that changes or removes a record. */
  changes: number
}

/**
 * Creates, changes and removes artworks by batches, and repeats a batch until it is answered wholly. A record that an
 * acknowledged line wrote must still be there when its line is repeated, and unchanged.
 */
export function startBatchWriter(send: SendBatch, options: Options): BatchWriter {
  const { loops, prefix, pauseMs } = options
  const counts = {
    whole: 0,
    interrupted: 0,
    cut: 0,
    underWay: 0,
    answeredBefore: 0,
    acknowledged: 0,
    changes: 0,
  }
  const progress = { prefix, sets: [] as WrittenSet[], faults: [] as string[], counts }
  const ending = new AbortController()
  let begun = 0
  const fail = (error: unknown): false => {
    progress.faults.push(error instanceof Error ? error.message : String(error))
    return false
  }
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      begun += 1
      const set = newSet(`${prefix}${begun} `, begun % ATOMIC === 0)
      progress.sets.push(set)
      // The next state follows only when the last one is certain.
      for (let state = 0; state <= LAST_STATE && !ending.signal.aborted; state += 1) {
        const isWhole = await writeSet(send, options, set, state, progress).catch(fail)
        if (!isWhole) break
        await sleep(pauseMs)
      }
    }
  }
  const all = Promise.all(Array.from({ length: loops }, loop))
  return Object.assign(progress, {
    async end() {
      ending.abort()
      await all
    },
  })
}

function newSet(prefix: string, isAtomic: boolean): WrittenSet {
  const record = (_: unknown, at: number): SetRecord => ({
    name: `${prefix}${at}`,
    id: null,
    possible: [undefined],
  })
  return { isAtomic, records: Array.from({ length: LINES }, record) }
}

interface Progress {
  readonly faults: string[]
  readonly counts: BatchCounts
}

/** A batch that brings the records of a set into a state, and the answers to its lines so far. */
interface Writing {
  readonly records: readonly SetRecord[]
  readonly targets: readonly State[]
  /** The numbers of the lines. */
  readonly answered: Set<number>
}

/** Sends the batch that brings a set into a state until it is answered wholly. @returns false when it is given up. */
async function writeSet(
  send: SendBatch,
  { partner, retryMs }: Options,
  { records, isAtomic }: WrittenSet,
  state: number,
  { faults, counts }: Progress,
): Promise<boolean> {
  const targets = records.map((_, at) => (state === LAST_STATE && at % 2 === 1 ? undefined : state))
  const writing = { records, targets, answered: new Set<number>() }
  for (const [at, record] of records.entries()) record.possible = [...record.possible, targets[at]]
  const path = `${BATCH_KIND.path}batch/${isAtomic ? '?atomic=true' : ''}`
  const lines = records.map(({ name }, at) => lineOf(partner, name, targets[at]))
  const deadline = performance.now() + MAX_WAIT_MS
  while (performance.now() < deadline) {
    const isCut = !isAtomic && (counts.whole + counts.interrupted + counts.cut) % CUT === CUT - 1
    const reply = await send({ path, key: partner.key, lines, isCut })
    if (!isExpected(reply)) throw new Error(`A batch got ${reply.status}: ${reply.text}`)
    const received = reply.status === 200 ? responseLinesIn(reply.text) : []
    const results = received.filter((line) => line.kind === 'result')
    const end = received.find((line) => line.kind === 'summary')
    const before = writing.answered.size
    faults.push(...results.flatMap((result, at) => take(writing, result, at)))
    counts.acknowledged += results.length
    if (state > 0) counts.changes += results.length
    if (end?.status === 200) {
      faults.push(...wrongNumbers(writing, end, before))
      counts.whole += 1
      return true
    }
    if (reply.status === 200 || (reply.status === undefined && reply.wasSent)) {
      countInterrupted(counts, results.length, isCut)
      if ((counts.interrupted + counts.cut) % GIVEN_UP === 0) return false
    }
    await sleep(MIN_RETRY_MS + (reply.retryAfter ?? 1) * retryMs * (1 + Math.random()))
  }
  throw new Error(`A batch did not succeed in ${MAX_WAIT_MS} ms`)
}

function countInterrupted(counts: BatchCounts, answered: number, isCut: boolean): void {
  counts.answeredBefore += answered
  if (isCut) {
    counts.cut += 1
    return
  }
  counts.interrupted += 1
  counts.underWay += LINES - answered
}

function lineOf(partner: Partner, name: string, state: State): object {
  return state === undefined
    ? { external_id: name, gallery: partner.galleries[0], remove: true }
    : { external_id: name, artwork: BATCH_KIND.fields(partner, name, state) }
}

/** What is wrong with the summary. @param before the number of lines that an earlier try has written. */
function wrongNumbers({ answered }: Writing, summary: BatchSummary, before: number): string[] {
  const { created, changed, removed } = summary
  const written = created + changed + removed
  return [
    ...(answered.size === LINES ? [] : [`Only ${answered.size} lines of ${LINES} have a result`]),
    ...(written <= LINES - before
      ? []
      : [`${written} lines were written, although ${before} of ${LINES} already were`]),
  ]
}

/** No response at all, a batch that begins, or a rejection that says when to come again. */
function isExpected({ status, retryAfter }: BatchReply): boolean {
  return status === undefined || status === 200 || (status === 503 && retryAfter !== undefined)
}

/** Makes the state of a record certain. @returns what is wrong with the result of its line. */
function take(
  { records, targets, answered }: Writing,
  result: BatchResult,
  at: number,
): readonly string[] {
  const { line, external_id: externalId, status, id } = result
  const record = records[at]
  const isRemoval = targets[at] === undefined
  if (record === undefined || line !== at + 1 || externalId !== record.name) {
    return [`line ${at + 1} got ${JSON.stringify(result)}`]
  }
  // A lost record would be created again.
  const expected = isRemoval ? [204] : record.id === null ? [200, 201] : [200]
  const isSame = isRemoval || record.id === null || id === record.id
  if (!expected.includes(status) || !isSame) {
    return [`${record.name} with the id ${record.id} got ${JSON.stringify(result)}`]
  }
  record.possible = [targets[at]]
  record.id = id
  answered.add(line)
  return []
}
