import type { Batch } from './batch.ts'

export interface BatchTimeouts {
  /** It is sent behind those that have begun. */
  begin(batch: Batch): void
  /** The oldest has its answers, or will have none. */
  end(): void
}

/**
 * Watches over batches that are sent one behind the other, by one timer for all. With one for each, as
 * `pg` has it, whatever a round had read was kept until the next full collection (decisions.md).
 * @param longestMs that a batch may take; undefined for any time.
 * @param onSilence told of a batch whose end the server has not told in time.
 */
export function watchBatchTimeouts(
  longestMs: number | undefined,
  onSilence: (batch: Batch) => void,
): BatchTimeouts {
  const begun: { readonly batch: Batch; readonly until: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    timer = undefined
    const [oldest] = begun
    if (oldest === undefined) return
    if (oldest.until > performance.now()) lookAgain(oldest.until)
    else onSilence(oldest.batch)
  }
  const lookAgain = (at: number): void => {
    timer ??= setTimeout(look, at - performance.now()).unref()
  }
  return {
    begin(batch) {
      if (longestMs === undefined) return
      const until = performance.now() + longestMs
      begun.push({ batch, until })
      lookAgain(until)
    },
    end() {
      begun.shift()
    },
  }
}
