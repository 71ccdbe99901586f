import { copyFile, cp, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../../../src/config.ts'
import { fetching } from '../../../scripts/programs/registry.ts'
import { runProgram } from '../../../scripts/programs/run-program.ts'
import type { Sdk, Target } from '../sdk.ts'

const SOURCES = path.join(projectRoot(), 'test/sdks/rust/partner')
const VERSION = '0.15.1'

/** Called by the build.rs of a crate whose library is the client and whose binary is the program. */
export const progenitor: Sdk = {
  generator: 'progenitor',
  version: VERSION,
  language: 'Rust',
  note: 'build.rs takes out 304, merge-patch+json and importExchangeRates, calls problems JSON; warnings denied',
  noBatch: 'build.rs takes the body out, which it cannot read',
  programs: ['cargo', 'rustc', 'cc'],
  unsupported: { '3.1': 'reads OpenAPI 3.0 only' },
  install: fetchCrates,
  build: async (target, folder) => {
    await copySources(target, folder)
    await cargo(['build', '--locked', '--offline'], target.output, folder)
  },
  run: async ({ output }, folder, args) => {
    await runProgram(path.join(folder, 'target/debug/partner'), args, output)
  },
}

/**
 * Fetches missing crates for this machine into Cargo's cache. The first run selects the newest versions that the
 * crate's `rust-version` allows.
 */
async function fetchCrates(folder: string): Promise<void> {
  const manifest = path.join(SOURCES, 'Cargo.toml')
  const required = await readFile(manifest, 'utf8')
  if (!required.includes(`progenitor = { version = "=${VERSION}"`)) {
    throw new Error(`${manifest} requires another version of progenitor than ${VERSION}.`)
  }
  const host = await runProgram('rustc', ['--print', 'host-tuple'], SOURCES)
  await cp(SOURCES, crateOf(folder), { recursive: true })
  const args = ['fetch', '--target', host.trim()]
  await fetching('the Rust crate registry', () => cargo(args, crateOf(folder), folder))
}

/** The folder of the crate with its lock file. */
function crateOf(folder: string): string {
  return path.join(folder, 'crate')
}

async function copySources({ document, output }: Target, folder: string): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await cp(crateOf(folder), output, { recursive: true })
  await copyFile(document, path.join(output, 'openapi.json'))
}

/** The built crates stay in `folder` for later runs. */
function cargo(args: readonly string[], cwd: string, folder: string): Promise<string> {
  return runProgram('cargo', args, cwd, { CARGO_TARGET_DIR: path.join(folder, 'target') })
}
