import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseRefusal, isSchemaMismatch } from '../database/errors.ts'
import type { SchemaState } from '../operation-executor.ts'

interface ReadinessReport {
  readonly ready: boolean
  readonly service: 'starting' | 'listening' | 'closing'
  /** `incomplete` when a list cannot be read, because a table, column or function is missing. */
  readonly schema: SchemaState | 'incomplete'
  /** `unknown` until the schema is migrated. */
  readonly database: 'responds' | 'refuses' | 'does not respond' | 'unknown'
  /** Records and rates that partners need and the database lacks, each with its remedy (setup-check.ts). */
  readonly warnings: readonly string[]
}

interface ReadinessSources {
  readonly schema: () => SchemaState
  /** Reads from the database as a request for a list does; undefined before the service is built. */
  readonly probe: () => Promise<unknown> | undefined
  /** Never throws. */
  readonly warnings: () => Promise<readonly string[]>
}

/** The result of a probe is cached for this long. */
const PROBE_TTL_MS = 250
const PROBE_DEADLINE_MS = 1_000

type ProbeResult = 'healthy' | 'incomplete' | 'refused' | 'failed'

const DATABASE = {
  healthy: 'responds',
  incomplete: 'responds',
  refused: 'refuses',
  failed: 'does not respond',
} as const

function resultOf(error: unknown): ProbeResult {
  if (isSchemaMismatch(error)) return 'incomplete'
  return isDatabaseRefusal(error) ? 'refused' : 'failed'
}

/** Whether the service can respond to a request for a list now. */
export class Readiness {
  readonly #sources: ReadinessSources
  #isListening = false
  #isClosing = false
  #lastProbe: { readonly at: number; readonly result: Promise<ProbeResult> } | undefined

  constructor(sources: ReadinessSources) {
    this.#sources = sources
  }

  markListening(): void {
    this.#isListening = true
  }

  /** From now on the service is not ready, even if the database is healthy. */
  markClosing(): void {
    this.#isClosing = true
  }

  async report(): Promise<ReadinessReport> {
    const state = this.#sources.schema()
    const result = state === 'waiting' ? undefined : await this.#probe()
    const isHealthy = result === 'healthy'
    const warnings = isHealthy ? await this.#sources.warnings() : []
    // After the probe: a service that began to close meanwhile is not ready.
    const service = this.#isClosing ? 'closing' : this.#isListening ? 'listening' : 'starting'
    return {
      ready: service === 'listening' && state === 'current' && isHealthy,
      service,
      schema: state === 'current' && result === 'incomplete' ? 'incomplete' : state,
      database: result === undefined ? 'unknown' : DATABASE[result],
      warnings,
    }
  }

  async #probe(): Promise<ProbeResult | undefined> {
    const now = performance.now()
    const last = this.#lastProbe
    if (last !== undefined && now - last.at < PROBE_TTL_MS) return last.result
    const probe = this.#sources.probe()
    if (probe === undefined) return undefined
    const ended = probe.then(() => 'healthy' as const, resultOf)
    const late = sleep(PROBE_DEADLINE_MS, 'failed' as const, { ref: false })
    const result = Promise.race([ended, late])
    this.#lastProbe = { at: now, result }
    return result
  }
}
