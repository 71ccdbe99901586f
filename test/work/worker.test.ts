import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../../src/database/pool.ts'
import { cleanUp } from '../../src/work/clean-up.ts'
import { startWorker, type Task, type Worker } from '../../src/work/worker.ts'
import { connectionTo, useDatabase } from '../support/database.ts'
import { finish } from '../support/finish.ts'

const test = useDatabase()
let worker: Worker | undefined
afterEach(() => worker?.stop())

/** A multiple of the duration of any step that is longer than this test. A timer can wait for that of two seconds. */
const FOREVER = 1e6

const errors: string[] = []
let reads = 0

function start(...tasks: readonly Omit<Task, 'everyMs'>[]): Worker {
  return startAfter(undefined, tasks)
}

function startAfter(
  begin: Promise<unknown> | undefined,
  tasks: readonly Omit<Task, 'everyMs'>[],
): Worker {
  errors.length = 0
  worker = startWorker({
    db: test.db,
    tasks: tasks.map((task) => ({ ...task, everyMs: 1 })),
    readCount: () => reads,
    onError: (error, task) => errors.push(`${task}: ${String(error)}`),
    begin,
  })
  return worker
}

const gate = () => Promise.withResolvers<void>()

describe('the worker', () => {
  it('repeats each task while it is due, and counts its runs', async () => {
    let left = 3
    const { counts } = start(
      {
        name: 'due',
        isDue: () => left > 0,
        run: async function* () {
          left -= 1
          yield
        },
      },
      {
        name: 'idle',
        isDue: () => false,
        run: async function* () {
          yield
        },
      },
    )
    await expect.poll(() => counts[0]?.done).toBe(3)
    expect(counts).toEqual([
      { task: 'due', done: 3, failed: 0 },
      { task: 'idle', done: 0, failed: 0 },
    ])
  })

  it('waits for its beginning, or stops before it', async () => {
    const { promise: begin, resolve } = gate()
    const task = {
      name: 'early',
      run: async function* () {
        yield
      },
    }
    const { counts, stop } = startAfter(begin, [task])
    await sleep(50)
    expect(counts).toEqual([{ task: 'early', done: 0, failed: 0 }])
    await stop()
    const again = startAfter(begin, [task])
    resolve()
    await expect.poll(() => again.counts[0]?.done).toBeGreaterThan(0)
  })

  it('reports each distinct error in a row once, and repeats the task', async () => {
    const outcomes = ['a', 'a', 'b', 'b', undefined, 'b']
    let runs = 0
    const { counts } = start({
      name: 'failing',
      isDue: () => runs < outcomes.length,
      run: async function* () {
        const message = outcomes[runs]
        runs += 1
        yield
        if (message !== undefined) throw new Error(message)
      },
    })
    await expect.poll(() => counts[0]?.failed).toBe(5)
    expect(errors).toEqual(['a', 'b', 'b'].map((message) => `failing: Error: ${message}`))
    expect(counts[0]?.done).toBe(1)
  })

  it('repeats a task that fails later and later, and soon again after a run without an error', async () => {
    const isFailure = Array.from({ length: 128 }, (_, run) => run < 8 || run % 4 > 0)
    let runs = 0
    const began = performance.now()
    let failedFor = 0
    start({
      name: 'failing',
      isDue: () => runs < isFailure.length,
      run: async function* () {
        const fails = isFailure[runs] === true
        runs += 1
        if (runs === 8) failedFor = performance.now() - began
        yield
        if (fails) throw new Error('down')
      },
    })
    // Without the reset, each of the last runs waits for ten seconds.
    await expect.poll(() => runs).toBe(isFailure.length)
    // At least half of 2, 4, ... 128 ms.
    expect(failedFor).toBeGreaterThan(120)
  })

  it('does one step at a time, and those of other tasks while a task pauses for clients', async () => {
    const steps: string[] = []
    let under = 0
    const task = (name: string, readsInStep: number): Omit<Task, 'everyMs'> => ({
      name,
      pauseRatio: FOREVER,
      run: async function* () {
        for (let step = 0; step < 2; step += 1) {
          under += 1
          await new Promise(setImmediate)
          steps.push(`${name} ${under}`)
          under -= 1
          reads += readsInStep
          yield
        }
      },
    })
    start(task('paused', 1))
    await expect.poll(() => steps.length).toBe(1)
    await worker?.stop()
    expect(steps).toEqual(['paused 1'])
    steps.length = 0
    start(task('first', 0), task('second', 0))
    await expect.poll(() => steps.length).toBeGreaterThanOrEqual(6)
    await worker?.stop()
    expect(new Set(steps)).toEqual(new Set(['first 1', 'second 1']))
  })

  it('stops after the step that is under way', async () => {
    const [began, may] = [gate(), gate()]
    let steps = 0
    const { stop } = start({
      name: 'long',
      run: async function* () {
        for (;;) {
          steps += 1
          began.resolve()
          await may.promise
          yield
        }
      },
    })
    await began.promise
    const stopped = stop()
    may.resolve()
    await stopped
    expect(steps).toBe(1)
  })
})

describe('a clean-up', () => {
  it('deletes batch after batch, in one process at a time', async () => {
    const [began, may] = [gate(), gate()]
    const other = connect({ ...connectionTo(test.url), poolSize: 1 })
    const batches: string[] = []
    const run = async (db = test.db, process: string, ...more: readonly boolean[]) => {
      const left = [...more]
      const task = cleanUp('test', async () => {
        batches.push(process)
        began.resolve()
        await may.promise
        return left.shift() ?? false
      })
      await finish(task.run(db, new AbortController().signal))
    }
    const first = run(test.db, 'first', true, true)
    await began.promise
    await run(other, 'second')
    expect(batches).toEqual(['first'])
    may.resolve()
    await first
    await run(other, 'second')
    expect(batches).toEqual(['first', 'first', 'first', 'second'])
    await other.destroy()
  })
})
