import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { projectRoot } from '../src/config.ts'
import { asReleased, normalized, withContractPart } from './changelog/contract-part.ts'
import { SDK_INPUTS, Verification } from './check/verification.ts'
import { compareDocuments } from './compatibility/compare-documents.ts'
import { readContracts, RELEASED, today } from './compatibility/read-contracts.ts'
import { versionOf } from './compatibility/version-step.ts'
import { endOnSignal, messageOf, readFlags } from './command-line.ts'
import { runScript } from './programs/run-program.ts'
import { releaseDatabase } from './release/release-database.ts'
import { releaseErrors } from './release/release-errors.ts'

/**
 * `npm run release`: writes the present contract as the released one, and renames "Unreleased" in CHANGELOG.md to its
 * version and day. Adds a database of this version to the test data. Fails for a breaking change, for a version that is too low
 * for the additions, if `npm run check` would fail after the release, and while generated clients are unverified. Commits and
 * tags nothing.
 */
readFlags(`Usage: npm run release

Makes the contract the released one and "Unreleased" in CHANGELOG.md its version, unless that
would break clients. Adds a database of this version to the test data. Commits nothing.`)

endOnSignal('release')
const at = (name: string): string => path.join(projectRoot(), name)
const documents = await readContracts()
const version = versionOf(documents.after)
const [manifest, lock] = await Promise.all([
  readManifest('package.json'),
  readManifest('package-lock.json'),
])
const packageVersions = {
  'package.json': manifest.version,
  'package-lock.json': lock.version,
  'package-lock.json (packages)': lock.packages?.['']?.version,
}
const stale = await runScript('dist/scripts/generate.js', ['--check'], projectRoot()).then(
  () => '',
  messageOf,
)

const written = normalized(await readFile(at('CHANGELOG.md'), 'utf8'))
const changelog = withContractPart(written, version, compareDocuments(documents))

const errors = await releaseErrors({
  documents,
  packageVersions,
  stale,
  areSdksVerified: new Verification(SDK_INPUTS).isCurrent(),
  changelog,
  today: today(),
})
if (errors.length > 0) {
  console.error(
    `The contract cannot be released:\n${errors.map((error) => `  ${error}`).join('\n')}`,
  )
  process.exitCode = 1
} else {
  const dump = `test/database/releases/${version}.sql.gz`
  // It takes a while and can fail: nothing is written before, so that the command can run again.
  const database = await releaseDatabase()
  await writeFile(at(dump), database)
  await writeFile(at('CHANGELOG.md'), asReleased(changelog, version, today()))
  await writeFile(
    at(RELEASED),
    stringify(documents.after, { lineWidth: 120, blockQuote: 'literal' }),
  )
  console.log(
    `Version ${version} is released: commit ${RELEASED}, CHANGELOG.md and ${dump}, and tag it.`,
  )
}

interface Manifest {
  readonly version?: string
  /** Of a lock file; the package itself has the empty name. */
  readonly packages?: Readonly<Record<string, { readonly version?: string }>>
}

async function readManifest(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(at(name), 'utf8')) as Manifest
}
