import MarkdownIt from 'markdown-it'

// Text that is UTF-8 read in an older encoding by another program: `GrÃ¼n` for `Grün`.

const C1 = String.fromCodePoint(...Array.from({ length: 32 }, (_, at) => 0x80 + at))
const LATIN_1 = C1 + upperHalf('windows-1252').slice(C1.length)

/** The characters from 0x80 of the encodings that programs take UTF-8 for. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['Latin-1', LATIN_1],
  ...['windows-1252', 'macintosh', 'windows-1250', 'windows-1251'].map(
    (name) => [name, upperHalf(name)] as const,
  ),
  [
    'CP437',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ],
  [
    'CP850',
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ],
])

function upperHalf(encoding: string): string {
  const bytes = Uint8Array.from({ length: 128 }, (_, at) => 128 + at)
  return new TextDecoder(encoding).decode(bytes)
}

const BYTES = new Map(
  [...ENCODINGS].map(([name, characters]) => [
    name,
    new Map(Array.from(characters, (character, at) => [character, 128 + at])),
  ]),
)

/** Runs of characters beyond ASCII, of which wrongly read UTF-8 consists. */
// oxlint-disable-next-line no-control-regex
const RUNS = /[^\0-\x7f]+/g

const SIGN = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'

/**
 * What nobody writes, but UTF-8 becomes when it is read as Windows-1252, also where bytes were lost or other text stands
 * beside it: `Ã` or `Â` before such a sign, `â€`, `â` before two signs, and Cyrillic letters, of which one is `Ð¾`.
 */
const TELLTALE = new RegExp(`[ÃÂ]${SIGN}|â€|â${SIGN}{2}|ðŸ|[ÐÑ]${SIGN}[ÐÑ]${SIGN}`)

/** What the text was before, equal to the text where bytes are lost, and how it was read. */
interface MisreadText {
  readonly text: string
  readonly cause: string
}

/** Windows-1252 has letters and quotation marks where Latin-1 has these. */
const CONTROL = /[\u0080-\u009f]/
const CONTROLS = new RegExp(CONTROL, 'g')

/** @returns undefined for other text. */
export function misread(text: string): MisreadText | undefined {
  const runs = text.match(RUNS) ?? []
  if (runs.length === 0) return undefined
  for (const encoding of ENCODINGS.keys()) {
    // Without these, a text reads the same in Windows-1252.
    if (encoding === 'Latin-1' && !CONTROL.test(text)) continue
    const isWhole = runs.every((run) => isUsual(run, reread(run, encoding), encoding))
    // Russian `Её` is by chance one, too.
    if (encoding === 'windows-1251' && !/[a-z]/i.test(text) && runs.join('').length < 6) continue
    const isTold =
      encoding === 'windows-1252'
        ? TELLTALE.test(text)
        : runs.some((run) => /[√├┬┼]/.test(run) && isUsual(run, reread(run, encoding), encoding))
    if (isWhole || isTold)
      return {
        text: text.replaceAll(RUNS, (run) => reread(run, encoding) ?? run),
        cause: `UTF-8 that was read as ${shown(encoding)}`,
      }
  }
  return CONTROL.test(text) ? ofLatin1(text) : undefined
}

function ofLatin1(text: string): MisreadText {
  const windows = upperHalf('windows-1252')
  const read = text.replaceAll(CONTROLS, (sign) => windows[sign.charCodeAt(0) - 0x80] ?? sign)
  return {
    text: CONTROL.test(read) ? text : read,
    cause: 'Windows-1252 that was read as Latin-1',
  }
}

/**
 * Whether a reading is one of those that other programs spoil. A pair of Cyrillic letters or a few signs can by chance be
 * UTF-8 of rare letters, but not of those of Latin, of punctuation, or of a Cyrillic word.
 */
function isUsual(run: string, reading: string | undefined, encoding: string): boolean {
  if (reading === undefined) return false
  // `Úž` begins a word of Slovak.
  if (encoding === 'windows-1252')
    return !/^[\u0180-\u07ff]$/.test(reading) || !/^\p{L}+$/u.test(run)
  return /^(?:[\u00a0-\u017f\u2010-\u203a€™]+|[\u0400-\u04ff]{3,})$/.test(reading)
}

function shown(encoding: string): string {
  return encoding.replace(/^windows/, 'Windows').replace(/^mac/, 'Mac')
}

function reread(run: string, encoding: string): string | undefined {
  const bytes = Array.from(run, (character) => BYTES.get(encoding)?.get(character))
  if (bytes.some((byte) => byte === undefined)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes as number[]))
  } catch {
    return undefined
  }
}

/** Those of HTML, and of control characters in workbooks, such as `_x000D_`. */
const ENTITY = /&(?:#\d{1,6}|#x[\da-f]{1,5}|[a-z][a-z\d]{1,31});|_x(00[01][\da-f])_/gi

const { unescapeAll } = new MarkdownIt().utils

/** Usual ones, so that `<Untitled>` is none. */
const TAG =
  /<(?:!--[^<>]*--|(\/?)(p|br|hr|div|section|article|figure|figcaption|blockquote|li|ul|ol|tr|h[1-6]|span|font|b|i|u|s|em|strong|small|sup|sub|a|img|table|thead|tbody|th|td|iframe|script|style|o:p)(?:\s[^<>]*|\s*\/)?)>/gi

/** Tags after which a page begins a line. */
const LINE_END = /^(?:\/(?:p|div|li|tr|h\d)|br)$/i

/** A text of HTML, such as `Tom &amp; Jerry` or `<p>Ink</p>`, as a page shows it; any other text as it is. */
export function withoutMarkup(text: string): string {
  const plain = withoutEntities(text)
  const lines = plain.replace(TAG, (_, slash = '', name = '') =>
    LINE_END.test(`${slash}${name}`) ? '\n' : '',
  )
  return lines === plain ? plain : lines.replaceAll(/\n{3,}/g, '\n\n').trim()
}

function withoutEntities(text: string): string {
  return text.replace(ENTITY, (whole, control?: string) => {
    // Those of Windows-1252, as in `&#146;`, are none of HTML.
    const [, decimal, hex = control] = /^&#(?:(1[2-5]\d)|x([89][\da-f]));$/i.exec(whole) ?? []
    const code = decimal ?? (hex && `0x${hex}`)
    return code === undefined ? unescapeAll(whole) : String.fromCodePoint(Number(code))
  })
}
