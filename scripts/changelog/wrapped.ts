const WIDTH = 100

/** A code span is not broken: Prettier would join its line to the one before. */
const WORDS = /(?:`[^`]*`|[^\s`])+/g

/** An item of a list in Markdown, in lines of at most 100 characters where words allow it. */
export function wrapped(item: string): string {
  const lines: string[] = []
  let line = '-'
  for (const word of item.match(WORDS) ?? []) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = ' '
    }
    line = `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
