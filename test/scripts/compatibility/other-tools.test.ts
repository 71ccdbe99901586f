import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ComparedFiles,
  compareByOasdiff,
  compareByRedocly,
} from '../../../scripts/compatibility/find-breaks.ts'
import { missingPrograms } from '../../../scripts/programs/missing-programs.ts'
import { BREAKING_EDITS } from './breaking-edits.ts'
import { releasedContract } from './edit.ts'

// The other tools find breaking changes too: a tool without its rules would find nothing, unnoticed.

const FOUND_BY_ALL = [
  'a path is removed',
  'the maximum of a parameter is lowered',
  'a field of a response may be null',
]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-tools-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function filesOf(name: string): Promise<ComparedFiles> {
  const contract = releasedContract()
  const before = path.join(folder, 'before.json')
  const after = path.join(folder, 'after.json')
  await writeFile(before, JSON.stringify(contract))
  BREAKING_EDITS[name]?.(contract)
  await writeFile(after, JSON.stringify(contract))
  return { before, after }
}

const isThere = (await missingPrograms(['oasdiff'])).length === 0

describe.each(FOUND_BY_ALL)('when %s', (name) => {
  it('redocly diff finds it, and names the place', async () => {
    const [finding] = await compareByRedocly(await filesOf(name))
    expect(finding?.place).toMatch(/^#\/(paths|components)\//)
    expect(finding?.what).toMatch(/\w/)
  })

  it.skipIf(!isThere)('oasdiff finds it, and names the place', async () => {
    const [finding] = (await compareByOasdiff(await filesOf(name))) ?? []
    expect(finding?.place).toMatch(/^[A-Z]+ \//)
    expect(finding?.what).toMatch(/\w/)
  })
})

describe('oasdiff', () => {
  it.skipIf(isThere)('is not asked where it is not installed', async () => {
    expect(await compareByOasdiff(await filesOf('a path is removed'))).toBeUndefined()
  })
})
