import path from 'node:path'
import { build, preview, type PreviewServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installNpmPackages } from '../../scripts/programs/npm-packages.ts'
import { RegistryUnreachable } from '../../scripts/programs/registry.ts'
import { contract } from '../../src/contract/document.ts'
import { describeInBrowser, useBrowser } from '../support/browser.ts'
import { root } from '../support/repository.ts'
import { usePartnerProject, type RunningMock } from './partner-project.ts'

// The packages where JavaScript runs: in Node, with and without types, in browsers, Deno and Bun.

const project = usePartnerProject('client', 'contract', 'contract-runner', 'mock')
let mock: RunningMock

beforeAll(async () => {
  await project.add('partner.js')
  mock = await project.startMock()
})
afterAll(async () => expect(await mock.close()).toEqual([0, 'mock: ended by SIGTERM\n']))

const SUCCESS = { exitCode: 0, stdout: '[40,"seascape","not_found"]\n', stderr: '' }

describe('Node', () => {
  it('runs a program in strict TypeScript', async () => {
    await project.write('typed.ts', TYPED)
    const config = { compilerOptions: STRICT, files: ['typed.ts'] }
    await project.write('tsconfig.json', JSON.stringify(config))
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const compiled = await project.run(process.execPath, [tsc, '-p', 'tsconfig.json'])
    expect(compiled).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    const { stdout, stderr } = await project.run(process.execPath, ['typed.js'])
    const printed = JSON.stringify([40, 'not_found', true, contract.info.version])
    expect([stdout, stderr]).toEqual([`${printed}\n`, ''])
  })

  // TypeScript before 6 does so by default with `module: commonjs`. Parcel and older bundlers do so, too.
  it('has what is exported where tools look for it that read no exports', async () => {
    await project.write('older.ts', OLDER)
    const older = { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }
    const compilerOptions = { ...STRICT, ...older, noEmit: true }
    await project.write(
      'tsconfig.older.json',
      JSON.stringify({ compilerOptions, files: ['older.ts'] }),
    )
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const compiled = await project.run(process.execPath, [tsc, '-p', 'tsconfig.older.json'])
    expect(compiled).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    await project.write('found.js', FOUND)
    const { stdout, stderr } = await project.run(process.execPath, ['found.js'])
    expect([stdout, stderr]).toEqual(['function function function\n', ''])
  })

  it('runs a program in plain JavaScript', async () => {
    const args = ['partner.js', `${mock.url}/api/v1`]
    expect(await project.run(process.execPath, args)).toEqual(SUCCESS)
  })

  it('verifies nothing after an abort, and says so', async () => {
    await project.write('aborted.js', ABORTED)
    const { exitCode, stdout, stderr } = await project.run(process.execPath, [
      'aborted.js',
      mock.url,
    ])
    expect([exitCode, stdout, stderr]).toEqual([0, 'No case could run.\n', ''])
  })

  it('runs a program that calls require', async () => {
    await project.write('required.cjs', REQUIRED)
    const outcome = await project.run(process.execPath, ['required.cjs'])
    expect(outcome).toEqual({ exitCode: 0, stdout: 'function function function\n', stderr: '' })
  })
})

/** As in a project without the types of Node. */
const STRICT = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  resolveJsonModule: true,
  skipLibCheck: false,
}

const TYPED = `
import { createClient, type Event, ProblemError } from 'art-marketplace-listing-service/client'
import type { components } from 'art-marketplace-contract'
import contract from 'art-marketplace-contract/v1.json' with { type: 'json' }
import { verify, type Outcome } from 'art-marketplace-contract-runner'
import { startMock } from 'art-marketplace-mock'

const mock = await startMock()
const client = createClient({ baseUrl: mock.baseUrl })
const events: Event[] = []
for await (const event of client.listEvents({ limit: 7 })) events.push(event)
const [first] = events
const venue: components['schemas']['Venue'] | undefined = first?.venue
// @ts-expect-error: it has no such field
const colour: unknown = venue?.colour
// @ts-expect-error: no sort key of events
client.listEvents({ ordering: 'colour' })
// @ts-expect-error: the mock has no such option
const other: unknown = () => startMock({ colour: 'red' })
const outcomes: Outcome[] = await verify(mock.baseUrl, { only: ['retrieveIndex'] })
const states = new Set(outcomes.map(({ state }) => state))
const code = await client.retrieveEvent(-1).catch((error: unknown) => {
  if (error instanceof ProblemError) return error.code
  throw error
})
await mock.close()
console.log(JSON.stringify([events.length, code, states.has('passed'), contract.info.version]))
export { colour, other }
`

