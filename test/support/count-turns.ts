import { onTestFinished } from 'vitest'

/** Counts the turns of the event loop until the test ends. */
export function countTurns(): () => number {
  let turn = 0
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const count = (): void => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  count()
  return () => turn
}
