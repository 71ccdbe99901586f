import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  GATE_INPUTS,
  IMAGE_INPUTS,
  PYTHON_INPUTS,
  SDK_INPUTS,
  Verification,
} from '../../../scripts/check/verification.ts'
import { root } from '../../support/repository.ts'

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'verification-'))
  const files = ['Containerfile', '.dockerignore', '.npmrc', '.spectral.yaml', 'package.json']
  const more = [
    'redocly.yaml',
    'package-lock.json',
    'tsconfig.json',
    'generated',
    'openapi',
    'scripts',
    'src',
  ]
  const tests = ['contract', 'deploy', 'packages', 'scripts', 'sdks', 'support']
  for (const name of [...files, ...more, ...tests.map((folder) => `test/${folder}`)]) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true })
  }
})

afterAll(() => rm(copy, { recursive: true, force: true }))

describe.each([
  {
    inputs: IMAGE_INPUTS,
    counted: [
      'Containerfile',
      '.dockerignore',
      'package-lock.json',
      'test/deploy/debian-images.ts',
    ],
    others: ['src/app.ts', 'test/deploy/proxies.deploy.ts'],
  },
  {
    inputs: PYTHON_INPUTS,
    counted: ['generated/v1.json', 'scripts/packages/python/README.md'],
    others: ['src/app.ts', 'package.json'],
  },
  {
    inputs: GATE_INPUTS,
    counted: [
      '.spectral.yaml',
      'openapi/released.yaml',
      'redocly.yaml',
      'scripts/contract/cases/pages.ts',
      'scripts/compatibility/compare-nodes.ts',
      'scripts/release/release-errors.ts',
      'src/client/list-copy.ts',
      'test/scripts/contract/injected-violations.ts',
      'test/support/fault-proxy.ts',
      'test/support/make-row.ts',
      'test/contract/full-records.ts',
    ],
    others: [
      'src/app.ts',
      // Only its types are imported.
      'src/contract/document.ts',
      'src/problems/problem.ts',
      'src/server/lifecycle.ts',
      'scripts/mock.ts',
      'test/scripts/keys.test.ts',
      'test/support/browser.ts',
    ],
  },
  {
    inputs: SDK_INPUTS,
    counted: [
      'generated/v1.json',
      'generated/v1-3.0.json',
      'scripts/sdks.ts',
      'scripts/programs/run-program.ts',
      'test/sdks/rust/partner/src/sale.rs',
      'test/sdks/new.txt',
    ],
    others: ['src/app.ts', 'src/docs/install.md', 'test/sdks/matrix.test.ts'],
  },
])('$inputs.file', ({ inputs, counted, others }) => {
  const verified = (): Verification => {
    const verification = new Verification(inputs, copy)
    verification.record(verification.hash())
    return verification
  }

  it.each(counted)('needs another run after a change of %s', async (name) => {
    const verification = verified()
    await append(name, ' ')
    expect(verification.isCurrent()).toBe(false)
    verification.record(verification.hash())
    expect(verification.isCurrent()).toBe(true)
  })

  it.each(others)('needs none after a change of %s', async (name) => {
    const verification = verified()
    await append(name, ' ')
    expect(verification.isCurrent()).toBe(true)
  })

  it('needs one after a change of code in the page, and none after one of prose', async () => {
    const verification = verified()
    await append(inputs.page, '\nA sentence.\n')
    expect(verification.isCurrent()).toBe(true)
    await append(inputs.page, '\n```sh\nexit\n```\n')
    expect(verification.isCurrent()).toBe(false)
  })
})

it('a helper counts that a test imports after it has declared a type', async () => {
  const test = 'test/scripts/release/late.ts'
  await writeFile(
    path.join(copy, test),
    `export type Late = number\nvoid import('../keys.test.ts')\n`,
  )
  const verification = new Verification(GATE_INPUTS, copy)
  verification.record(verification.hash())
  await append('test/scripts/keys.test.ts', ' ')
  expect(verification.isCurrent()).toBe(false)
})

it('generated clients need another run with another compiler of TypeScript', async () => {
  const verification = new Verification(SDK_INPUTS, copy)
  verification.record(verification.hash())
  const manifest = path.join(copy, 'package.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"typescript": "[^"]+"/, '"typescript": "0.0.0"'))
  expect(verification.isCurrent()).toBe(false)
})

const append = (name: string, text: string): Promise<void> =>
  appendFile(path.join(copy, name), text)
