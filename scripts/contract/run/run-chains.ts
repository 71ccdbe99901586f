import type { Case, Chain } from './case.ts'
import { Skipped, type Failure, type Outcome } from './outcome.ts'
import type { Session } from './session.ts'
import { newTrial } from './trial.ts'

/**
 * Runs all cases, so many chains at a time.
 * @param signal stops before the next case.
 * @returns the outcomes in the order of the cases.
 */
export async function runChains(
  session: Session,
  chains: readonly Chain[],
  onDone: () => void,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes = chains.map((): Outcome[] => [])
  const waiting = chains.entries()
  const worker = async (): Promise<void> => {
    for (const [index, chain] of waiting) {
      for (const one of chain) {
        if (signal.aborted) return
        outcomes[index]?.push(await runCase(session, one))
        onDone()
      }
    }
  }
  await Promise.all(Array.from({ length: session.options.concurrency }, worker))
  return outcomes.flat()
}

async function runCase(session: Session, { group, name, run }: Case): Promise<Outcome> {
  const began = performance.now()
  const { trial, failures } = newTrial(session)
  const outcome = (state: Outcome['state'], reason = ''): Outcome => {
    const seconds = (performance.now() - began) / 1_000
    return { group, name, state, failures, reason, seconds }
  }
  try {
    await run(trial)
  } catch (error) {
    if (!(error instanceof Skipped)) failures.push(broken(error))
    else if (failures.length === 0) return outcome('skipped', error.message)
  }
  return outcome(failures.length === 0 ? 'passed' : 'failed')
}

/** No answer at all, or one that the case could not make anything of. */
function broken(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { message, place: '', answer: undefined, sentBody: undefined }
}
