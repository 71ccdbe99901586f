import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../scripts/mock/mock-arguments.ts'

describe('the arguments of the mock', () => {
  it.each([
    [[], { host: '127.0.0.1', port: undefined }],
    [['--port', '4010'], { host: '127.0.0.1', port: 4010 }],
    [['--host', '0.0.0.0', '--port=65535'], { host: '0.0.0.0', port: 65_535 }],
  ])('%j', (args, options) => {
    expect(readArguments(args)).toEqual(options)
  })

  it.each([['0'], ['65536'], ['4e3'], [' 1'], ['']])('are refused with the port "%s"', (port) => {
    expect(() => readArguments([`--port=${port}`])).toThrow(
      `--port is "${port}" but must be a whole number from 1 to 65535.`,
    )
  })

  it.each([['--ports=1'], ['4010'], ['--port']])('are refused with %s', (arg) => {
    expect(() => readArguments([arg])).toThrow()
  })
})
