import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../src/config.ts'

/** A test that imports one of these, directly or not, starts PostgreSQL or a whole service. */
const STARTERS = new Set([
  'test/support/database.ts',
  'src/database/embedded-server.ts',
  'test/server/service-process.ts',
])

/** It has no effect when tests run. */
const IMPORT_OF_TYPES = /^(?:import|export) type [^'=]*'[^']*'/gm

const IMPORTED = /(?:from|import|import\() ?'(\.[^']+\.tsx?)'/g

/** Tests of tools, which few changes of the service can break: `npm run test:slow`. */
export const TESTS_OF_TOOLS: readonly string[] = ['test/{bench,scripts}/**/*.test.ts']

/** All tests of tools, which no version of Node can break alone. */
const OF_TOOLS = /^test\/(scripts|bench|faults|sdks)\//

/** The paths of the service's test files that need no PostgreSQL, relative to the project, derived from their imports. */
export function quickTests(): string[] {
  const importsOf = importReader(projectRoot())
  const needsOne = (test: string): boolean =>
    reachedFrom([test], projectRoot(), importsOf).some((file) => STARTERS.has(file))
  return readdirSync(path.join(projectRoot(), 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name}`)
    .filter((file) => !OF_TOOLS.test(file) && !needsOne(file))
}

/** These files, and all that they import, directly or not. */
export function reachedFrom(
  files: readonly string[],
  root: string,
  importsOf = importReader(root),
): string[] {
  const reached = new Set(files)
  for (const file of reached) for (const name of importsOf(file)) reached.add(name)
  return [...reached]
}

/** @returns a function that lists the project's files that a file imports; it reads each file once. */
function importReader(root: string): (file: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (file) => {
    const found = known.get(file) ?? importsIn(root, file)
    known.set(file, found)
    return found
  }
}

function importsIn(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return (
    [...text.replace(IMPORT_OF_TYPES, '').matchAll(IMPORTED)]
      .map(([, name = '']) => path.join(path.dirname(file), name))
      // Some test files import files that a generator has not written yet.
      .filter((name) => existsSync(path.join(root, name)))
  )
}
