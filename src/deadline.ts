import { databaseUnavailable } from './problem.ts'

/** What is done before a deadline, told by the function whether it has passed. */
type Work<Result> = (isOver: () => boolean) => Promise<Result>

class DeadlinePassed extends Error {
  constructor(ms: number) {
    super(`There was no answer within ${ms} ms`)
    this.name = 'DeadlinePassed'
  }
}

/**
 * What `work` comes to, if it does so in time. What is too late goes on, and nobody hears of it: it is
 * ended by the limits of its statements.
 * @throws {Problem} `service_unavailable` after `ms` milliseconds.
 */
export function beforeDeadline<Result>(ms: number, work: Work<Result>): Promise<Result> {
  let isOver = false
  const working = work(() => isOver)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      isOver = true
      reject(databaseUnavailable(new DeadlinePassed(ms)))
    }, ms)
    void working.then(resolve, reject).finally(() => {
      clearTimeout(timer)
    })
  })
}
