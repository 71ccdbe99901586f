import { performance } from 'node:perf_hooks'

interface EventLoopLoad {
  /** Whether the event loop was nearly always busy lately: the process itself is the bottleneck. */
  isBusy(): boolean
  /**
   * Must be called once for each request. True after the event loop was blocked, for all requests but the
   * first `LATE_ALLOWANCE` ones.
   */
  isLate(): boolean
  stop(): void
}

const SAMPLE_MS = 50

const MAX_UTILIZATION = 0.9

const MAX_DELAY_MS = 500

/** Requests that are accepted after a delay. Otherwise, the service would reject all clients after a short pause. */
const LATE_ALLOWANCE = 64

/** Samples utilization and delay of this process's event loop. */
export function watchEventLoop(): EventLoopLoad {
  let sampledAt = performance.now()
  let elapsed = performance.eventLoopUtilization()
  let utilization = 0
  let delayMs = 0
  let late = 0
  const sample = (): void => {
    const now = performance.now()
    delayMs = now - sampledAt - SAMPLE_MS
    sampledAt = now
    late = 0
    const total = performance.eventLoopUtilization()
    utilization = performance.eventLoopUtilization(total, elapsed).utilization
    elapsed = total
  }
  const timer = setInterval(sample, SAMPLE_MS).unref()
  return {
    isBusy: () => utilization > MAX_UTILIZATION,
    // While the loop is blocked, the next sample is late as well.
    isLate() {
      if (Math.max(delayMs, performance.now() - sampledAt - SAMPLE_MS) <= MAX_DELAY_MS) return false
      late += 1
      return late > LATE_ALLOWANCE
    },
    stop: () => clearInterval(timer),
  }
}
