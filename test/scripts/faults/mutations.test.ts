import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../../src/config.ts'
import { MUTATIONS } from '../../../scripts/faults/mutations/mutations.ts'
import { readText } from '../../support/repository.ts'

// Whether the tests notice takes minutes to find out: `npm run test:faults -- --only mutations`.
describe('the list of defences', () => {
  it('names places that are there once, each changed', () => {
    expect(MUTATIONS.length).toBeGreaterThan(20)
    const wrong = MUTATIONS.filter(
      ({ file, before, after }) =>
        before === after ||
        !existsSync(path.join(projectRoot(), file)) ||
        times(file, before) !== 1,
    )
    expect(wrong.map(({ file, before }) => `${file}: ${before}`)).toEqual([])
  })

  it('names tests that are there', () => {
    const wrong = MUTATIONS.filter(({ test }) => !existsSync(path.join(projectRoot(), test)))
    expect(wrong.map(({ test }) => test)).toEqual([])
  })
})

function times(file: string, text: string): number {
  return readText(file).split(text).length - 1
}
