import { runLoad, type Load } from './run-load.ts'
import { runWalk, type Walk } from './run-walk.ts'

/** A job of the load process. */
export type Job = { readonly load: Load } | { readonly walk: Walk }

/** A separate process, so that other work of the bench does not delay the load. */
process.on('message', (job: Job) => {
  void work(job).then((response) => process.send?.(response))
})
// It must not outlive the bench.
process.once('disconnect', () => process.exit())

async function work(job: Job): Promise<unknown> {
  try {
    return { done: 'load' in job ? await runLoad(job.load) : await runWalk(job.walk) }
  } catch (error) {
    return { failed: (error as Error).message }
  }
}
