import { spawnSync } from 'node:child_process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { logDestination } from '../../src/http/logging.ts'

const TYPESCRIPT = new URL('../read-model/register-typescript.js', import.meta.url).href

/** A place with so much room left, which takes a few bytes at a time. */
function place(room: number) {
  const state = { room, text: '' }
  const write = (_: number, bytes: Buffer): number => {
    if (state.room === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const taken = Math.min(3, bytes.length, state.room)
    state.room -= taken
    state.text += bytes.toString('utf8', 0, taken)
    return taken
  }
  return { state, output: logDestination(write) }
}

describe('the output of the log', () => {
  it('writes lines whole, in as many pieces as it takes', async () => {
    const { state, output } = place(100)
    output.write('{"a":1}\n')
    output.write('{"b":2}\n')
    await nextTurn()
    expect(state.text).toBe('{"a":1}\n{"b":2}\n')
  })

  it('writes what comes in one turn of the event loop at once', async () => {
    const written: string[] = []
    const output = logDestination((_, bytes) => written.push(bytes.toString()) && bytes.length)
    const before = process.listenerCount('exit')
    for (const line of ['1\n', '2\n']) output.write(line)
    expect(written).toEqual([])
    await nextTurn()
    output.write('3\n')
    await nextTurn()
    expect(written).toEqual(['1\n2\n', '3\n'])
    expect(process.listenerCount('exit')).toBe(before)
  })

  it('loses what there is no room for, throws nothing, and begins on a line of its own after', async () => {
    const { state, output } = place(12)
    const tell = async (...lines: string[]) => {
      for (const line of lines) output.write(line)
      await nextTurn()
    }
    await tell('{"a":1}\n', '{"b":2}\n', '{"c":3}\n')
    expect(state.text).toBe('{"a":1}\n{"b"')
    state.room = 100
    await tell('{"d":4}\n', '{"e":5}\n')
    expect(state.text).toBe('{"a":1}\n{"b"\n{"d":4}\n{"e":5}\n')
  })

  it.each([
    ['process.exit(3)', 3],
    ["throw new Error('Nobody catches this')", 1],
  ])('has written all when the process ends by %s', (end, code) => {
    const module = new URL('../../src/http/logging.ts', import.meta.url).href
    const program = `import { logDestination } from '${module}'\nlogDestination().write('last\\n')\n${end}`
    const { stdout, status } = spawnSync(process.execPath, [
      '--import',
      TYPESCRIPT,
      '--input-type=module',
      '--eval',
      program,
    ])
    expect([String(stdout), status]).toEqual(['last\n', code])
  })
})
