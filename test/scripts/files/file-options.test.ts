import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextCommand } from '../../../scripts/files/file-options.ts'

/** The words that a POSIX shell makes of a command line. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

it('the next command that an import suggests has its arguments, whatever they hold', () => {
  const word = fc.string({ unit: fc.constantFrom(...Array.from('ab1-$`"\'\\ \n*&|;()~#=ö')) })
  fc.assert(
    fc.property(fc.array(word, { minLength: 50 }), (args) => {
      expect(wordsOf(nextCommand(args, []))).toEqual(['npm', 'run', 'import', '--', ...args])
    }),
    { numRuns: 5 },
  )
})
