import { runLoad, type Load } from './run-load.ts'
import { runWalk, type Walk } from './run-walk.ts'

/** A job of the process that puts the service under load. */
export type Job = { readonly load: Load } | { readonly walk: Walk }

/** A process of its own, so that nothing else of the bench costs the load time. */
process.on('message', (job: Job) => {
  void work(job).then((answer) => process.send?.(answer))
})
// It never outlives the bench.
process.once('disconnect', () => process.exit())

async function work(job: Job): Promise<unknown> {
  try {
    return { done: 'load' in job ? await runLoad(job.load) : await runWalk(job.walk) }
  } catch (error) {
    return { failed: (error as Error).message }
  }
}
