import { setTimeout as sleep } from 'node:timers/promises'
import type { SchemaState } from '../operation-executor.ts'

interface ReadinessReport {
  readonly ready: boolean
  readonly service: 'starting' | 'listening' | 'closing'
  readonly schema: SchemaState
  /** `unknown` until the schema is migrated. */
  readonly database: 'responds' | 'does not respond' | 'unknown'
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

/** Whether the service can respond to a request for a list now. */
export class Readiness {
  readonly #sources: ReadinessSources
  #isListening = false
  #isClosing = false
  #lastProbe: { readonly at: number; readonly isHealthy: Promise<boolean> } | undefined

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
    const schema = this.#sources.schema()
    const isHealthy = schema === 'waiting' ? undefined : await this.#isHealthy()
    const warnings = isHealthy === true ? await this.#sources.warnings() : []
    // After the probe: a service that began to close meanwhile is not ready.
    const service = this.#isClosing ? 'closing' : this.#isListening ? 'listening' : 'starting'
    return {
      ready: service === 'listening' && schema === 'current' && isHealthy === true,
      service,
      schema,
      database: isHealthy === undefined ? 'unknown' : isHealthy ? 'responds' : 'does not respond',
      warnings,
    }
  }

  async #isHealthy(): Promise<boolean | undefined> {
    const now = performance.now()
    const last = this.#lastProbe
    if (last !== undefined && now - last.at < PROBE_TTL_MS) return last.isHealthy
    const probe = this.#sources.probe()
    if (probe === undefined) return undefined
    const succeeded = probe.then(
      () => true,
      () => false,
    )
    const isHealthy = Promise.race([succeeded, sleep(PROBE_DEADLINE_MS, false, { ref: false })])
    this.#lastProbe = { at: now, isHealthy }
    return isHealthy
  }
}
