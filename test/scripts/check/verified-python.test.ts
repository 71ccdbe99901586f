import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  isPythonVerified,
  pythonInputsHash,
  recordVerifiedPython,
} from '../../../scripts/check/verified-python.ts'
import { root } from '../../support/repository.ts'

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'verified-python-'))
  for (const name of ['generated', 'scripts', 'src/app.ts', 'src/docs', 'test/packages']) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true })
  }
})

beforeEach(() => recordVerifiedPython(pythonInputsHash(copy), copy))

afterAll(() => rm(copy, { recursive: true, force: true }))

it.each(['generated/v1.json', 'scripts/packages/python/README.md', 'src/docs/packages.md'])(
  'a change of code in %s makes the Python client unverified',
  async (name) => {
    await appendFile(path.join(copy, name), '\n```python\nprint()\n```\n')
    expect(isPythonVerified(copy)).toBe(false)
  },
)

it.each(['src/app.ts', 'src/docs/packages.md', 'test/packages/contents.packages.ts'])(
  'a change of the text of %s leaves it verified',
  async (name) => {
    await appendFile(path.join(copy, name), '\nA sentence.\n')
    expect(isPythonVerified(copy)).toBe(true)
  },
)
