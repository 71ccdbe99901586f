import { asLatin1, fromLatin1, toLatin1, withReplaced } from '../response-body.ts'

/** The property of an iCalendar object or component, with its parameters before the colon (RFC 5545, section 3.1). */
export type Line = `${string}:${string}`

/** What other programs take for the end of a line, besides LF. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** RFC 5545 allows no other control characters. */
const CONTROLS = /[^\P{Cc}\t\n]/gu

/** The characters that the type TEXT escapes; the backslash first, because the others get one. */
const ESCAPES = [
  ['\\', String.raw`\\`],
  [';', String.raw`\;`],
  [',', String.raw`\,`],
  ['\n', String.raw`\n`],
] as const

/** A value of the type TEXT (RFC 5545, section 3.3.11). */
export function textValue(text: string): string {
  const allowed = text.replaceAll(LINE_BREAKS, '\n').replaceAll(CONTROLS, '')
  return ESCAPES.reduce((value, [from, to]) => withReplaced(value, from, to), allowed)
}

/** A time in seconds as it stands in UTC, in the form of a local time: `20240314T090000`. */
export function timeValue(seconds: number): string {
  const time = new Date(seconds * 1_000).toISOString().slice(0, 19)
  return time.replaceAll('-', '').replaceAll(':', '')
}

/** The components of a name with these lines. */
export function component(name: string, lines: readonly Line[]): Line[] {
  return [`BEGIN:${name}`, ...lines, `END:${name}`]
}

/** In octets, without the line break (RFC 5545, section 3.1). */
const MAX_LINE_LENGTH = 75

/** The text of lines, folded between characters. */
export function calendarText(lines: readonly Line[]): string {
  const folded = lines.map((line) => `${foldedLine(toLatin1(line))}\r\n`)
  return fromLatin1(asLatin1(folded.join('')))
}

/** @param line has a character for each octet. */
function foldedLine(line: string): string {
  const parts: string[] = []
  for (let start = 0; start < line.length;) {
    // The space that begins a further line counts.
    let end = start + MAX_LINE_LENGTH - (start === 0 ? 0 : 1)
    while (isContinuation(line.charCodeAt(end))) end -= 1
    parts.push(line.slice(start, end))
    start = end
  }
  return parts.join('\r\n ')
}

/** Whether an octet is inside of a UTF-8 character. */
function isContinuation(octet: number): boolean {
  return octet >> 6 === 0b10
}
