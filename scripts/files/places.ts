import { isIn, iso1A2Code } from '@rapideditor/country-coder'
import { CellProblem, quotedCell } from './cell-text.ts'
import type { ColumnContext, RowContext } from './context.ts'
import { optionText } from './file-options.ts'

/** Degrees with a letter, such as `52.5° N`, also with minutes and seconds: `13°24'36" E`. */
const ANGLE = String.raw`(\d{1,3}(?:[.,]\d+)?)\s*[°º]?\s*(?:([0-5]?\d(?:[.,]\d+)?)\s*['′’]\s*(?:([0-5]?\d(?:[.,]\d+)?)\s*(?:["″”]|''|′′)\s*)?)?`

/** Two numbers with decimal points, or with decimal commas and another sign between them, or two angles. */
const FORMS = [
  /^([+-]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/,
  /^([+-]?\d{1,3},\d+)\s*(?:;|,?\s)\s*([+-]?\d{1,3},\d+)$/,
  new RegExp(String.raw`^${ANGLE}([NS])\s*[,;/]?\s*${ANGLE}([EW])$`, 'i'),
]

/** Of degrees with their sign, or of degrees, minutes, seconds and a letter. */
function degreesOf(parts: readonly (string | undefined)[]): number {
  const [degrees = 0, minutes = 0, seconds = 0] = parts
    .slice(0, 3)
    .map((part) => Number(part?.replace(',', '.') ?? 0))
  return (/[sw]/i.test(parts[3] ?? '') ? -1 : 1) * (degrees + minutes / 60 + seconds / 3600)
}

/** Latitude and longitude as maps write them, with the six decimals that the contract takes; another text as it is. */
export function readPlace(text: string, { headings, mapping }: ColumnContext): string {
  if (headings.length === 1 && !mapping.isExport && /^[+-]?\d{1,3},\d+$/.test(text.trim()))
    throw new CellProblem(
      `${quotedCell(text)} can be one number with a decimal comma. Write latitude and longitude with decimals, as 33.0,7.0.`,
    )
  const parts = FORMS.flatMap((form) => form.exec(text.trim())?.slice(1) ?? [])
  if (parts.length === 0) return text.trim()
  const half = parts.length / 2
  return [parts.slice(0, half), parts.slice(half)]
    .map((each) => String(Number(degreesOf(each).toFixed(6))))
    .join(',')
}

/** @throws {CellProblem} for a place outside the country of its row, or outside all, and for what software writes for none. */
export function requirePlace(fields: Record<string, unknown>, row: RowContext): void {
  const { geolocation: place, country } = fields
  if (typeof place !== 'string' || row.mapping.isExport) return
  const [first = Number.NaN, second = Number.NaN, ...others] = place.split(',').map(Number)
  if (Number.isNaN(first + second) || others.length > 0) return
  if (first === 0 && second === 0) {
    const option = optionText('replace', `geolocation:${String(row.own.get('geolocation'))}=`)
    throw new CellProblem(
      `${quotedCell(place)} is what software writes for no place. Add ${option} to leave it out.`,
    )
  }
  const turned = quotedCell(`${second},${first}`)
  if (Math.abs(first) > 90 && Math.abs(second) <= 90)
    throw new CellProblem(`${quotedCell(place)} begins with no latitude. Is it ${turned}?`)
  if (!country) {
    const [found, other] = [
      [second, first],
      [first, second],
    ].map(countryAt)
    if (found !== undefined || other === undefined) return
    throw new CellProblem(
      `${quotedCell(place)} is in the sea or in Antarctica, but ${turned} is in ${other}. Write the latitude first, or give the country.`,
    )
  }
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return
  const isThere = (latitude: number, longitude: number) =>
    isIn([longitude, latitude], country) === true
  if (isThere(first, second)) return
  if (isThere(second, first))
    throw new CellProblem(
      `${quotedCell(place)} is not in ${country}, but ${turned} is. Write the latitude first.`,
    )
  const signs = [-1, 1].flatMap((one) => [-1, 1].map((other) => [one * first, other * second]))
  const other = signs.find(([latitude = 0, longitude = 0]) => isThere(latitude, longitude))
  if (other === undefined) return
  throw new CellProblem(
    `${quotedCell(place)} is not in ${country}, but ${quotedCell(other.join(','))} is. Correct its signs, or the country.`,
  )
}

function countryAt([longitude = 0, latitude = 0]: readonly number[]): string | undefined {
  const code = Math.abs(latitude) > 90 ? null : iso1A2Code([longitude, latitude])
  return code === null || code === 'AQ' ? undefined : code
}
