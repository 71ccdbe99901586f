import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/repository.ts'
import { NOT_APPLICABLE, ROWS } from './catalogue/rows.ts'
import { numbersIn, untestedRows } from './catalogue/untested-rows.ts'

describe('the rows of the catalogue', () => {
  it('are 101, each once', () => {
    expect(Object.keys(ROWS)).toHaveLength(20 + 14 + 25 + 13 + 29)
    expect(Object.keys(ROWS)).toEqual(expect.arrayContaining(Object.keys(NOT_APPLICABLE)))
  })

  it('are found only at the beginning of test titles', () => {
    const text =
      "it('A1 one', f); it('A2, A3 and B1 two', f); it('B2 B3 three', f); it('not C1', f)"
    expect(numbersIn(text)).toEqual(['A1', 'A2', 'A3', 'B1', 'B2', 'B3'])
  })

  it('each have a test', async () => {
    expect(await untestedRows(path.join(root, 'test'))).toEqual([])
  })

  it('are reported without a test', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-rows-'))
    try {
      const numbers = Object.keys(ROWS).filter((row) => row !== 'D4')
      const names = numbers.map((row) => `it('${row} holds', () => {})`)
      await writeFile(path.join(folder, 'some.test.ts'), names.join('\n'))
      expect(await untestedRows(folder)).toEqual([`D4 ${ROWS['D4']}`])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
