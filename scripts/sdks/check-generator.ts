import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { compileClient } from './compile-client.ts'
import { duplicateNames } from './duplicate-names.ts'
import { generateClient } from './generate-client.ts'
import type { Generator } from './generator.ts'
import { install, RegistryUnreachable } from './install.ts'
import { neither, type ClientOutcome, type Outcome } from './outcome.ts'
import { runClient } from './run-client.ts'
import type { ScratchService } from './scratch-service.ts'

/** What came of the `documents`, which are files, in their order. */
export async function checkGenerator(
  generator: Generator,
  documents: readonly string[],
  service: ScratchService,
): Promise<ClientOutcome[]> {
  try {
    const folder = await install(generator, await typescriptVersion())
    return await Promise.all(
      documents.map((document) => check(generator, document, folder, service)),
    )
  } catch (error) {
    const state = error instanceof RegistryUnreachable ? 'skipped' : 'failed'
    return documents.map(() => neither(state, error))
  }
}

async function check(
  generator: Generator,
  document: string,
  folder: string,
  service: ScratchService,
): Promise<ClientOutcome> {
  const output = path.join(folder, 'clients', path.basename(document, '.json'))
  const compiles = await outcomeOf(async () => {
    await generateClient(generator, { document, output }, folder)
    const duplicates = await duplicateNames(output)
    if (duplicates.length > 0) throw new Error(`Numbered names: ${duplicates.join(', ')}`)
    await compileClient(output, generator.usage)
  })
  if (compiles.state === 'failed') return { compiles, runs: compiles }
  return { compiles, runs: await outcomeOf(() => runClient(output, service)) }
}

async function outcomeOf(attempt: () => Promise<void>): Promise<Outcome> {
  try {
    await attempt()
    return { state: 'passed', reason: '' }
  } catch (error) {
    return { state: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function typescriptVersion(): Promise<string> {
  const file = path.join(projectRoot(), 'node_modules/typescript/package.json')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}
