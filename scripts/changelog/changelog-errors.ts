import { BEGIN, END, TITLE, UNRELEASED } from './contract-part.ts'

/**
 * Errors that prevent `npm run changelog` from finding its own part among text written by hand: it would write
 * its part twice, or overwrite that text.
 * @param changelog with Unix line ends, the last line ended.
 */
export function changelogErrors(changelog: string): string[] {
  const lines = changelog.split('\n').map((line) => `${line}\n`)
  const placesOf = (wanted: string): number[] =>
    lines.flatMap((line, index) => (line === wanted ? [index] : []))
  const [begins, ends] = [placesOf(`${BEGIN}\n`), placesOf(`${END}\n`)]
  const headings = placesOf(UNRELEASED)
  const other = lines.find((line) => /^##\W*unreleased\W*$/i.test(line) && line !== UNRELEASED)
  const comment = lines.find(
    (line) => /<!--.*changelog/i.test(line) && line !== `${BEGIN}\n` && line !== `${END}\n`,
  )
  const errors = [
    lines[0] === TITLE ? '' : `its first line must be "${TITLE.trim()}"`,
    headings.length > 1 ? `there must be one heading "${UNRELEASED.trim()}"` : '',
    other === undefined ? '' : `"${other.trim()}" must be "${UNRELEASED.trim()}"`,
    comment === undefined ? '' : `"${comment.trim()}" is not as it was written: put it back`,
    isOnePart(begins, ends, headings, lines)
      ? ''
      : `"${BEGIN}" and "${END}" must stand once each, in this order, below "${UNRELEASED.trim()}"`,
  ]
  return errors.filter((error) => error !== '').map((error) => `CHANGELOG.md: ${error}.`)
}

/** Whether the part is there as it was written, or not at all. */
function isOnePart(
  begins: readonly number[],
  ends: readonly number[],
  headings: readonly number[],
  lines: readonly string[],
): boolean {
  if (begins.length === 0 && ends.length === 0) return true
  const [begin = -1, end = -1, heading = Infinity] = [begins[0], ends[0], headings[0]]
  const isOnce = begins.length === 1 && ends.length === 1 && begin < end && heading < begin
  return isOnce && !lines.slice(heading + 1, end).some((line) => line.startsWith('## '))
}
