import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'
import { reachedFrom } from './test-files.ts'

/** Files on which tests depend. */
export interface Inputs {
  /** The committed file that names the inputs of the last run in which all passed. */
  readonly file: string
  /** A page of the documentation, of which the code blocks count: settings, commands, functions to copy. */
  readonly page: string
  /** Files and folders; of a folder, all files below it. */
  readonly paths: readonly string[]
  /** Files that count with all that they import. */
  readonly programs?: readonly string[]
  /** A folder. Its files count if others that count import them, directly or not. */
  readonly helpers?: string
  /** Files that do not count. */
  readonly ignored?: RegExp
  /** More that decides. @param root the folder of the project. */
  readonly more?: (root: string) => string
}

/** Tests that take minutes and run only after one of their inputs has changed. The service itself is none: other tests run it. */
export class Verification {
  readonly file: string
  readonly #inputs: Inputs
  readonly #root: string

  /** @param root the folder of the project, or of a copy. */
  constructor(inputs: Inputs, root = projectRoot()) {
    this.file = inputs.file
    this.#inputs = inputs
    this.#root = root
  }

  hash(): string {
    const { page, ignored, more } = this.#inputs
    const hash = createHash('sha256')
    hash.update(more?.(this.#root) ?? '').update(codeBlocks(this.#read(page)))
    for (const file of this.#files().filter((each) => ignored?.test(each) !== true)) {
      const text = readFileSync(path.join(this.#root, file))
      hash.update(`\n${file} ${text.length}\n`).update(text)
    }
    return hash.digest('hex')
  }

  #files(): string[] {
    const { paths, programs = [], helpers } = this.#inputs
    const named = paths.flatMap((name) => filesIn(this.#root, name))
    const scripts = helpers === undefined ? [] : named.filter((name) => name.endsWith('.ts'))
    return [
      ...named,
      ...reachedFrom(programs, this.#root).toSorted(),
      ...reachedFrom(scripts, this.#root)
        .filter((name) => name.startsWith(`${helpers}/`) && !named.includes(name))
        .toSorted(),
    ]
  }

  /** Whether all tests have passed with these inputs. */
  isCurrent(): boolean {
    if (!existsSync(path.join(this.#root, this.file))) return false
    const { inputs } = JSON.parse(this.#read(this.file)) as { inputs: string }
    return inputs === this.hash()
  }

  /** Records that all tests have passed. @param inputs their hash before the run. */
  record(inputs: string): void {
    writeFileSync(path.join(this.#root, this.file), `${JSON.stringify({ inputs }, null, 2)}\n`)
  }

  #read(name: string): string {
    return readFileSync(path.join(this.#root, name), 'utf8')
  }
}

function codeBlocks(page: string): string {
  return page.match(/^```.*?^```$/gms)?.join('\n') ?? ''
}

function filesIn(root: string, name: string): string[] {
  if (!statSync(path.join(root, name)).isDirectory()) return [name]
  return readdirSync(path.join(root, name))
    .toSorted()
    .flatMap((child) => filesIn(root, `${name}/${child}`))
}

/** Inputs of tests that are a part of a suite. */
export interface SuiteInputs extends Inputs {
  /** A pattern of the paths of the tests. */
  readonly tests: string
}

/** How the image is built. */
export const IMAGE_INPUTS: SuiteInputs = {
  file: 'test/deploy/verified.json',
  tests: 'test/deploy/image.deploy.ts',
  page: 'src/docs/deploy.md',
  paths: [
    'Containerfile',
    '.dockerignore',
    '.npmrc',
    'package-lock.json',
    'scripts/build.js',
    'scripts/compile.js',
    'scripts/install-node.js',
    'src/pages/docs/markdown-pages.ts',
    'test/deploy/debian-images.ts',
    'test/deploy/debian-postgresql.ts',
    'test/deploy/documented-commands.ts',
    'tsconfig.json',
    'test/deploy/image.deploy.ts',
  ],
}

/** How the Python client is made and used. */
export const PYTHON_INPUTS: SuiteInputs = {
  file: 'test/packages/verified.json',
  tests: 'test/packages/python.packages.ts',
  page: 'src/docs/packages.md',
  paths: [
    'generated/operations.ts',
    'generated/v1.json',
    'scripts/packages/python',
    'scripts/packages/python.ts',
    'scripts/programs',
    'test/packages/programs/connection.py',
    'test/packages/programs/partner.py',
    'test/packages/python.packages.ts',
  ],
  ignored: /\/__pycache__\//,
}

/**
 * Whether `npm run contract`, the compatibility check and a release find what is wrong, and what Spectral finds in the contract.
 * `npm run conformance` tries the service.
 */
export const GATE_INPUTS: SuiteInputs = {
  file: 'test/scripts/verified.json',
  tests: 'test/scripts/{contract,compatibility,release}/**',
  page: 'src/docs/testing.md',
  paths: [
    '.spectral.yaml',
    'generated/v1.json',
    'openapi/released.yaml',
    'package-lock.json',
    'redocly.yaml',
    'test/scripts/compatibility',
    'test/scripts/contract',
    'test/scripts/release',
  ],
  helpers: 'test',
  programs: ['scripts/contract/contract-command.ts', 'scripts/release/release-errors.ts'],
}

/** Whether generated clients compile and their programs run. */
export const SDK_INPUTS: Inputs = {
  file: 'test/sdks/verified.json',
  page: 'src/docs/clients.md',
  paths: [
    'generated/v1.json',
    'generated/v1-3.0.json',
    'scripts/sdks.ts',
    'scripts/programs',
    // The generators with their versions, and the programs.
    'test/sdks',
  ],
  ignored: /\.test\.ts$|\/__pycache__\/|^test\/sdks\/verified\.json$/,
  // The clients in TypeScript are compiled by the compiler of this project.
  more: typescriptVersion,
}

function typescriptVersion(root: string): string {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: Readonly<Record<string, string>>
  }
  return `typescript ${devDependencies['typescript'] ?? 'none'}`
}
