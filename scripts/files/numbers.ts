import { exactNumber } from '../../src/request-body/json.ts'
import { CellProblem, quotedCell } from './cell-text.ts'
import { optionText, type FileOptions } from './file-options.ts'
import type { ColumnContext } from './context.ts'

// Numbers and years of cells. A text with two readings is taken only when the user says which.

/**
 * The form of a number, by the sign of its decimals. Blanks and apostrophes part groups of thousands in both. A dash in place
 * of decimals is none: `1.200,-` and `1,200/-`.
 */
const NOTATIONS = { point: notation('.', ','), comma: notation(',', '.') } as const

function notation(decimal: string, group: string) {
  const thousands = String.raw`[1-9]\d{0,2}(?:(?:[${group}]\d{3})+|(?:[\s'’]\d{3})+)`
  // As in India: `1,20,000`. A point parts no such groups.
  const lakhs = group === ',' ? String.raw`|[1-9]\d?(?:,\d\d)+,\d{3}` : ''
  return {
    form: new RegExp(
      String.raw`^-?(?!0\d+[.,])(?:\d{1,30}|${thousands}${lakhs})(?:[${decimal}](?:\d{1,30}|[-–—]{1,2})|/[-–—])?$`,
    ),
    noDigits: new RegExp(String.raw`[\s'’${group}]|[${decimal}/][-–—]+$`, 'g'),
  }
}

/**
 * A number, exactly.
 * @param cell the cell whose part it is.
 * @throws {CellProblem} for a text that is no number, or one of two.
 */
export function readNumber(text: string, { numbers }: FileOptions, cell = text): number {
  const number = text.trim()
  const notations = numbers === undefined ? (['point', 'comma'] as const) : [numbers]
  const readings = new Set(
    notations.flatMap((name) => {
      const { form, noDigits } = NOTATIONS[name]
      return form.test(number) ? [number.replaceAll(noDigits, '').replace(',', '.')] : []
    }),
  )
  if (readings.size > 1) {
    throw new CellProblem(
      `${quotedCell(cell)} is ${[...readings].join(' or ')}: add --numbers point if the file has a decimal point, ` +
        'as 12.5, or --numbers comma if it has a decimal comma.',
      '--numbers NOTATION',
    )
  }
  const [reading = ''] = readings
  const value = reading === '' ? undefined : exactNumber(reading)
  if (value !== undefined) return value
  const sign = numbers === 'comma' ? 'decimal comma, as 12,5' : 'decimal point, as 12.5'
  throw new CellProblem(
    `${quotedCell(cell.trim())} is no number. Write its digits, with a ${sign}.`,
  )
}

/** A number in a form that has one reading: `12.1250` for `12.125`. */
export function unmistakable(number: string): string {
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(number) ? `${number}0` : number
}

/** With plain digits, signs and units in place of wide and Arabic ones and `㎝`. Raised digits stay: they are no part of a number. */
export function plainNumbers(text: string): string {
  return text
    .replaceAll(/[\uff00-\uffef\u3380-\u33df]+/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', "'")
}

/** Whether a text can be the id of a record. */
export function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text.trim())
}

/** `MMXXIV`: shorter ones are also words. */
const ROMAN = /^(?=.{4})M{1,2}(C[MD]|D?C{0,3})(X[CL]|L?X{0,3})(I[XV]|V?I{0,3})$/

const ROMAN_DIGITS = new Map(Object.entries({ I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }))

function romanYear(text: string): number | undefined {
  if (!ROMAN.test(text)) return undefined
  const digits = Array.from(text, (letter) => ROMAN_DIGITS.get(letter) ?? 0)
  // A smaller digit before a larger one is taken from it.
  return digits.reduce(
    (sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit),
    0,
  )
}

/** For a year of the Buddhist calendar, as in Thailand, of Taiwan, or of the Persian and the Islamic calendar. */
export function otherEra(cell: string, year: string): CellProblem {
  const no = Number(year)
  const common = no >= 2400 ? `, such as ${no - 543}` : no < 1000 ? `, such as ${no + 1911}` : ''
  return new CellProblem(
    `${quotedCell(cell)} may be a year of another era. Write the common one${common}, in the digits 0 to 9.`,
  )
}

/** 13xx and 14xx in Arabic digits are seldom of the common era, and neither are 100 to 129 before the word for a year. */
const YEAR_OF_ANOTHER_ERA =
  /(?<![\u0660-\u0669\u06f0-\u06f9])[\u0661\u06f1][\u0663\u0664\u06f3\u06f4][\u0660-\u0669\u06f0-\u06f9]{2}(?![\u0660-\u0669\u06f0-\u06f9])|^1[0-2]\d\s*年$|^2[4-6]\d\d$/

