import { call, forkBeside, stopChild } from '../forked.ts'
import type { Job, OpenLoadOfPaths } from './load-process.ts'
import type { OpenResult } from './open-loop.ts'
import type { Load, LoadResult } from './run-load.ts'
import type { Walk, WalkResult } from './run-walk.ts'

/** The process that generates load. It runs one job at a time. */
export interface LoadClient {
  load(load: Load): Promise<LoadResult>
  open(load: OpenLoadOfPaths): Promise<OpenResult>
  walk(walk: Walk): Promise<WalkResult>
  stop(): Promise<void>
}

/** @param signal ends the process and its job. */
export function startLoadClient(signal: AbortSignal): LoadClient {
  const child = forkBeside(import.meta.url, 'load-process')
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const run = async (job: Job): Promise<unknown> => {
    const reply = await call<{ done: unknown } | { failed: string }>(child, job).catch(
      (error: unknown) => {
        signal.throwIfAborted()
        throw error
      },
    )
    if ('failed' in reply) throw new Error(reply.failed)
    return reply.done
  }
  return {
    load: (load) => run({ load }) as Promise<LoadResult>,
    open: (open) => run({ open }) as Promise<OpenResult>,
    walk: (walk) => run({ walk }) as Promise<WalkResult>,
    stop: () => stopChild(child),
  }
}
