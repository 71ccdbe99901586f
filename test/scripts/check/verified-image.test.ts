import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  imageInputsHash,
  isImageVerified,
  recordVerifiedImage,
} from '../../../scripts/check/verified-image.ts'
import { root } from '../../support/repository.ts'

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'verified-image-'))
  const names = ['Containerfile', '.dockerignore', '.npmrc', 'package-lock.json']
  const others = ['tsconfig.json', 'tsconfig.build.json', 'scripts', 'src', 'test/deploy']
  for (const name of [...names, ...others]) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true })
  }
})

beforeEach(() => recordVerifiedImage(imageInputsHash(copy), copy))

afterAll(() => rm(copy, { recursive: true, force: true }))

it.each(['Containerfile', '.dockerignore', 'package-lock.json', 'test/deploy/debian-images.ts'])(
  'a change of %s makes the image unverified until it was built again',
  async (name) => {
    expect(isImageVerified(copy)).toBe(true)
    await appendFile(path.join(copy, name), ' ')
    expect(isImageVerified(copy)).toBe(false)
  },
)

it('a change of a command of the page does so, too', async () => {
  await appendFile(path.join(copy, 'src/docs/deploy.md'), '\nA sentence.\n')
  expect(isImageVerified(copy)).toBe(true)
  await appendFile(path.join(copy, 'src/docs/deploy.md'), '\n```sh\npodman images\n```\n')
  expect(isImageVerified(copy)).toBe(false)
})

it.each(['src/app.ts', 'test/deploy/proxies.deploy.ts'])(
  'a change of %s leaves it verified',
  async (name) => {
    await appendFile(path.join(copy, name), ' ')
    expect(isImageVerified(copy)).toBe(true)
  },
)
