import { runOpenLoad, type OpenLoad } from './open-loop.ts'
import { runLoad, type Load } from './run-load.ts'
import { runWalk, type Walk } from './run-walk.ts'

/** A job of the load process. */
export type Job =
  | { readonly load: Load }
  | { readonly open: OpenLoadOfPaths }
  | { readonly walk: Walk }

/** Functions cannot be sent to a process. */
export interface OpenLoadOfPaths extends Omit<OpenLoad, 'path'> {
  /** Requested in a loop. */
  readonly paths: readonly string[]
}

/** A separate process, so that other work of the bench does not delay the load. */
process.on('message', (job: Job) => {
  void work(job).then((response) => process.send?.(response))
})
// It must not outlive the bench.
process.once('disconnect', () => process.exit())

async function work(job: Job): Promise<unknown> {
  try {
    return { done: await run(job) }
  } catch (error) {
    return { failed: (error as Error).message }
  }
}

function run(job: Job): Promise<unknown> {
  if ('load' in job) return runLoad(job.load)
  if ('walk' in job) return runWalk(job.walk)
  const { paths, ...load } = job.open
  return runOpenLoad({ ...load, path: (n) => paths[n % paths.length] ?? '' })
}
