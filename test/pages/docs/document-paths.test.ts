import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DERIVED_FIELDS } from '../../../generated/operations.ts'
import { paths } from '../../contract/document.ts'
import { filesBelow, readText } from '../../support/repository.ts'

const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  'src/json-sql/README.md',
  ...filesBelow('src/docs', '.md'),
]

/** Relative paths are those of the repository, of src/, or of the document's folder. */
const isThere = (document: string, name: string): boolean =>
  ['', 'src', path.dirname(document)].some((folder) => existsSync(path.join(folder, name)))

describe('documents', () => {
  it.each(DOCUMENTS)('%s names files that exist', (document) => {
    const named = [
      ...readText(document).matchAll(
        /`((?!\.)[\w.-]+(?:\/[\w.-]+)+\.(?:ts|tsx|sql|md|js|json|yaml))`/g,
      ),
    ]
    const missing = named.map(([, name = '']) => name).filter((name) => !isThere(document, name))
    expect(missing).toEqual([])
  })

  it.each(DOCUMENTS)('%s waits for a service without a message of each try', (document) => {
    const waits = readText(document).match(/^.*curl .*--retry .*$/gm) ?? []
    expect(
      waits.filter((line) => / -\w*S|--show-error/.test(line) || !/ -\w*s/.test(line)),
    ).toEqual([])
  })
})

it('README has the address of each list of its own', () => {
  const text = readText('README.md')
  const lists = paths.map(({ template }) => template).filter((each) => /^\/[\w-]+\/$/.test(each))
  const missing = lists.filter((list) => !text.includes(`${list}\``))
  expect(missing, 'Add them to the table of addresses').toEqual([])
})

it('keep_a_copy.py leaves out the fields that are derived', () => {
  const [, names = ''] =
    /^DERIVED = \{(.*)\}$/m.exec(readText('src/docs/guide/keep_a_copy.py')) ?? []
  expect(names.match(/\w+/g)?.toSorted()).toEqual([...DERIVED_FIELDS].toSorted())
})
