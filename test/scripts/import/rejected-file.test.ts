import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { RejectedFile } from '../../../scripts/import/rejected-file.ts'
import { useFiles } from './support/files.ts'

const files = useFiles()

it('has one line a row, no formula of a spreadsheet, and is for its owner alone', () => {
  const folder = path.dirname(files.write(''))
  const file = new RejectedFile(path.join(folder, 'rejected/rows.tsv'))
  file.append({ line: 2, externalId: "=cmd|' /C calc'!A0", reason: '+1: It is unknown.' })
  file.append({ line: 3, externalId: '\t=1\n2', reason: 'x\ty' })
  file.append({ line: 4, externalId: undefined, reason: 'It is not JSON.' })
  expect(readFileSync(file.path, 'utf8').split('\n')).toEqual([
    'line\tid\treason',
    "2\t'=cmd|' /C calc'!A0\t'+1: It is unknown.",
    "3\t' =1 2\tx y",
    '4\t\tIt is not JSON.',
    '',
  ])
  expect(statSync(file.path).mode & 0o777).toBe(0o600)
})

it('that cannot be written says which option names another one', () => {
  const appendTo = (file: RejectedFile) => () => {
    file.append({ line: 2, externalId: undefined, reason: 'It is unknown.' })
  }
  const says = /rows.tsv for it cannot be written: E\w+: .*by --rejected FILE/
  for (const folder of [files.write(''), '/proc/imports/rejected']) {
    expect(appendTo(new RejectedFile(path.join(folder, 'rows.tsv')))).toThrow(says)
  }
  const later = new RejectedFile(`${files.write('')}-rows.tsv`)
  appendTo(later)()
  rmSync(later.path)
  mkdirSync(later.path)
  expect(appendTo(later)).toThrow(says)
})