const OLDER = `
import { createClient, type Event } from 'art-marketplace-listing-service/client'
import type { components } from 'art-marketplace-contract'
import { verify } from 'art-marketplace-contract-runner'
import { startMock } from 'art-marketplace-mock'

export async function firstVenue(baseUrl: string): Promise<components['schemas']['Venue']> {
  const event: Event = (await createClient({ baseUrl }).retrieveEvent(1)).record
  return event.venue
}
export const programs = { verify, startMock }
`

/** The files as such a tool finds them: by `main`, or by the path of the import. */
const FOUND = `
import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
const [runner, mock] = ['contract-runner', 'mock'].map((name) => {
  const folder = './node_modules/art-marketplace-' + name + '/'
  return load(folder + load(folder + 'package.json').main)
})
const { createClient } = load('./node_modules/art-marketplace-listing-service/client')
console.log(typeof createClient, typeof runner.verify, typeof mock.startMock)
`

const ABORTED = `
import { verify } from 'art-marketplace-contract-runner'

const [, , url] = process.argv
const outcomes = await verify(url, { signal: AbortSignal.abort() }).catch(({ message }) => message)
console.log(outcomes)
`

const REQUIRED = `
const { createClient } = require('art-marketplace-listing-service/client')
const { startMock } = require('art-marketplace-mock')
const { verify } = require('art-marketplace-contract-runner')
console.log(typeof createClient, typeof startMock, typeof verify)
`

const browser = useBrowser()

describeInBrowser('a browser', () => {
  let server: PreviewServer

  beforeAll(async () => {
    await project.add('page.js')
    await project.add('index.html')
    await build({ root: project.folder, configFile: false, logLevel: 'silent' })
    server = await preview({ root: project.folder, configFile: false, preview: { port: 0 } })
  })
  afterAll(() => server.close())

  it('runs a bundle that Vite has made', async () => {
    const { page, errors } = await browser.open()
    await page.goto(`${server.resolvedUrls?.local[0]}?${mock.url}/api/v1`)
    await expect.poll(() => page.title()).toBe('All events')
    expect(await page.locator('li').count()).toBe(40)
    expect(errors).toEqual([])
  })
})

const ARCH = { x64: 'x64-baseline', arm64: 'aarch64' }[process.arch as string]

/** Programs of npm, each with its package, its file there, and its arguments. */
const RUNTIMES = [
  {
    name: 'Deno',
    packages: { [`@deno/linux-${process.arch}-glibc`]: '2.9.6' },
    file: 'deno',
    args: ['run', '--quiet', '--allow-net'],
  },
  {
    name: 'Bun',
    packages: { [`@oven/bun-linux-${ARCH}`]: '1.4.5' },
    file: 'bin/bun',
    args: ['run'],
  },
]

describe.each(RUNTIMES)('$name', ({ name, packages, file, args }) => {
  it('runs a program in plain JavaScript', async ({ skip }) => {
    const folder = path.join(root, `.data/runtimes/${name.toLowerCase()}`)
    if (process.platform !== 'linux') skip(`${name} is tested on Linux`)
    await installNpmPackages(packages, folder).catch((error: unknown) => {
      if (error instanceof RegistryUnreachable) skip(error.message)
      throw error
    })
    const [installed = ''] = Object.keys(packages)
    const program = path.join(folder, 'node_modules', installed, file)
    const outcome = await project.run(program, [...args, 'partner.js', `${mock.url}/api/v1`])
    expect(outcome).toEqual(SUCCESS)
  })
})
