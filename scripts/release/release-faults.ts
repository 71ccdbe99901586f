import { UNRELEASED } from '../changelog/contract-part.ts'
import { compareDocuments } from '../compatibility/compare-documents.ts'
import type { Documents } from '../compatibility/document.ts'
import { findBreaks } from '../compatibility/find-breaks.ts'
import { versionFault, versionOf } from '../compatibility/version-step.ts'

export interface Release {
  readonly documents: Documents
  /** What package.json says. */
  readonly packageVersion: string
  /** With what the contract adds. */
  readonly changelog: string
  /** As YYYY-MM-DD. */
  readonly today: string
}

/** Why the present contract cannot be released; empty when it can. */
export async function releaseFaults(release: Release): Promise<string[]> {
  const { documents, packageVersion, changelog, today } = release
  const { findings } = await findBreaks(documents, today)
  const breaks = findings.map(({ place, what, mend }) => `${place}: ${what}. ${mend}`)
  const version = versionOf(documents.after)
  const step = versionFault(documents, compareDocuments(documents))
  return [
    ...breaks,
    ...(step === undefined ? [] : [step]),
    ...(version === versionOf(documents.before) ? [`version ${version} is released already.`] : []),
    ...(changelog.includes(UNRELEASED) ? [] : ['CHANGELOG.md has nothing that is unreleased.']),
    ...(version === packageVersion ? [] : [`package.json has version ${packageVersion}.`]),
  ]
}
