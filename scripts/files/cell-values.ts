import { exactNumber } from '../../src/request-body/json.ts'
import { isoDate } from '../../src/request-body/timestamp.ts'
import { optionText, zoneNamed, type FileOptions } from './file-options.ts'
import { nameKey } from '../../src/records/name-key.ts'
import { currenciesOfHeading, partsOfPrice } from './currencies.ts'
import { monthNamed, weekdayNamed } from './names-of-dates.ts'
import { misread, withoutMarkup } from './misread-text.ts'

// The texts of cells as people and software write them. A text with two readings is taken only when the user says which.

/** A cell that must not be taken as it is. */
export class CellProblem extends Error {
  override readonly name = 'CellProblem'
  /** The option with which it can be taken. */
  readonly hint: string | undefined
  /** What of it is taken if the user is lenient. */
  readonly part: string | undefined

  constructor(message: string, hint?: string, part?: string) {
    super(message)
    this.hint = hint
    this.part = part
  }
}

const MAX_QUOTED = 80

export function quotedCell(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text)
}

/** What software writes for nothing, and for an error. A spreadsheet names errors in its own language. */
const NOTHINGS = [
  String.raw`[[(<{]?(?:na|n/a|n\.a\.|null|nan|nat|none|nil|undefined)[\])>}]?|\\n|pd\.na`,
  String.raw`[[(<](?:blank|empty|leer|vide)[\])>]|\[object object\]|0000-00-00(?: 00:00:00)?`,
  String.raw`[#＃][¡¿]?[\p{L}\p{M}\d/_. ]+[!?！？]|err:\d+|#+`,
  // Without a sign at the end.
  String.raw`#\p{L}{1,3}/\p{L}+|#(?:ref|nv|hiányzik|yok|brak|getting_data|not_available|nemáhodnotu)`,
]
const NOTHING = new RegExp(`^(?:${NOTHINGS.join('|')})$`, 'iu')

/** A long number as a spreadsheet shows it. */
const SHORTENED = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+|\s?[×x*]\s?10\^\d+)$/i

/** Whether a text is what software writes for nothing, for an error or for a shortened number. */
export function isMadeBySoftware(text: string): boolean {
  return NOTHING.test(text.trim()) || SHORTENED.test(text.trim())
}

/** Programs write `="00123"` so that no spreadsheet reads the text as a number. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/**
 * A formula that begins with a call, a reference to cells, or a text before another part: programs can save formulas in place of
 * their values.
 */
