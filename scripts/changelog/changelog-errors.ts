import { BEGIN, END, TITLE, UNRELEASED } from './contract-part.ts'

/** The whole part below its heading, without a heading of a version between. */
const WHOLE = new RegExp(
  `(?<=^${UNRELEASED}(?:(?!## ).*\\n)*)${BEGIN}\\n(?:(?!## |<!--).*\\n)*${END}\\n`,
  'm',
)

/**
 * Errors that prevent `npm run changelog` from finding its own part among text written by hand: it would write
 * its part twice, or overwrite that text.
 * @param changelog with Unix line ends, the last line ended.
 */
export function changelogErrors(changelog: string): string[] {
  const [remnant] = /^.*<!--.*changelog.*$/im.exec(changelog.replace(WHOLE, '')) ?? []
  const headings = changelog.match(/^##\W*unreleased\W*$/gim) ?? []
  const wanted = UNRELEASED.trim()
  const errors = [
    !changelog.startsWith(TITLE) && `its first line must be "${TITLE.trim()}"`,
    headings.length > 1 && `there must be one heading "${wanted}"`,
    ...headings.map((each) => each.trim() !== wanted && `"${each.trim()}" must be "${wanted}"`),
    remnant !== undefined &&
      `"${remnant.trim()}" must stand as it was written, once, in its order, below "${wanted}"`,
  ]
  return errors.filter((error) => error !== false).map((error) => `CHANGELOG.md: ${error}.`)
}
