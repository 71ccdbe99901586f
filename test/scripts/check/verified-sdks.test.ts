import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  areSdksVerified,
  recordVerifiedSdks,
  sdkInputsHash,
} from '../../../scripts/check/verified-sdks.ts'
import { root } from '../../support/repository.ts'

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'verified-sdks-'))
  // Not `src`: only its documents are read.
  const names = ['package.json', 'generated', 'src/docs', 'scripts', 'test/sdks']
  for (const name of names) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true })
  }
})

beforeEach(() => recordVerifiedSdks(sdkInputsHash(copy), copy))

afterAll(() => rm(copy, { recursive: true, force: true }))

it.each([
  'generated/v1.json',
  'generated/v1-3.0.json',
  'scripts/sdks.ts',
  'scripts/programs/run-program.ts',
  'test/sdks/rust/partner/src/sale.rs',
  'test/sdks/new.txt',
])('a change of %s makes the clients unverified until all have passed again', async (name) => {
  expect(areSdksVerified(copy)).toBe(true)
  await appendFile(path.join(copy, name), ' ')
  expect(areSdksVerified(copy)).toBe(false)
  recordVerifiedSdks(sdkInputsHash(copy), copy)
  expect(areSdksVerified(copy)).toBe(true)
})

it('a change of a setting in clients.md does so, too, and one of its prose does not', async () => {
  const page = path.join(copy, 'src/docs/clients.md')
  const text = await readFile(page, 'utf8')
  await writeFile(page, text.replace('# Client libraries', '# Clients'))
  expect(areSdksVerified(copy)).toBe(true)
  await writeFile(page, text.replace('```js\n', '```js\n//\n'))
  expect(areSdksVerified(copy)).toBe(false)
  await writeFile(page, text)
})

it.each(['src/app.ts', 'src/docs/install.md', 'test/sdks/matrix.test.ts'])(
  'a change of %s leaves them verified',
  async (name) => {
    await cp(path.join(root, 'package.json'), path.join(copy, name), { force: true })
    expect(areSdksVerified(copy)).toBe(true)
  },
)

it('another compiler of TypeScript does so, too', async () => {
  const manifest = JSON.stringify({ devDependencies: { typescript: '0.0.0' } })
  await writeFile(path.join(copy, 'package.json'), manifest)
  expect(areSdksVerified(copy)).toBe(false)
})