/** A year with all its digits: `85` is 1985 to most people, apart from an export. */
export function readYearCell(cell: string, { options, mapping }: ColumnContext): number {
  if (mapping.isExport) return readNumber(cell, options)
  const text = plainNumbers(cell).replace(/\s*(?:[年년]|г\.?)\s*$/, '')
  const roman = romanYear(text.trim())
  if (roman !== undefined) return roman
  if (/^\d{1,2}(?:[.,]0*)?$/.test(text.trim()))
    throw new CellProblem(
      `${quotedCell(text)} may be a year without its century. Write all its digits, as 1985 or 0085.`,
    )
  if ([text, cell].some((each) => YEAR_OF_ANOTHER_ERA.test(each.trim())))
    throw otherEra(cell, /\d+/.exec(text)?.[0] ?? '')
  if (!/[^\d\s.,'’-]|\d\s*-|^\s*['’]/.test(text)) return readNumber(text, options)
  const year = onlyYear(text)
  const option = optionText('lenient', 'year_of_creation')
  const effect = year === undefined ? 'leave it out' : `take ${year}`
  throw new CellProblem(
    `${quotedCell(text)} is no year such as 1985. Or add ${option} to ${effect}.`,
    option,
    year,
  )
}

/** Before the common era, in the languages of dates (names-of-dates.ts) and in other scripts. */
const BEFORE_CHRIST = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    String.raw`b\.?\s?c(?:\.?\s?e)?`,
    String.raw`v(?:oor|or)?\.?\s?(?:c|chr\p{L}*|u\.?\s?z)`,
    String.raw`av(?:ant|anti)?\.?\s?(?:j\p{L}*|cristo)`,
    String.raw`a(?:ntes)?\.?\s?(?:d[ei]\.?\s)?c(?:risto)?`,
    String.raw`[fe](?:ør|öre)?\.?\s?kr\p{L}*`,
    String.raw`(?:д[оа]|пр?|пре|преди)\.?\s?(?:н\.?\s?[еэ]|р\.?\s?х|(?:наш|нов|рожд|різдв|хр)\p{L}*)|π\.?\s?χ|ق\.?\s?م`,
    String.raw`eaa|p\.?\s?n\.?\s?e|př\.?\s?(?:n\.?\s?l|kr)|i\.\s?e|kr\.?\s?e|m\.?ö`,
  ].join('|')})(?!\p{L})|[紀纪公西]元前|前\s?(?=\d)|기원전`,
  'iu',
)

/** Buddhist, Islamic, Persian, Jewish and East Asian years, in words that are no others, as "am" is in German. */
const ERA_IN_WORDS =
  /(?<!\p{L})(?:a\.?\s?h|(?<=\d\s?)h|hijri|هـ?|ش|ق|พ\.?\s?ศ)(?!\p{L})|皇紀|佛|仏|هجر|שנת|[民민][國国국]/iu

/** Several years: `1890–95`, `1890/1`, `1890, 91`, `1890 bis 95`. */
const YEARS = String.raw`\d{4}\s?(?:[-–—/,;&+]|\p{L}{1,3}\s)\s?['’]?\d{1,2}(?!\d|[-/.]\d)`

/** `1890s`, `1890er Jahre`, `1890-tallet`, `1890年代`, `anni 1890`, `década de 1890`. */
const DECADE = String.raw`\d{4}\s?(?:['’]?(?:tie)?s(?!\p{L})|[-'’]?er(?:ne)?(?!\p{L})|-?tall?et|-luku|年代|년대|-?[еых]{1,2}(?!\p{L})|\.?\sl[eé]ta)|(?<!\p{L})(?:anni|ann[ée]es|años|anos|jaren|lata|léta|d[eé]cad\p{L}*)\s(?:d[eo]\p{L}*\s)?['’]?\d`

const SEVERAL_YEARS = new RegExp(`${YEARS}|${DECADE}`, 'iu')

/** The only year in a text such as `c. 1875`. */
function onlyYear(text: string): string | undefined {
  if (BEFORE_CHRIST.test(text) || ERA_IN_WORDS.test(text) || SEVERAL_YEARS.test(text))
    return undefined
  const years = text.match(/(?<!\d)\d{4}(?!\d)/g) ?? []
  return years.length === 1 ? years[0] : undefined
}
