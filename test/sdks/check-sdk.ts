import path from 'node:path'
import { apiRoot } from '../../src/contract/document.ts'
import { projectRoot } from '../../src/config.ts'
import type { DocumentVersion } from './documents.ts'
import { interruption } from '../../scripts/programs/interruption.ts'
import { missingFor } from '../../scripts/programs/missing-programs.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { messageOf } from '../../scripts/command-line.ts'
import { neither, PARSED, type ClientOutcome, type Outcome } from './outcome.ts'
import { RegistryUnreachable } from '../../scripts/programs/registry.ts'
import type { ScratchService } from './scratch-service.ts'
import type { ProgramArguments, Sdk } from './sdk.ts'
import { requireSteps } from './steps.ts'

/** By document. */
export type SdkOutcome = Readonly<Record<DocumentVersion, ClientOutcome>>

/**
 * Installs a generator in .data/sdks, then generates, builds and runs a client for each document.
 * @param documents their files.
 * @param progress logs each completed step.
 */
export async function checkSdk(
  sdk: Sdk,
  documents: Readonly<Record<DocumentVersion, string>>,
  service: CalledService,
  progress: (line: string) => void,
): Promise<SdkOutcome> {
  const missing = await missingFor(sdk)
  if (missing.length > 0)
    return untried(sdk, neither('skipped', `${missing.join(', ')} not installed`))
  const folder = folderOf(sdk)
  return oneAtATime(`${folder}.lock`, async () => {
    const { state, reason } = await timed(`${sdk.generator} installs`, progress, () =>
      sdk.install(folder),
    )
    if (state !== 'passed') return untried(sdk, neither(state, reason))
    const check = (version: DocumentVersion): Promise<ClientOutcome> =>
      checkClient({ sdk, version, folder, document: documents[version] }, service, progress)
    return { '3.1': await check('3.1'), '3.0': await check('3.0') }
  })
}

/** What the programs of clients call. */
interface CalledService extends Omit<ScratchService, 'db'> {
  /** The id of a listed artwork with enum values that the document does not contain. */
  readonly unknownWordsArtwork: number
}

interface Client {
  readonly sdk: Sdk
  readonly version: DocumentVersion
  readonly document: string
  readonly folder: string
}

async function checkClient(
  { sdk, version, document, folder }: Client,
  { url, key, unknownWordsArtwork, taken }: CalledService,
  progress: (line: string) => void,
): Promise<ClientOutcome> {
  const unsupported = sdk.unsupported?.[version]
  if (unsupported !== undefined) return neither('unsupported', unsupported)
  const name = `${sdk.generator} ${version}`
  const target = { document, output: path.join(folder, 'clients', version) }
  const step = sdk.parsedOnly === undefined ? 'compiles' : 'parses'
  const compiles = await timed(`${name} ${step}`, progress, () => sdk.build(target, folder))
  if (compiles.state !== 'passed') return { compiles, runs: compiles }
  if (sdk.parsedOnly !== undefined) return PARSED
  const args: ProgramArguments = [`${url}${apiRoot}`, key, String(unknownWordsArtwork)]
  const runs = await oneByOne(() =>
    timed(`${name} runs`, progress, async () => {
      const before = taken.length
      await sdk.run(target, folder, args)
      requireSteps(taken.slice(before), sdk.noBatch !== undefined)
    }),
  )
  return { compiles, runs }
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one program at a time, because records of one would shift the pages of another. */
function oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work)
  last = result.catch(() => {})
  return result
}

async function timed(
  what: string,
  progress: (line: string) => void,
  attempt: () => Promise<void>,
): Promise<Outcome> {
  const start = performance.now()
  const { state, reason } = await outcomeOf(attempt)
  const seconds = Math.round((performance.now() - start) / 1000)
  progress(`${what}${state === 'passed' ? '' : `: ${state}`} (${seconds} s)`)
  return { state, reason }
}

async function outcomeOf(attempt: () => Promise<void>): Promise<Outcome> {
  try {
    interruption.throwIfAborted()
    await attempt()
    return { state: 'passed', reason: '' }
  } catch (error) {
    const state = error instanceof RegistryUnreachable ? 'skipped' : 'failed'
    return { state, reason: messageOf(error) }
  }
}

/** The same outcome for each supported document. */
function untried({ unsupported }: Sdk, outcome: ClientOutcome): SdkOutcome {
  const of = (version: DocumentVersion): ClientOutcome => {
    const reason = unsupported?.[version]
    return reason === undefined ? outcome : neither('unsupported', reason)
  }
  return { '3.1': of('3.1'), '3.0': of('3.0') }
}

function folderOf({ generator, version }: Sdk): string {
  const plain = generator.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, '')
  return path.join(projectRoot(), '.data/sdks', `${plain}-${version}`)
}
