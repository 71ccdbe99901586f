import { describe, expect, it } from 'vitest'
import { logOutput } from '../../src/http/log-output.ts'

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
  return { state, output: logOutput(write) }
}

describe('the output of the log', () => {
  it('writes lines whole, in as many pieces as it takes', () => {
    const { state, output } = place(100)
    output.write('{"a":1}\n')
    output.write('{"b":2}\n')
    expect(state.text).toBe('{"a":1}\n{"b":2}\n')
  })

  it('loses what there is no room for, throws nothing, and begins on a line of its own after', () => {
    const { state, output } = place(12)
    for (const line of ['{"a":1}\n', '{"b":2}\n', '{"c":3}\n']) output.write(line)
    expect(state.text).toBe('{"a":1}\n{"b"')
    state.room = 100
    output.write('{"d":4}\n')
    output.write('{"e":5}\n')
    expect(state.text).toBe('{"a":1}\n{"b"\n{"d":4}\n{"e":5}\n')
  })
})
