import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSdk, type SdkOutcome } from './check-sdk.ts'
import { missingPrograms } from '../../scripts/programs/missing-programs.ts'
import { neither } from './outcome.ts'
import { fetching, RegistryUnreachable } from '../../scripts/programs/registry.ts'
import type { ProgramArguments, Sdk } from './sdk.ts'
import { STEPS } from './steps.ts'
import { fakeSdk } from './support/fake-sdk.ts'

const DOCUMENTS = { '3.1': '/v1.json', '3.0': '/v1-3.0.json' }
const SERVICE = {
  url: 'http://127.0.0.1:1',
  key: 'amk_1',
  unknownWordsArtwork: 7,
  folder: '/nowhere',
}
const NOTHING = (): Promise<void> => Promise.resolve()

interface Checked {
  readonly outcome: SdkOutcome
  readonly logged: readonly string[]
}

/** @param steps what the service receives from the program. */
async function checked(
  { run = NOTHING, ...of }: Partial<Sdk>,
  steps: readonly string[] = STEPS,
): Promise<Checked> {
  const logged: string[] = []
  const taken: string[] = []
  // A unique name, so that no other run has its lock.
  const sdk = fakeSdk({
    generator: `fake-${randomUUID()}`,
    ...of,
    run: async (...args) => {
      taken.push(...steps)
      await run(...args)
    },
  })
  const service = { ...SERVICE, taken }
  const outcome = await checkSdk(sdk, DOCUMENTS, service, (line) => logged.push(line))
  return { outcome, logged: logged.map((line) => plain(line, sdk)) }
}

const plain = (line: string, { generator }: Sdk): string =>
  line.replace(generator, 'fake').replace(/\(\d+ s\)/, '(n s)')

const passed = neither('passed', '')
const rejecting = (error: Error) => async (): Promise<void> => {
  throw error
}