const FORMULA =
  /^=[-+(]*(?:[\p{L}_][\p{L}\d_.]*[([]|\[|"(?:[^"]|"")*"\s*&|(?:\$?(?:'[^']+'|[\p{L}\d_]+)[!.])?\$?[a-z]{1,3}\$?\d)/iu

/** The text of a cell of a spreadsheet. */
export function cellText(cell: string): string {
  const [, constant] = TEXT_FORMULA.exec(cell.trim()) ?? []
  return constant?.replaceAll('""', '"') ?? cell
}

/**
 * A text that can be taken.
 * @returns undefined for a word that the user has declared to mean nothing.
 * @throws {CellProblem}
 */
export function takenText(
  text: string,
  { nothing, mojibake }: FileOptions,
  isExport: boolean,
): string | undefined {
  const word = text.trim()
  if (nothing.some((each) => nameKey(each) === nameKey(word))) return undefined
  if (NOTHING.test(word)) {
    const option = optionText('nothing', word)
    throw new CellProblem(
      `${quotedCell(word)} is what software writes for nothing or for an error. If it means nothing, add --nothing with ` +
        'this word; if it is meant, put an apostrophe in front of it.',
      option,
    )
  }
  if (SHORTENED.test(word)) {
    throw new CellProblem(
      `${quotedCell(word)} is a number that a spreadsheet has shortened, so its digits are lost. Format its column as ` +
        'text where the file comes from, and save it again.',
    )
  }
  if (FORMULA.test(word)) {
    throw new CellProblem(
      `${quotedCell(word)} is a formula. Save the file again with the values of its cells; if it is meant, put an apostrophe in front of it.`,
    )
  }
  if (mojibake === 'keep') return text
  // An export is UTF-8, so its question marks are those of its texts.
  if (!isExport && hasLostLetters(text)) {
    throw new CellProblem(
      `${quotedCell(text)} has a question mark in the place of a letter, as programs write one that their encoding ` +
        'lacks. Save the file again as "CSV UTF-8" where it comes from, or add --mojibake keep.' +
        (isMeantToAsk(text) ? ' If it is meant, put an apostrophe in front of it.' : ''),
    )
  }
  const repairs = mojibake === 'repair'
  const plain = isExport ? text : withoutMarkup(text)
  if (plain === text || repairs) return wellEncoded(plain, repairs)
  throw new CellProblem(
    `${quotedCell(text)} has codes of HTML; it was probably ${quotedCell(plain)}. Add --mojibake repair, or ` +
      '--mojibake keep to take it as it is.',
    '--mojibake repair',
  )
}

/**
 * `Miros?aw`, `M?NCH`, or `????` for a word of another script. In addresses, a question mark comes before a query, and in
 * `What is art?The answer` a space is missing.
 */
function hasLostLetters(text: string): boolean {
  const words = text.split(/\s+/)
  return words.some(hasLostLetter) || words.some(isQuestionMarks)
}

function hasLostLetter(word: string): boolean {
  return /\?\p{Ll}|\p{Lu}\?\p{Lu}/u.test(word) && !/[/=]/.test(word)
}

function isQuestionMarks(word: string): boolean {
  return word.includes('??') && /^\p{P}+$/u.test(word) && !word.includes('/')
}

/** `What ??`, for which an apostrophe in front can vouch: it is none of a pair, and no letter is lost within a word. */
export function isMeantToAsk(text: string): boolean {
  const words = text.split(/\s+/)
  return !text.includes("'") && words.some(isQuestionMarks) && !words.some(hasLostLetter)
}

function wellEncoded(text: string, repairs: boolean): string {
  const found = misread(text)
  if (found !== undefined && found.text !== text) {
    if (repairs) return found.text
    throw new CellProblem(
      `${quotedCell(text)} is UTF-8 that was read as ${found.encoding}; it was probably ${quotedCell(found.text)}. Add ` +
        '--mojibake repair, or --mojibake keep to take it as it is.',
      '--mojibake repair',
    )
  }
  if (found === undefined && !text.includes('\ufffd')) return text
  const cause =
    found === undefined
      ? 'U+FFFD, for a letter that a program has lost'
      : 'UTF-8 of which a program has lost bytes'
  throw new CellProblem(
    `${quotedCell(text)} has ${cause}. Save the file again in UTF-8, or add --mojibake keep.`,
  )
}

/**
 * The forms of a number, by the sign of its decimals. Blanks and apostrophes part groups of thousands in both. A dash in place
 * of decimals is none: `1.200,-`.
 */
const NOTATIONS = {
  point: {
    form: /^-?(?!0\d+[.,])(?:\d{1,30}|[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[\s'’]\d{3})+))(?:\.(?:\d{1,30}|[-–—]{1,2}))?$/,
    toJson: (text: string) => text.replaceAll(/[\s'’,]|\.[-–—]+$/g, ''),
  },
  comma: {
    form: /^-?(?!0\d+[.,])(?:\d{1,30}|[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:[\s'’]\d{3})+))(?:,(?:\d{1,30}|[-–—]{1,2}))?$/,
    toJson: (text: string) => text.replaceAll(/[\s'’.]|,[-–—]+$/g, '').replace(',', '.'),
  },
} as const

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
      const { form, toJson } = NOTATIONS[name]
      return form.test(number) ? [toJson(number)] : []
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

const TAX = String.raw`(?:\s*\d{1,2}(?:[.,]\d)?\s?%)?(?:\s*(?:sales\s)?(?:vat|mwst|ust|tva|iva|btw|moms|mva|alv|gst|tax|taxes))?\.?`

/** Words for a tax that a price contains, and for one that comes to it. */
const WITH_TAX = new RegExp(
  String.raw`[\s,]*[(]?(?:(?:incl?|inkl|including|inklusive|inclusief|inclus|incluido|inclusa|brutto|gross|ttc)\.?${TAX}|(?:vat|tva|iva|btw|moms)\s(?:incl?|included|inclus|incluido|inclusa)\.?)[)]?$`,
  'i',
)
const WITHOUT_TAX = new RegExp(
  String.raw`[\s,]*[(]?(?:(?:\+|plus)(?=\s*\w)|zzgl|zuzüglich|excl?|exkl|excluding|exclusief|ex|hors|net|netto|ht|h\.t)\.?${TAX}[)]?$`,
  'i',
)

/** `12k`, `1.2m` and `3 Mio.`: the number of zeros of a word behind a number. */
const MULTIPLES = new Map(
  Object.entries({
    3: 'k|tsd|tausend|thousand|mila|mille',
    4: '万|萬|만',
    6: 'm|mio|mill|mln|mn|million|millionen|millions|milioni',
  }).flatMap(([zeros, words]) => words.split('|').map((word) => [word, zeros] as const)),
)

/** A price, and the currencies that all of its signs and codes name, if it has some. */
export function readPrice(text: string, options: FileOptions, field: string) {
  const gross = text.trim().replace(WITH_TAX, '')
  const net = gross.replace(WITHOUT_TAX, '')
  if (net !== gross && /\d/.test(net)) {
    const option = optionText('lenient', field)
    throw new CellProblem(
      `${quotedCell(text)} is a price without its tax. Write the price with it, or add ${option} to take ${quotedCell(net)}.`,
      option,
      net,
    )
  }
  const { number, names, currencies } = partsOfPrice(gross)
  if (currencies?.length === 0)
    throw new CellProblem(
      `${quotedCell(text)} names several currencies: ${names.join(', ')}. Leave one of them.`,
    )
  const [, multiplied = number, word = ''] = /^(.*\d)\s*(\p{L}+)\.?$/u.exec(number) ?? []
  const zeros = MULTIPLES.get(word.toLowerCase())
  const price = readNumber(zeros === undefined ? number : multiplied, options, text)
  return { price: zeros === undefined ? price : Number(`${price}e${zeros}`), currencies }
}

/** The currency that a sign or a word such as `Euro` names; another text as it is. */
export function readCurrency(text: string, field: string): string {
  const [currency = text, ...others] = currenciesOfHeading(text) ?? []
  if (others.length === 0) return currency
  const options = `${optionText('nothing', text.trim())} ${optionText('set', `${field}=CURRENCY`)}`
  throw new CellProblem(
    `${quotedCell(text)} is ${[currency, ...others].join(' or ')}. Write the code, or add ${options} if it is one for all such cells.`,
    options,
  )
}

/** @throws {CellProblem} for several addresses, which can together look like one. */
export function readUrl(text: string, field: string): string {
  // `front.jpg (https://…)`, as databases export pictures.
  const named = Array.from(text.matchAll(/\((https?:\/\/[^\s()]+)\)/gi), ([, url = '']) => url)
  const isNamed = named.length > 0 && !/^https?:/i.test(text.trim())
  const urls = isNamed ? named : text.trim().split(/[\s,;|]+(?=https?:\/\/)/i)
  const [first = ''] = urls
  if (urls.length === 1) return first
  const option = optionText('lenient', field)
  throw new CellProblem(
    `${quotedCell(text)} has ${urls.length} addresses, and the field has one. Leave one of them, or add ${option} to take the first.`,
    option,
    first,
  )
}

/** `MMXXIV`: shorter ones are also words. */
const ROMAN = /^(?=.{4})M{1,2}(C[MD]|D?C{0,3})(X[CL]|L?X{0,3})(I[XV]|V?I{0,3})$/

const ROMAN_DIGITS: Readonly<Record<string, number>> = {
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
}

function romanYear(text: string): number | undefined {
  if (!ROMAN.test(text)) return undefined
  const digits = Array.from(text, (letter) => ROMAN_DIGITS[letter] ?? 0)
  // A smaller digit before a larger one is taken from it.
  return digits.reduce(
    (sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit),
    0,
  )
}

/** A year with all its digits: `85` is 1985 to most people. */
export function readYear(cell: string, options: FileOptions): number {
  const text = cell.replace(/\s*(?:[年년]|г\.?)\s*$/, '')
  const roman = romanYear(text.trim())
  if (roman !== undefined) return roman
  if (/^\d{1,2}(?:[.,]0*)?$/.test(text.trim()))
    throw new CellProblem(
      `${quotedCell(text)} may be a year without its century. Write all its digits, as 1985 or 0085.`,
    )
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

/** Several years: `1890–95`, `1890/1`, `1890, 91`, `1890 bis 95`. */
const YEARS = String.raw`\d{4}\s?(?:[-–—/,;&+]|\p{L}{1,3}\s)\s?['’]?\d{1,2}(?!\d|[-/.]\d)`

/** `1890s`, `1890er Jahre`, `1890-tallet`, `1890年代`, `anni 1890`, `década de 1890`. */
const DECADE = String.raw`\d{4}\s?(?:['’]?s(?!\p{L})|[-'’]?er(?:ne)?(?!\p{L})|-?tall?et|-luku|年代|년대|-?[еых]{1,2}(?!\p{L})|\.?\sl[eé]ta)|(?<!\p{L})(?:anni|ann[ée]es|años|anos|jaren|lata|léta|d[eé]cad\p{L}*)\s(?:d[eo]\p{L}*\s)?['’]?\d`

const SEVERAL_YEARS = new RegExp(`${YEARS}|${DECADE}`, 'iu')

/** The only year in a text such as `c. 1875`. */
function onlyYear(text: string): string | undefined {
  if (BEFORE_CHRIST.test(text) || SEVERAL_YEARS.test(text)) return undefined
  const years = text.match(/(?<!\d)\d{4}(?!\d)/g) ?? []
  return years.length === 1 ? years[0] : undefined
}

/** Blanks may follow the points, and ordinals have signs of their own. */
const DATE_FORMS = [
  { order: 'ymd', form: /^(\d{4})[-/.年년]\s?(\d{1,2})[-/.月월]\s?(\d{1,2})[.日일]?$/ },
  { order: 'ymd', form: /^(\d{4})\.\s?(\p{L}{3,14}\.?)\s+(\d{1,2})\.?$/iu },
  // Only these are written with points.
  { order: 'dmy', form: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/ },
  {
    order: 'dmy',
    form: /^(\d{1,2})(?:\.|st|nd|rd|th|er)?[\s-]+(?:de )?(\p{L}{3,14}\.?),?[\s-]+(?:de )?(\d{4})$/iu,
  },
  { order: 'mdy', form: /^(\p{L}{3,14}\.?)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu },
  { order: 'either', form: /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/ },
] as const

/** The dates that a text can mean, in ISO 8601. @throws {CellProblem} if a day of the week before it is that of none. */
function datesOf(text: string, order: FileOptions['dates']): string[] {
  const dates = DATE_FORMS.flatMap(({ order: usual, form }) => {
    const parts = form.exec(text)?.slice(1)
    if (parts === undefined) return []
    const orders = usual === 'either' ? [order ?? ['dmy', 'mdy']].flat() : [usual]
    return orders.flatMap((each) => {
      const [year, month, day] = ['y', 'm', 'd'].map((letter) => parts[each.indexOf(letter)] ?? '')
      const no = monthNamed(month ?? '') ?? month
      return isoDate(`${year}-${String(no).padStart(2, '0')}-${day?.padStart(2, '0')}`) ?? []
    })
  })
  const [, word = '', rest = ''] = /^(\p{L}+\.?),?\s+(.+)$/u.exec(text) ?? []
  const weekday = dates.length > 0 ? undefined : weekdayNamed(word)
  if (weekday === undefined) return [...new Set(dates)]
  const possible = datesOf(rest, order)
  const ofWeekday = possible.filter((date) => new Date(date).getUTCDay() === weekday % 7)
  if (ofWeekday.length === 0 && possible.length > 0)
    throw new CellProblem(`${quotedCell(text)} is another day of the week. Correct one of them.`)
  return ofWeekday
}

/** A moment as RFC 3339 writes it, or a whole day. */
export interface ReadTime {
  readonly time: string
  readonly isDay: boolean
  /** Whether it is the first or last day of a year. */
  readonly isYear?: boolean
}

/** With its time zone, it has one reading. */
const RFC_3339 = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i

/** `18:00`, `18.30`, `18h30`, `6:30:00 PM`, `6 pm`; an hour alone needs a sign that it is one. */
const CLOCK = String.raw`(\d{1,2})(?:[:.h](\d\d)(?::(\d\d)(?:\.\d+)?)?|(?=\s*(?:[ap]\.?\s?m|h|uhr)))\s*(?:([ap])\.?\s?m\.?|h|uhr)?`

/** As software writes it; names such as `CET` are of several zones. */
const OFFSET = String.raw`(z|utc|gmt|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)`

const LOCAL = new RegExp(
  String.raw`^(.+?)(?:(?:t|,?\s+(?:(?:at|um|à|kl\.?)\s+)?)${CLOCK}(?:\s*${OFFSET})?)?$`,
  'i',
)

/**
 * The beginning or the end of an event: RFC 3339, or a date with or without a time in the zone of the options.
 * @throws {CellProblem}
 */
export function readTime(
  text: string,
  end: 'start' | 'end',
  options: FileOptions,
  isLenient: boolean,
): ReadTime {
  const given = text.trim()
  if (RFC_3339.test(given)) return { time: given, isDay: false }
  // A column of zones, as calendars have one, makes the end of a time.
  const [last = ''] = /(?<=\s)[a-z]+\/[\w/+-]+$/i.exec(given) ?? []
  const zone = last === '' ? undefined : zoneNamed(last)
  if (zone !== undefined)
    return readTime(given.slice(0, -last.length), end, { ...options, zone }, isLenient)
  const [, day = '', hour, minute, second, half, offset] = LOCAL.exec(given) ?? []
  const isDay = hour === undefined
  const isYear = /^\d{4}$/.test(day) && isDay
  if (isYear && !isLenient) {
    const option = `--lenient ${end}_time`
    throw new CellProblem(
      `${quotedCell(given)} is a year alone. Add ${option} to take its ${end === 'start' ? 'first' : 'last'} day.`,
      option,
    )
  }
  const dates = isYear
    ? [`${day}-${end === 'start' ? '01-01' : '12-31'}`]
    : datesOf(day, options.dates)
  const [date, other] = dates
  if (date === undefined && /^\d{5}(?:[.,]\d+)?$/.test(given)) {
    throw new CellProblem(
      `${quotedCell(given)} is the number that a spreadsheet has for a day. Format its column as a date, and save the file again.`,
    )
  }
  if (date === undefined && /^\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d\d$/.test(day))
    throw new CellProblem(
      `${quotedCell(given)} is no date or time whose year has its century. Write all its digits.`,
    )
  if (date === undefined) {
    throw new CellProblem(
      `${quotedCell(given)} is no date or time such as 2031-03-14, 14.03.2031, 2031-03-14 18:00 or 2031-03-14T18:00:00+01:00.`,
    )
  }
  if (other !== undefined) {
    throw new CellProblem(
      `${quotedCell(given)} is ${dates.join(' or ')}: add --dates dmy or --dates mdy.`,
      '--dates ORDER',
    )
  }
  const time = isDay
    ? end === 'start'
      ? '00:00:00'
      : '23:59:59'
    : [hourOfDay(Number(hour), half), minute ?? '0', second ?? '0']
        .map((part) => String(part).padStart(2, '0'))
        .join(':')
  const local = `${date}T${time}`
  if (!/T(?:[01]\d|2[0-3])(?::[0-5]\d){2}$/.test(local))
    throw new CellProblem(`${quotedCell(given)} is no time of a day.`)
  // Software writes an offset after seconds or a T. People write `10:00-12:00`, from ten to twelve.
  if (offset?.startsWith('-') === true && second === undefined && !/\dt\d/i.test(given)) {
    throw new CellProblem(
      `${quotedCell(given)} can be two times, or one with its offset from UTC. Write one time; with an offset, as 10:00:00-05:00.`,
    )
  }
  if (offset !== undefined) return { time: `${local}${rfcOffset(offset)}`, isDay }
  if (options.zone === undefined) {
    throw new CellProblem(
      `${quotedCell(given)} has no time zone. Add that of the place, such as --zone Europe/Amsterdam.`,
      '--zone ZONE',
    )
  }
  return { time: `${local}${offsetAt(local, options.zone)}`, isDay, isYear }
}

/** Of 24 hours; NaN for an hour that the half of a day does not have. */
function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return hour < 1 || hour > 12 ? Number.NaN : (hour % 12) + (/p/i.test(half) ? 12 : 0)
}

/** `+01`, `+0100` and `UTC` in the form of RFC 3339. */
function rfcOffset(offset: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  return hours === undefined ? 'Z' : `${hours}:${minutes}`
}

const MINUTE_MS = 60_000

/** The offset of a local time in a zone, such as `+01:00`: of two, the first; of none, that before the gap. */
function offsetAt(local: string, zone: string): string {
  const asUtc = Date.parse(`${local}Z`)
  const day = 24 * 60 * MINUTE_MS
  const [before, after] = [asUtc - day, asUtc + day].map((moment) => offsetMinutes(moment, zone))
  const isAfter =
    after !== before &&
    offsetMinutes(asUtc - (before ?? 0) * MINUTE_MS, zone) === after &&
    offsetMinutes(asUtc - (after ?? 0) * MINUTE_MS, zone) === after
  const minutes = (isAfter ? after : before) ?? 0
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** Of a moment, in whole minutes: old offsets have seconds, which RFC 3339 cannot write. */
function offsetMinutes(moment: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
