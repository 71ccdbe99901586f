import { isIn, iso1A2Code } from '@rapideditor/country-coder'
import { CellProblem, quotedCell } from './cell-values.ts'
import type { Cell } from './row.ts'

/** Two numbers with decimal points, or with decimal commas and another sign between them. */
const FORMS = [
  /^([+-]?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)$/,
  /^([+-]?\d{1,3},\d+)\s*(?:;|,?\s)\s*([+-]?\d{1,3},\d+)$/,
]

/** Latitude and longitude as maps write them, with the six decimals that the contract takes; another text as it is. */
export function readPlace(text: string): string {
  const [numbers] = FORMS.flatMap((form) => {
    const [, ...parts] = form.exec(text.trim()) ?? []
    return parts.length > 0 ? [parts.map((part) => Number(part.replace(',', '.')))] : []
  })
  return numbers?.map((number) => String(Number(number.toFixed(6)))).join(',') ?? text.trim()
}

/** The first three digits of the zip codes in states with the code or name of a country. */
const ZIPS = new Map(
  [
    'AL 350-369 AZ 850-865 AR 716-729 CA 900-961 CO 800-816 DE 197-199 GA 300-319 ID 832-838 IL 600-629 IN 460-479',
    'KY 400-427 LA 700-714 ME 039-049 MD 206-219 MA 010-027 MN 550-567 MS 386-397 MO 630-658 MT 590-599 NE 680-693',
    'NC 270-289 PA 150-196 SC 290-299 SD 570-577 TN 370-385 VA 220-246 GEORGIA 300-319',
  ].flatMap((line) =>
    Array.from(line.matchAll(/(\w+) (\d+)-(\d+)/g), ([, state = '', first, last]) => [
      state,
      { first: Number(first), last: Number(last) },
    ]),
  ) as [string, { first: number; last: number }][],
)

function isZipOf(state: string, text: string): boolean {
  const zips = ZIPS.get(state)
  const [, area = Number.NaN] = /^(\d{3})\d\d(?:-\d{4})?$/.exec(text) ?? []
  return zips !== undefined && zips.first <= Number(area) && Number(area) <= zips.last
}

/**
 * Whether a row shows by its place, a zip code or a column of states that the code in its cell is that of a state of the USA;
 * undefined if it shows neither this nor the country.
 */
export function isInState(
  code: string,
  country: string,
  place: unknown,
  cells: Iterable<readonly [string, Cell]>,
): boolean | undefined {
  const [latitude = Number.NaN, longitude = Number.NaN] = (typeof place === 'string' ? place : '')
    .split(',')
    .map(Number)
  const isThere = (area: string) =>
    !Number.isNaN(latitude + longitude) && isIn([longitude, latitude], area) === true
  if (isThere('US')) return true
  if (isThere(country)) return false
  const state = code.trim().toUpperCase()
  const isShown = [...cells].some(([heading, cell]) => {
    const words = String(cell ?? '').split(/[\s,]+/)
    if (words.length > 1)
      return words.some((word, at) => word === code.trim() && isZipOf(state, words[at + 1] ?? ''))
    const [word = ''] = words
    return /zip/i.test(heading)
      ? isZipOf(state, word)
      : /state/i.test(heading) && word === code.trim()
  })
  return isShown || undefined
}

/** @throws {CellProblem} for a place outside the country of its row, or outside all, that is inside with the longitude first. */
export function requirePlace(place: unknown, country: unknown): void {
  if (typeof place !== 'string') return
  const [first = Number.NaN, second = Number.NaN, ...others] = place.split(',').map(Number)
  if (Number.isNaN(first + second) || others.length > 0) return
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
  if (!isIn([first, second], country) || isIn([second, first], country)) return
  throw new CellProblem(
    `${quotedCell(place)} is not in ${country}, but ${turned} is. Write the latitude first.`,
  )
}

function countryAt([longitude = 0, latitude = 0]: readonly number[]): string | undefined {
  const code = Math.abs(latitude) > 90 ? null : iso1A2Code([longitude, latitude])
  return code === null || code === 'AQ' ? undefined : code
}
