import { nameKey } from '../../src/records/name-key.ts'
import { optionText, type FileOptions } from './file-options.ts'
import { misread, withoutMarkup } from './misread-text.ts'

// The text of a cell as people and software write it, before it is read as a value. What must not be taken as it is, is refused.

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

const NAME = String.raw`[\p{L}_][\p{L}\d_.]*`

/** What a formula begins with: other texts such as `=one` and `=1:2` can be titles. */
const FORMULAS = [
  // A call, or a column of a table: `SUM(A1)`, `Table1[Title]`, `[@Title]`.
  String.raw`${NAME}[([]|\[`,
  // An error in place of a reference: `#REF!A1`.
  String.raw`#\p{L}+[/!?]`,
  // A text before another part: `"Mr "&B2`.
  String.raw`"(?:[^"]|"")*"\s*&`,
  // A cell, also of another sheet: `$B$3`, `'Sheet 2'!A1`, `Sheet2.A1`.
  String.raw`(?:\$?(?:'[^']+'|[\p{L}\d_]+)[!.])?\$?[a-z]{1,3}\$?\d`,
  // Whole columns: `A:B`.
  String.raw`\$?[a-z]{1,3}:\$?[a-z]{1,3}$`,
  // A number or a name before another part: `2*B2`, `Price * 2`; before "-" only a number, as in `5-A1`.
  String.raw`(?:\d[\d.,]*\s*-|[\p{L}\d_][\p{L}\d_.,]*\s*[+*/^&<>=])\s*[-\p{L}\d("$]`,
]

/** Programs can save formulas in place of their values. */
const FORMULA = new RegExp(String.raw`^\{?=[-+(@]*(?:${FORMULAS.join('|')})`, 'iu')

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
    `${quotedCell(text)} has codes of HTML or XML; it was probably ${quotedCell(plain)}. Add --mojibake repair, or ` +
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
      `${quotedCell(text)} is ${found.cause}; it was probably ${quotedCell(found.text)}. Add ` +
        '--mojibake repair, or --mojibake keep to take it as it is.',
      '--mojibake repair',
    )
  }
  if (found === undefined && !text.includes('\ufffd')) return text
  const cause =
    found === undefined
      ? 'U+FFFD, for a letter that a program has lost'
      : 'bytes that a program has lost or read in another encoding'
  throw new CellProblem(
    `${quotedCell(text)} has ${cause}. Save the file again in UTF-8, or add --mojibake keep.`,
  )
}
