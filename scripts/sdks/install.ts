import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import type { Generator } from './generator.ts'
import { runProgram } from './run-program.ts'

/** The registry cannot be reached, which says nothing about the generator. */
export class RegistryUnreachable extends Error {}

const NETWORK_FAILURE =
  /\b(EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ENOTFOUND|ERR_SOCKET_TIMEOUT|ETIMEDOUT)\b/

const NPM_INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--prefer-offline',
  '--fetch-retries=1',
]

/**
 * Installs a generator into a folder of its own, which later runs find again.
 * @returns the folder.
 * @throws RegistryUnreachable when it is not there yet and cannot be had now.
 */
export async function install(generator: Generator, typescript: string): Promise<string> {
  const folder = folderOf(generator)
  const manifest = manifestOf(generator, typescript)
  const installed = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '')
  if (installed === manifest) return folder
  await installAside(folder, manifest)
  return folder
}

function folderOf({ name, version }: Generator): string {
  const plain = name.replaceAll('/', '-').replace('@', '')
  return path.join(projectRoot(), '.data/sdks', `${plain}-${version}`)
}

/** The project's own TypeScript as well, which some of them load. */
function manifestOf({ packages }: Generator, typescript: string): string {
  const dependencies = { ...packages, typescript }
  return `${JSON.stringify({ private: true, type: 'module', dependencies }, null, 2)}\n`
}

/** Renamed when it is complete, so that an interrupted run leaves nothing half installed. */
async function installAside(folder: string, manifest: string): Promise<void> {
  const draft = `${folder}-draft-${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    await writeFile(path.join(draft, 'package.json'), manifest)
    await npmInstall(draft)
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function npmInstall(folder: string): Promise<void> {
  try {
    await runProgram('npm', NPM_INSTALL, folder)
  } catch (error) {
    if (!NETWORK_FAILURE.test(String(error))) throw error
    throw new RegistryUnreachable('The npm registry cannot be reached.', { cause: error })
  }
}
