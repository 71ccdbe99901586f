/** How far a server has come in the write-ahead log, in bytes. */
export type Lsn = bigint

interface Sighting {
  /** In milliseconds, of performance.now(), before the primary was asked. */
  readonly at: number
  readonly position: Lsn
}

/**
 * Where the primary has been lately: what a replica has to have replayed so as not to lag too far. Its
 * own clock and what it has received do not tell: a replica that is cut off has received all that it
 * knows of.
 */
export class LsnHistory {
  readonly #maxLagMs: number
  #sightings: readonly Sighting[] = []

  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs
  }

  record(at: number, position: Lsn): void {
    this.#sightings = [...this.#recent(at), { at, position }]
  }

  /**
   * The least that will do now: where the primary was no longer ago than the lag that is allowed. When
   * it has not been seen for that long, where it was last; undefined as long as it has never been seen.
   */
  required(now: number): Lsn | undefined {
    return (this.#recent(now)[0] ?? this.#sightings.at(-1))?.position
  }

  #recent(now: number): readonly Sighting[] {
    return this.#sightings.filter(({ at }) => now - at <= this.#maxLagMs)
  }
}
