import { spawnSync } from 'node:child_process'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { logDestination } from '../../src/http/log-destination.ts'

const TYPESCRIPT = new URL('../processes/register-typescript.js', import.meta.url).href

const MODULE = new URL('../../src/http/log-destination.ts', import.meta.url).href

function runProgram(program: string) {
  const args = ['--import', TYPESCRIPT, '--input-type=module', '--eval', program]
  return spawnSync(process.execPath, args, { maxBuffer: 2 ** 21, encoding: 'utf8' })
}

const LOSS = /^\{"level":40,"time":\d+,"msg":"Lines of the log were lost: /

/** A file on a disk with `room` bytes left, which accepts a few bytes per write. */
function fileWith(room: number) {
  const state = { room, text: '', code: 'ENOSPC' }
  const write = (bytes: Buffer): number => {
    if (state.room === 0) throw Object.assign(new Error('no space'), { code: state.code })
    const taken = Math.min(3, bytes.length, state.room)
    state.room -= taken
    state.text += bytes.toString('utf8', 0, taken)
    return taken
  }
  return { state, output: logDestination(write) }
}

describe('the log destination', () => {
  it('writes whole lines, in as many writes as needed', async () => {
    const { state, output } = fileWith(100)
    output.write('{"a":1}\n')
    output.write('{"b":2}\n')
    await nextTurn()
    expect(state.text).toBe('{"a":1}\n{"b":2}\n')
  })

  it('writes the lines of one turn of the event loop together', async () => {
    const written: string[] = []
    const output = logDestination((bytes) => written.push(bytes.toString()) && bytes.length)
    const before = process.listenerCount('exit')
    for (const line of ['1\n', '2\n']) output.write(line)
    expect(written).toEqual([])
    await nextTurn()
    output.write('3\n')
    await nextTurn()
    expect(written).toEqual(['1\n2\n', '3\n'])
    expect(process.listenerCount('exit')).toBe(before)
  })

  it('drops lines on a full disk without throwing, and continues on a new line afterwards', async () => {
    const { state, output } = fileWith(12)
    const before = process.listenerCount('exit')
    const log = async (...lines: string[]) => {
      for (const line of lines) output.write(line)
      await nextTurn()
    }
    await log('{"a":1}\n', '{"b":2}\n', '{"c":3}\n')
    expect(state.text).toBe('{"a":1}\n{"b"')
    await log('{"lost":1}\n')
    state.room = 200
    await log('{"d":4}\n', '{"e":5}\n')
    const lines = state.text.split('\n')
    expect(lines.splice(2, 1)[0]).toMatch(LOSS)
    expect(lines).toEqual(['{"a":1}', '{"b"', '{"d":4}', '{"e":5}', ''])
    expect(process.listenerCount('exit')).toBe(before)
  })

  it('keeps lines for a reader that is behind, and says where it has lost some', async () => {
    const { state, output } = fileWith(12)
    state.code = 'EAGAIN'
    output.write('{"a":1}\n')
    output.write('{"b":2}\n')
    output.write(`${'c'.repeat(2 ** 20)}\n`)
    output.write('{"lost":3}\n')
    await nextTurn()
    expect(state.text).toBe('{"a":1}\n{"b"')
    output.write('{"lost":4}\n')
    state.room = Infinity
    await expect.poll(() => state.text.includes('cc\n')).toBe(true)
    output.write('{"d":4}\n')
    await expect.poll(() => state.text.includes('"d"')).toBe(true)
    const lines = state.text.split('\n')
    expect(lines.splice(3, 1)[0]).toMatch(LOSS)
    expect(lines).toEqual(['{"a":1}', '{"b":2}', 'c'.repeat(2 ** 20), '{"d":4}', ''])
  })

  it.each([
    ['its disk was full', 'ENOSPC', ''],
    ['its reader is behind', 'EAGAIN', `${'x'.repeat(2 ** 20)}y\n`],
  ])('says at the end of the process that lines were lost, when %s', (_, code, kept) => {
    const program = `
      import { writeSync } from 'node:fs'
      import { logDestination } from '${MODULE}'
      let isFull = true
      const output = logDestination((bytes) => {
        if (isFull) throw Object.assign(new Error(), { code: '${code}' })
        return writeSync(1, bytes)
      })
      output.write('x'.repeat(2 ** 20) + 'y\\n')
      output.write('lost')
      setImmediate(() => setImmediate(() => {
        isFull = false
        process.exit()
      }))`
    const { stdout } = runProgram(program)
    expect(stdout.slice(0, kept.length) === kept).toBe(true)
    expect(stdout.slice(kept.length).trimStart()).toMatch(LOSS)
  })

  it.each([
    ['process.exit(3)', 3],
    ["throw new Error('Uncaught')", 1],
  ])('has written everything when the process ends by %s', (end, code) => {
    // Like a pipe, which is full after 64 KiB until its reader has had time.
    const program = `
      import { writeSync } from 'node:fs'
      import { logDestination } from '${MODULE}'
      let isFull = false
      const output = logDestination((bytes) => {
        isFull = !isFull
        if (!isFull) throw Object.assign(new Error(), { code: 'EAGAIN' })
        return writeSync(1, bytes.subarray(0, 2 ** 16))
      })
      for (const line of ['x'.repeat(2 ** 20 - 16), 'last']) output.write(line + '\\n')
      ${end}`
    const { stdout, status } = runProgram(program)
    expect([stdout.replace(/^x+/, ''), status]).toEqual(['\nlast\n', code])
  })
})
