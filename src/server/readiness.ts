import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationState } from './migration-gate.ts'

/** What has to be right before a list can be answered. */
interface ReadinessReport {
  readonly ready: boolean
  readonly service: 'starting' | 'listening' | 'closing'
  readonly schema: MigrationState
  /** Not looked at before the schema is there. */
  readonly database: 'answers' | 'does not answer' | 'unknown'
}

interface ReadinessSources {
  readonly schema: () => MigrationState
  /** Reads from the database the way lists do; undefined as long as nobody could be served. */
  readonly look: () => Promise<unknown> | undefined
}

/** Whoever asks sooner is told what was seen last. */
const SEEN_FOR_MS = 250
const LOOK_DEADLINE_MS = 1_000

/** Tells whether a list could be answered just now. */
export class Readiness {
  readonly #sources: ReadinessSources
  #isListening = false
  #isClosing = false
  #seen: { readonly at: number; readonly answers: Promise<boolean> } | undefined

  constructor(sources: ReadinessSources) {
    this.#sources = sources
  }

  noteListening(): void {
    this.#isListening = true
  }

  /** From now on it is not ready, whatever the database does. */
  noteClosing(): void {
    this.#isClosing = true
  }

  async report(): Promise<ReadinessReport> {
    const schema = this.#sources.schema()
    const canAnswer = schema === 'waiting' ? undefined : await this.#answers()
    // After the look: what has begun to close meanwhile is not ready any more.
    const service = this.#isClosing ? 'closing' : this.#isListening ? 'listening' : 'starting'
    return {
      ready: service === 'listening' && schema === 'current' && canAnswer === true,
      service,
      schema,
      database: canAnswer === undefined ? 'unknown' : canAnswer ? 'answers' : 'does not answer',
    }
  }

  async #answers(): Promise<boolean | undefined> {
    const now = performance.now()
    if (this.#seen !== undefined && now - this.#seen.at < SEEN_FOR_MS) return this.#seen.answers
    const look = this.#sources.look()
    if (look === undefined) return undefined
    const answers = isDoneInTime(look)
    this.#seen = { at: now, answers }
    return answers
  }
}

function isDoneInTime(look: Promise<unknown>): Promise<boolean> {
  const done = look.then(
    () => true,
    () => false,
  )
  return Promise.race([done, sleep(LOOK_DEADLINE_MS, false, { ref: false })])
}
