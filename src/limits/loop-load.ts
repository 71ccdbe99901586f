import { performance } from 'node:perf_hooks'

export interface LoopLoad {
  /** Whether the event loop has had nearly no pause lately: answering by itself is too much work. */
  isBusy(): boolean
  /** Whether it has just stood still, so that what is read now has waited in its socket. */
  isLate(): boolean
  stop(): void
}

const SAMPLE_MS = 50

/** Of its time that the event loop may spend with work. */
const BUSY = 0.9

/** Whoever has waited for longer is told so rather than made to wait on. */
const LATE_MS = 500

/** Watches the event loop of this process. */
export function watchLoop(): LoopLoad {
  let sampledAt = performance.now()
  let elapsed = performance.eventLoopUtilization()
  let utilization = 0
  let delayMs = 0
  const sample = (): void => {
    const now = performance.now()
    delayMs = now - sampledAt - SAMPLE_MS
    sampledAt = now
    const total = performance.eventLoopUtilization()
    utilization = performance.eventLoopUtilization(total, elapsed).utilization
    elapsed = total
  }
  const timer = setInterval(sample, SAMPLE_MS).unref()
  return {
    isBusy: () => utilization > BUSY,
    // What stood still may not have come to the next sample yet.
    isLate: () => Math.max(delayMs, performance.now() - sampledAt - SAMPLE_MS) > LATE_MS,
    stop: () => clearInterval(timer),
  }
}
