import { shorten, type RejectedRow } from '../files/row.ts'

interface Group {
  readonly reason: string
  readonly lines: number[]
  /** The first cells that its reasons quote. */
  readonly cells: Set<string>
  /** The last line: one that has a reason twice, as for two names of a list, is one row. */
  last: number
  count: number
}

/** Different reasons that are counted, and shown. */
const MAX_GROUPS = 1_000
const MAX_SHOWN = 20
const MAX_LINES = 3
const MAX_CELLS = 8
const MAX_LENGTH = 400

/** Counts rejected rows by reason: texts and numbers that a reason quotes do not make another one. */
export class ReasonGroups {
  readonly #groups = new Map<string, Group>()
  #others = 0

  add({ line, reason }: RejectedRow): void {
    // One for each field.
    for (const part of reason.split(/(?<=\.) (?=[a-z_.]+: )/)) this.#addReason(line, part)
  }

  #addReason(line: number, reason: string): void {
    const [cell] = /"(?:[^"\\]|\\.)*"/.exec(reason) ?? []
    const key = reason.replaceAll(/"(?:[^"\\]|\\.)*"|\d+(?:[.,]\d+)*/g, '…')
    const group = this.#groups.get(key)
    if (group !== undefined) {
      if (cell !== undefined && group.cells.size <= MAX_CELLS) group.cells.add(cell)
      if (group.last === line) return
      group.last = line
      group.count += 1
      if (group.lines.length < MAX_LINES) group.lines.push(line)
    } else if (this.#groups.size < MAX_GROUPS) {
      this.#groups.set(key, {
        reason,
        lines: [line],
        cells: new Set(cell === undefined ? [] : [cell]),
        last: line,
        count: 1,
      })
    } else this.#others += 1
  }

  /** The most frequent reasons, one a line. */
  lines(): string[] {
    const groups = [...this.#groups.values()].toSorted((one, other) => other.count - one.count)
    const shown = groups.slice(0, MAX_SHOWN)
    const others = groups.slice(MAX_SHOWN).reduce((sum, { count }) => sum + count, this.#others)
    return [
      ...shown.map(({ reason, lines, cells, count }) => {
        const also = [...cells].slice(1, MAX_CELLS).join(', ')
        const more = count > lines.length ? ', …' : ''
        const rows = count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`
        return `${rows} (line ${lines.join(', ')}${more}): ${shorten(reason, MAX_LENGTH)}${also && shorten(` So also ${also}.`, MAX_LENGTH)}`
      }),
      ...(others > 0 ? [`${others.toLocaleString('en')} rows for other reasons`] : []),
    ]
  }
}
