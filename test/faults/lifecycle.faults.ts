import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { run, type Program } from '../server/service-process.ts'

const CLOSED = 'second closed\nfirst closed\n'

const start = (task: string): Program => run('test/server/lifecycle-program.ts', { TASK: task })

async function startAndSignal(task: string): Promise<Program> {
  const program = start(task)
  await expect.poll(() => program.output().stdout).toBe('started\n')
  program.signal('SIGTERM')
  return program
}

describe.concurrent('runProcess', () => {
  it('closes everything in reverse order after the work, and ends with 0', async () => {
    const program = start('is done')
    expect((await program.ended).by).toBe(0)
    expect(program.output()).toEqual({ stdout: `started\n${CLOSED}`, stderr: '' })
  })

  it.each(['SIGINT', 'SIGHUP'] as const)('ends with 0 on %s', async (signal) => {
    const program = start('')
    await expect.poll(() => program.output().stdout).toBe('started\n')
    program.signal(signal)
    expect((await program.ended).by).toBe(0)
    expect(program.output()).toEqual({ stdout: `started\n${CLOSED}`, stderr: '' })
  })

  it('reports the failure and its cause, closes, and ends with 1', async () => {
    const program = start('fails')
    expect((await program.ended).by).toBe(1)
    expect(program.output()).toEqual({
      stdout: `started\n${CLOSED}`,
      stderr: 'it cannot work\n  for a reason\n',
    })
  })

  it('reports a mistake of the program with its stack', async () => {
    const program = start('has a mistake')
    expect((await program.ended).by).toBe(1)
    expect(program.output().stderr).toMatch(
      /^TypeError: .*'message'.*\n +at .*lifecycle-program\.ts/,
    )
  })

  it.each([
    ['fetches in vain', 'fetch failed\n  bad port\n'],
    ['reads no URL', 'Invalid URL\n'],
  ])('reports what an input causes without a stack: it %s', async (task, text) => {
    const program = start(task)
    expect((await program.ended).by).toBe(1)
    expect(program.output().stderr).toBe(text)
  })

  it('closes the others when one fails to close', async () => {
    const program = await startAndSignal('cannot close')
    expect((await program.ended).by).toBe(0)
    expect(program.output()).toEqual({
      stdout: `started\n${CLOSED}`,
      stderr: 'it cannot be closed\n',
    })
  })

  it.each([
    ['throws', /JSON/],
    ['rejects', /nobody waits/],
  ])('F20 closes and ends with 1 after an uncaught error: %s', async (task, message) => {
    const program = start(task)
    expect((await program.ended).by).toBe(1)
    expect(program.output().stdout).toBe(`started\n${CLOSED}`)
    expect(program.output().stderr).toMatch(/^Uncaught error: /)
    expect(program.output().stderr).toMatch(message)
    expect(program.output().stderr).toContain('lifecycle-program.ts')
  })

  it('F18 closes a resource that was still starting at the signal', async () => {
    const program = await startAndSignal('is slow to start')
    expect((await program.ended).by).toBe(0)
    expect(program.output().stdout).toBe(`started\n${CLOSED}late closed\n`)
  })

  it('F18 waits for what was opening at the signal, and closes it first', async () => {
    const program = await startAndSignal('is slow to open')
    expect((await program.ended).by).toBe(0)
    expect(program.output().stdout).toBe(`started\nopened closed\n${CLOSED}`)
  })

  it('F18 ends with 1 when a resource does not close, and says so', async () => {
    const program = await startAndSignal('hangs')
    expect((await program.ended).by).toBe(1)
    expect(program.output().stderr).toMatch(/^Ended by SIGTERM, but not all was closed/)
  })

  it('F18 ends at once with 1 on a second signal, but not on a duplicate one', async ({
    expect: expectHere,
  }) => {
    const program = await startAndSignal('hangs')
    program.signal('SIGTERM')
    // Once it has handled the first one, which a busy machine does later.
    await expectHere.poll(() => program.output().stdout).toContain('hanging')
    await sleep(1_100)
    expect(program.process.exitCode).toBeNull()
    const signalled = performance.now()
    program.signal('SIGTERM')
    const { by, at } = await program.ended
    expect(by).toBe(1)
    // Without the second signal it would end with 1 nine seconds later.
    expect(at - signalled).toBeLessThan(4_000)
  })
})
