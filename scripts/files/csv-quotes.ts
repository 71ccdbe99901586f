import { ImportError } from './row.ts'

// Quotes at the start of a cell, which a file without CSV's quoting has by accident: such a quote runs to the next one,
// which can be rows below, and takes in all rows between them.

/** How quotes are read: as RFC 4180 has them, as plain characters, or so that a doubtful one is refused. */
export type Quoting = 'csv' | 'text' | undefined

interface QuotedCell {
  readonly at: number
  /** Between its quotes. */
  readonly inner: string
  /** Behind its closing quote. */
  readonly rest: string
}

/** @throws {ImportError} for a record of which a quote is misplaced, or could be a plain character. */
export type QuoteCheck = (raw: string, line: number) => void

/**
 * @param header the text of the header row: in prose, a blank follows each comma; in rows it does so only where the header
 * has blanks, too.
 */
export function quoteCheck(
  separator: string,
  header: string,
  cellCount: number,
  { quotes: quoting, shortRows }: { readonly quotes?: Quoting; readonly shortRows: boolean },
): QuoteCheck {
  const escaped = separator.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
  const mayBeProse = separator === ',' && !header.includes(', ')
  const count = (line = '', text = line) => {
    const isProse =
      mayBeProse &&
      text
        .split(separator)
        .slice(1)
        .every((part) => part.startsWith(' '))
    return isProse ? 0 : line.split(separator).length - 1
  }
  return (raw, line) => {
    if (quoting === 'text' || !raw.includes('"')) return
    const { quoted, total } = cellsOf(raw, escaped)
    for (const { at, inner, rest } of quoted) {
      const lines = inner.split(/[\r\n]+/)
      if (rest !== '' && (lines.length > 1 || count(inner) > 0 || inner.includes('""')))
        throw misplaced(line, inner, 'has more text behind its end', 'correct this one')
      // Some databases write \" for a quote in a cell.
      if (/(?<!\\)(?:\\\\)*\\$/.test(inner) && (rest !== '' || quoting === undefined))
        throw misplaced(
          line,
          inner,
          'ends in a backslash',
          'write "" for each \\" in a cell, or add --quotes csv if the cell ends in it',
        )
      // A short row would be a whole one without its quotes.
      const isWhole = total < cellCount && total + count(inner) >= cellCount
      if (quoting === undefined && shortRows && lines.length === 1 && isWhole)
        throw misplaced(line, inner, 'makes several cells one', 'add --quotes csv')
      // Both ends of the cell would be rows without their quotes.
      const isFirstRow = at + 1 + count(lines[0], inner) >= cellCount
      const isLastRow = count(lines.at(-1), inner) + total - at >= cellCount
      if (quoting === undefined && lines.length > 1 && isFirstRow && isLastRow)
        throw misplaced(
          line,
          inner,
          `makes ${lines.length} lines, which look like rows, one cell`,
          'add --quotes csv if these lines are one cell',
        )
    }
  }
}

function cellsOf(raw: string, separator: string): { quoted: QuotedCell[]; total: number } {
  const form = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)")?((?:(?!${separator})[^\\r\\n])*)(${separator})?`,
    'y',
  )
  form.lastIndex = /^[\r\n]*/.exec(raw)?.[0].length ?? 0
  const quoted: QuotedCell[] = []
  for (let at = 0; ; at += 1) {
    const [, inner, rest = '', end] = form.exec(raw) ?? []
    if (inner !== undefined) quoted.push({ at, inner, rest })
    if (end === undefined) return { quoted, total: at + 1 }
  }
}

const MAX_SHOWN = 40

function misplaced(line: number, inner: string, problem: string, remedy: string): ImportError {
  const start = inner.split(/[\r\n]/)[0]?.slice(0, MAX_SHOWN)
  return new ImportError(
    `The record that starts at line ${line} may have a broken quote: "${start} … ${problem}. ` +
      `Nothing was changed. ${QUOTES_REMEDY}, ${remedy}.`,
  )
}

/** Followed by the remedy where quotes are no plain characters. */
export const QUOTES_REMEDY =
  'If quotes are plain characters in this file, as in many exports with tabs, add --quotes text; if they quote cells, as in ' +
  'CSV of spreadsheets'
