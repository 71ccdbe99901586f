import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import type { NpmPackages } from '../../scripts/packages/make-packages.ts'
import { contract } from '../../src/contract/document.ts'
import { readText } from '../support/repository.ts'
import { usePartnerProject } from './partner-project.ts'

// What is in each package.

const MAX_UNPACKED_BYTES = 5_000_000

const NAMES: Readonly<Record<keyof NpmPackages, string>> = {
  client: 'art-marketplace-listing-service',
  contract: 'art-marketplace-contract',
  'contract-runner': 'art-marketplace-contract-runner',
  mock: 'art-marketplace-mock',
}

const packages = Object.keys(NAMES) as (keyof NpmPackages)[]
const project = usePartnerProject(...packages)

it('installs nothing but the packages', async () => {
  const installed = await readdir(path.join(project.folder, 'node_modules'))
  const others = installed.filter((name) => !name.startsWith('.'))
  expect(others.toSorted()).toEqual(Object.values(NAMES).toSorted())
})

describe.each(packages)('%s', (name) => {
  it('has what a registry shows, and the version of the contract', async () => {
    const manifest = JSON.parse(await project.read(NAMES[name], 'package.json')) as Record<
      string,
      unknown
    >
    const { license, engines } = JSON.parse(readText('package.json')) as Record<string, unknown>
    expect(manifest).toMatchObject({ version: contract.info.version, license })
    const needsNode = name === 'contract-runner' || name === 'mock'
    expect(manifest['engines']).toEqual(needsNode ? engines : undefined)
    expect(manifest).not.toHaveProperty('dependencies')
    expect(inject('packages')[name].files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'package.json']),
    )
  })

  // A partner has all files in one folder, and npx would look for a package that is not installed in the public registry.
  it('says how it is installed, by a pattern that its file alone matches', async () => {
    const readme = await project.read(NAMES[name], 'README.md')
    const [, pattern = ''] = /^npm install (?:--save-dev )?\.\/(\S+)$/m.exec(readme) ?? []
    const files = packages.map((each) => path.basename(inject('packages')[each].file))
    const own = path.basename(inject('packages')[name].file)
    expect(files.filter((file) => path.matchesGlob(file, pattern))).toEqual([own])
  })
})

describe.each(packages.filter((name) => name !== 'contract'))('%s', (name) => {
  it('is small', () => {
    const { unpackedBytes } = inject('packages')[name]
    console.log(`${name}: ${(unpackedBytes / 1e6).toFixed(2)} MB unpacked`)
    expect(unpackedBytes).toBeLessThan(MAX_UNPACKED_BYTES)
  })
})

describe.each(['contract-runner', 'mock'] as const)('the code of %s', (name) => {
  it('has no PostgreSQL, and the runner no server', async () => {
    const notices = await project.read(NAMES[name], 'THIRD-PARTY-LICENSES.txt')
    const bundled = [...notices.matchAll(/^(@?[\w./-]+) \d[\w.-]* \(.+\)$/gm)].map(
      ([, each]) => each,
    )
    expect(bundled).toContain('ajv')
    expect(bundled.filter((each) => /^(pg|pg-.*|kysely|ioredis)$/.test(each ?? ''))).toEqual([])
    expect(bundled.includes('fastify')).toBe(name === 'mock')
  })

  // The licences require it.
  it('names the licence of each package in it, with its text', async () => {
    const notices = await project.read(NAMES[name], 'THIRD-PARTY-LICENSES.txt')
    const sections = notices.split(`\n\n${'-'.repeat(80)}\n\n`)
    expect(sections.length).toBeGreaterThan(5)
    const short = sections.filter((section) => !/permission|copyright/i.test(section))
    expect(short.filter((section) => !WITHOUT_TEXT.test(section))).toEqual([])
  })
})

/** A package that has no file with its licence. */
const WITHOUT_TEXT = /^abstract-logging .+ \(MIT\)$/

describe('contract', () => {
  const versions = ['v1', 'v1-3.0']
  const read = async (file: string): Promise<string> => project.read(NAMES.contract, file)

  it.each(versions)('has %s as it is published, in JSON and YAML', async (version) => {
    const published: unknown = JSON.parse(readText(`generated/${version}.json`))
    expect(JSON.parse(await read(`${version}.json`))).toEqual(published)
    expect(parse(await read(`${version}.yaml`))).toEqual(published)
  })

  it.each(versions)('has a valid part of %s for clients that only read', async (version) => {
    const part = JSON.parse(await read(`${version}-read.json`)) as typeof contract
    expect(parse(await read(`${version}-read.yaml`))).toEqual(part)
    expect(await new Validator().validate(structuredClone({ ...part }))).toEqual({ valid: true })
    const reads = Object.entries(contract.paths).flatMap(([, { get }]) =>
      get?.security.some((each) => Object.keys(each).length === 0) ? [get.operationId] : [],
    )
    const operations = Object.values(part.paths).flatMap((methods) => Object.values(methods))
    expect(operations.map(({ operationId }) => operationId)).toEqual(reads)
    const text = JSON.stringify(part)
    const linked = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
    expect(linked.filter((id) => !reads.some((other) => other === id))).toEqual([])
    for (const [, place = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const node = place.split('/').reduce<unknown>((at, key) => (at as never)[key], part)
      expect(node, place).toBeDefined()
    }
    expect(text.length).toBeLessThan(JSON.stringify(contract).length)
  })
})
