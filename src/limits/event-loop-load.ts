import { performance } from 'node:perf_hooks'

interface EventLoopLoad {
  /** Whether the event loop has had nearly no pause lately: answering by itself is too much work. */
  isBusy(): boolean
  /**
   * To be asked for each request: whether the loop has just stood still, so that what is read now has
   * waited in its socket, and a few of those have been let in.
   */
  isLate(): boolean
  stop(): void
}

const SAMPLE_MS = 50

/** Of its time that the event loop may spend with work. */
const BUSY = 0.9

/** Whoever has waited for longer is told so rather than made to wait on. */
const LATE_MS = 500

/** More than that is a crowd; of fewer, a machine that was held up for a moment would refuse everyone. */
const FEW = 64

/** Watches the event loop of this process. */
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
    isBusy: () => utilization > BUSY,
    // What stood still may not have come to the next sample yet.
    isLate() {
      if (Math.max(delayMs, performance.now() - sampledAt - SAMPLE_MS) <= LATE_MS) return false
      late += 1
      return late > FEW
    },
    stop: () => clearInterval(timer),
  }
}
