import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { compileClient } from './compile-client.ts'
import { duplicateNames } from './duplicate-names.ts'
import { generateClient } from './generate-client.ts'
import type { Generator } from './generator.ts'
import { install, RegistryUnreachable } from './install.ts'

/** The documents as they are published, by OpenAPI version. */
export const DOCUMENTS = { '3.1': 'v1.json', '3.0': 'v1-3.0.json' } as const

export interface Outcome {
  readonly state: 'passed' | 'failed' | 'skipped'
  /** What the generator or the compiler said. */
  readonly reason: string
}

/** What came of the two documents, in the order of DOCUMENTS. */
export async function checkGenerator(generator: Generator): Promise<Outcome[]> {
  const documents = Object.values(DOCUMENTS)
  try {
    const folder = await install(generator, await typescriptVersion())
    return await Promise.all(documents.map((document) => check(generator, document, folder)))
  } catch (error) {
    const state = error instanceof RegistryUnreachable ? 'skipped' : 'failed'
    return documents.map(() => ({ state, reason: messageOf(error) }))
  }
}

async function check(generator: Generator, document: string, folder: string): Promise<Outcome> {
  const output = path.join(folder, 'clients', path.basename(document, '.json'))
  const target = { document: path.join(projectRoot(), 'generated', document), output }
  try {
    await generateClient(generator, target, folder)
    const duplicates = await duplicateNames(output)
    if (duplicates.length > 0) throw new Error(`Numbered names: ${duplicates.join(', ')}`)
    await compileClient(output, generator.usage)
    return { state: 'passed', reason: '' }
  } catch (error) {
    return { state: 'failed', reason: messageOf(error) }
  }
}

async function typescriptVersion(): Promise<string> {
  const file = path.join(projectRoot(), 'node_modules/typescript/package.json')
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }
  return version
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
