import { call, forkBeside, stopChild } from '../forked.ts'
import type { Job, Jobs, Reply } from './load-process.ts'

/** The process that generates load. It runs one job at a time. */
export interface LoadClient extends Jobs {
  stop(): Promise<void>
}

/** @param signal ends the process and its job. */
export function startLoadClient(signal: AbortSignal): LoadClient {
  const child = forkBeside(import.meta.url, 'load-process')
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const run = async (...job: Job): Promise<unknown> => {
    const reply = await call<Reply>(child, job).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    if ('failed' in reply) throw new Error(reply.failed)
    return reply.done
  }
  return {
    load: (load) => run('load', load) as ReturnType<Jobs['load']>,
    open: (load) => run('open', load) as ReturnType<Jobs['open']>,
    walk: (walk) => run('walk', walk) as ReturnType<Jobs['walk']>,
    stop: () => stopChild(child),
  }
}