describe('a generator', () => {
  it('is installed, then builds and runs a client for each document', async () => {
    const steps: string[] = []
    const { outcome, logged } = await checked({
      install: async () => void steps.push('install'),
      build: async ({ document }) => void steps.push(`build ${document}`),
      run: async (_target, _folder, args: ProgramArguments) => void steps.push(args.join(' ')),
    })
    expect(outcome).toEqual({ '3.1': passed, '3.0': passed })
    const run = 'http://127.0.0.1:1/api/v1 amk_1 7'
    expect(steps).toEqual(['install', 'build /v1.json', run, 'build /v1-3.0.json', run])
    expect(logged).toEqual([
      'fake installs (n s)',
      'fake 3.1 compiles (n s)',
      'fake 3.1 runs (n s)',
      'fake 3.0 compiles (n s)',
      'fake 3.0 runs (n s)',
    ])
  })

  it('is skipped with the name of the missing program', async () => {
    const { outcome } = await checked({
      programs: ['node', 'no-such-program'],
      unsupported: { '3.1': 'reads 3.0 only' },
      install: rejecting(new Error('never called')),
    })
    const skipped = neither('skipped', 'no-such-program not installed')
    expect(outcome).toEqual({ '3.1': neither('unsupported', 'reads 3.0 only'), '3.0': skipped })
  })

  it('is skipped with the name of the missing library', async () => {
    const outcomeWith = async (exitCode: number): Promise<SdkOutcome> => {
      const libraries = { Guzzle: ['node', '-e', `process.exit(${exitCode})`] } as const
      return (await checked({ libraries })).outcome
    }
    expect((await outcomeWith(1))['3.1']).toEqual(neither('skipped', 'Guzzle not installed'))
    expect((await outcomeWith(0))['3.1']).toEqual(passed)
  })

  it('is parsed, and never run, without a compiler', async () => {
    const { outcome, logged } = await checked({
      parsedOnly: 'no compiler',
      run: rejecting(new Error('never called')),
    })
    const parsed = {
      compiles: { state: 'parsed', reason: '' },
      runs: { state: 'untried', reason: '' },
    }
    expect(outcome).toEqual({ '3.1': parsed, '3.0': parsed })
    expect(logged).toEqual([
      'fake installs (n s)',
      'fake 3.1 parses (n s)',
      'fake 3.0 parses (n s)',
    ])
    const broken = await checked({
      parsedOnly: 'no compiler',
      build: rejecting(new Error('Event.swift:3')),
    })
    expect(broken.outcome['3.0']).toEqual(neither('failed', 'Event.swift:3'))
  })

  it('is skipped without its registry, and fails when the installation fails', async () => {
    const unreachable = await checked({
      install: rejecting(new RegistryUnreachable('The registry is down')),
    })
    expect(unreachable.outcome['3.1']).toEqual(neither('skipped', 'The registry is down'))
    const broken = await checked({ install: rejecting(new Error('No such version')) })
    expect(broken.outcome['3.0']).toEqual(neither('failed', 'No such version'))
  })

  it('fails with the output of the compiler or the program', async () => {
    const uncompiled = await checked({ build: rejecting(new Error('Type error')) })
    expect(uncompiled.outcome['3.1']).toEqual(neither('failed', 'Type error'))
    expect(uncompiled.logged[1]).toBe('fake 3.1 compiles: failed (n s)')
    const wrong = await checked({ run: rejecting(new Error('Not 200 but 500')) })
    expect(wrong.outcome['3.0']).toEqual({
      compiles: passed.compiles,
      runs: { state: 'failed', reason: 'Not 200 but 500' },
    })
  })

  it('fails when its program leaves out a step or takes it too early', async () => {
    const [first, second, ...others] = STEPS
    const outcomeOf = async (...steps: readonly string[]): Promise<SdkOutcome> =>
      (await checked({}, steps)).outcome
    expect(await outcomeOf(first, 'GET /tags/ 200', second, ...others)).toEqual({
      '3.1': passed,
      '3.0': passed,
    })
    const reason = `The program left out ${second}.`
    const failed = { compiles: passed.compiles, runs: { state: 'failed', reason } }
    expect(await outcomeOf(second, first, ...others)).toEqual({ '3.1': failed, '3.0': failed })
    expect((await outcomeOf(first, ...others))['3.0']).toEqual(failed)
  })

  it('may leave out only batches, and only while its clients cannot send them', async () => {
    const outcomeOf = async (noBatch: object, steps: readonly string[]): Promise<SdkOutcome> =>
      (await checked(noBatch, steps)).outcome
    const others = STEPS.filter((step) => !step.includes('/batch/'))
    const noBatch = { noBatch: 'it reads JSON only' }
    expect((await outcomeOf(noBatch, others))['3.1']).toEqual(passed)
    expect((await outcomeOf({}, others))['3.1'].runs.state).toBe('failed')
    expect((await outcomeOf(noBatch, STEPS))['3.1'].runs.state).toBe('failed')
    expect((await outcomeOf(noBatch, others.slice(1)))['3.1'].runs.state).toBe('failed')
  })

  it('is not run with an unsupported document', async () => {
    const { outcome } = await checked({
      unsupported: { '3.1': 'reads 3.0 only' },
      build: ({ document }) =>
        document === DOCUMENTS['3.0'] ? Promise.resolve() : Promise.reject(new Error(document)),
    })
    expect(outcome).toEqual({ '3.1': neither('unsupported', 'reads 3.0 only'), '3.0': passed })
  })

  // Records of one program would shift the pages of another.
  it('runs one program at a time', async () => {
    let running = 0
    let maxRunning = 0
    const run = async (): Promise<void> => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
    }
    await Promise.all([checked({ run }), checked({ run }), checked({ run })])
    expect(maxRunning).toBe(1)
  })
})

describe('a program', () => {
  it('is missing when it is not on the PATH', async () => {
    expect(await missingPrograms(['node', 'no-such-program', 'npm'])).toEqual(['no-such-program'])
  })
})

describe('a registry', () => {
  const cause = (text: string) => fetching('The registry', rejecting(new Error(text)))

  it.each([
    'npm error code ENOTFOUND',
    'Failed to establish a new connection: [Errno -3] Temporary failure in name resolution',
    'dial tcp: lookup proxy.example: no such host',
    'failed to download from `https://crates.example`\nCould not resolve host: crates.example',
    'Could not transfer artifact a:b:1 from/to central: crates.example: Unknown host',
    'Connect to 127.0.0.1:9 failed: Connection refused',
  ])('is unreachable: %s', async (text) => {
    await expect(cause(text)).rejects.toThrow(RegistryUnreachable)
  })

  it.each(['npm error code ETARGET', 'No matching distribution found for mypy==0.0.1'])(
    'is reachable without the package: %s',
    async (text) => {
      const error: unknown = await cause(text).catch((thrown: unknown) => thrown)
      expect(error).toEqual(new Error(text))
      expect(error).not.toBeInstanceOf(RegistryUnreachable)
    },
  )
})
