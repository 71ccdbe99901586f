import { changelogErrors } from '../changelog/changelog-errors.ts'
import { UNRELEASED } from '../changelog/contract-part.ts'
import { compareDocuments } from '../compatibility/compare-documents.ts'
import { checkDeprecations } from '../compatibility/deprecation-errors.ts'
import type { Documents } from '../compatibility/document.ts'
import { findBreaks } from '../compatibility/find-breaks.ts'
import { versionError, versionOf } from '../compatibility/version-step.ts'

interface Release {
  readonly documents: Documents
  /** The versions in package.json and package-lock.json, by their place. */
  readonly packageVersions: Readonly<Record<string, string | undefined>>
  /** The output of `npm run generate -- --check` if it fails, otherwise empty. */
  readonly stale: string
  /** Whether the generated clients of this contract have passed. */
  readonly areSdksVerified: boolean
  /** Normalized, with the generated changes of the contract. */
  readonly changelog: string
  /** As YYYY-MM-DD. */
  readonly today: string
}

/** Why the present contract cannot be released; empty when it can. */
export async function releaseErrors(release: Release): Promise<string[]> {
  const { documents, packageVersions, stale, areSdksVerified, changelog, today } = release
  const { findings } = await findBreaks(documents, today)
  const breaks = findings.map(({ place, what, remedy }) => `${place}: ${what}. ${remedy}`)
  const version = versionOf(documents.after)
  const step = versionError(documents, compareDocuments(documents))
  return [
    ...breaks,
    ...(step === undefined ? [] : [step]),
    ...(version === versionOf(documents.before) ? [`version ${version} is released already.`] : []),
    ...checkDeprecations(documents, today).errors,
    ...(stale === '' ? [] : [stale.trim()]),
    ...(areSdksVerified
      ? []
      : ['The generated clients of this contract are unverified. Run npm run sdks.']),
    ...changelogErrors(changelog),
    ...headingErrors(changelog, version),
    ...Object.entries(packageVersions)
      .filter(([, each]) => each !== version)
      .map(([place, each]) => `${place} has version ${each ?? '(none)'}.`),
  ]
}

function headingErrors(changelog: string, version: string): string[] {
  const headings = changelog.split('\n').filter((line) => line.startsWith('## '))
  const isThere = headings.some((line) => line.split(/[^\w.-]+/)[1] === version)
  return [
    ...(headings.includes(UNRELEASED.trim())
      ? []
      : ['CHANGELOG.md has nothing that is unreleased.']),
    ...(isThere ? [`CHANGELOG.md has a heading of version ${version} already.`] : []),
  ]
}
