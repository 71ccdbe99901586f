import { isDeepStrictEqual } from 'node:util'
import { quoted, type Change } from './change.ts'
import { part, text, type Documents, type Node } from './document.ts'

/** Without the suffixes of Semantic Versioning: a contract is released or it is not. */
const VERSION = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/

/** The version of the API that the contract describes (`info.version`). */
export function versionOf(contract: Node): string {
  return text(part(contract, 'info'), 'version')
}

/**
 * The error of the present contract's version, if any: additions need a new minor version, other words a
 * new patch version (Semantic Versioning 2.0.0, items 6 and 7). Breaks, which would need a
 * new major version and path, are rejected before.
 */
export function versionError(documents: Documents, changes: readonly Change[]): string | undefined {
  const [old, present] = [versionOf(documents.before), versionOf(documents.after)]
  if (!VERSION.test(present)) return `version ${quoted(present)} must be three numbers, as 1.2.3.`
  const least = leastVersion(documents, changes)
  const [major] = numbersOf(old)
  if (numbersOf(present)[0] !== major) {
    return `version ${present} is another major version than ${old}: \`/api/v${major}/\` only grows.`
  }
  if (compare(numbersOf(present), numbersOf(least)) >= 0) return undefined
  return `version ${present} must be ${least} at least, as ${old} is released: set \`info.version\`, and the version in package.json and package-lock.json.`
}

function leastVersion({ before, after }: Documents, changes: readonly Change[]): string {
  const [major = 0, minor = 0, patch = 0] = numbersOf(versionOf(before))
  if (changes.length > 0) return `${major}.${minor + 1}.0`
  const isSame = isDeepStrictEqual(unversioned(before), unversioned(after))
  return `${major}.${minor}.${isSame ? patch : patch + 1}`
}

function unversioned(contract: Node): Node {
  return { ...contract, info: { ...part(contract, 'info'), version: '' } }
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}

function compare(left: readonly number[], right: readonly number[]): number {
  const differences = left.map((number, index) => number - (right[index] ?? 0))
  return differences.find((difference) => difference !== 0) ?? 0
}
