import { runOpenLoad } from './open-loop.ts'
import { runLoad } from './run-load.ts'
import { runWalk } from './run-walk.ts'

const JOBS = { load: runLoad, open: runOpenLoad, walk: runWalk } as const

export type Jobs = typeof JOBS
export type Job = readonly [name: keyof Jobs, given: unknown]
export type Reply = { readonly done: unknown } | { readonly failed: string }

/** A separate process, so that other work of the bench does not delay the load. */
process.on('message', ([name, given]: Job) => {
  const job = JOBS[name] as (given: unknown) => Promise<unknown>
  void job(given)
    .then(
      (done): Reply => ({ done }),
      (error: unknown): Reply => ({ failed: (error as Error).message }),
    )
    .then((reply) => process.send?.(reply))
})
// It must not outlive the bench.
process.once('disconnect', () => process.exit())
