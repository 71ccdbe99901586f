import { setTimeout as sleep } from 'node:timers/promises'
import { opened, runProcess } from '../../src/server/lifecycle.ts'

// The program of lifecycle.faults.ts: a process that starts, runs its TASK and closes. It prints a line for each step.

const say = (line: string): void => console.log(line)
const task = process.env['TASK'] ?? ''

await runProcess(async (onClose) => {
  onClose(async () => say('first closed'))
  onClose(async () => {
    if (task === 'hangs') {
      say('hanging')
      await new Promise(() => setInterval(() => {}, 1_000))
    }
    await sleep(50)
    say('second closed')
    if (task === 'cannot close') throw new Error('it cannot be closed')
  })
  say('started')
  if (task === 'fails') throw new Error('it cannot work', { cause: new Error('for a reason') })
  if (task === 'has a mistake') say((undefined as unknown as Error).message)
  if (task === 'fetches in vain') await fetch('http://127.0.0.1:1/')
  if (task === 'reads no URL') say(new URL('here').href)
  if (task === 'is done') return 'done'
  if (task === 'throws') setTimeout(() => JSON.parse('{'), 50)
  if (task === 'rejects') setTimeout(() => void Promise.reject(new Error('nobody waits')), 50)
  if (task === 'is slow to start') {
    await sleep(700)
    onClose(async () => say('late closed'))
    say('this is not reached')
  }
  if (task === 'is slow to open') {
    // Longer than a start may take after a signal.
    const opening = sleep(4_000).then(() => ({ close: async () => say('opened closed') }))
    await opened(opening, onClose)
  }
  setInterval(() => {}, 1_000)
  return 'running'
})
