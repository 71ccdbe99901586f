import { CellProblem, quotedCell } from './cell-text.ts'
import { optionText, type FileOptions } from './file-options.ts'
import { plainNumbers, readNumber } from './numbers.ts'
import type { ColumnContext, RowContext } from './context.ts'
import { byWord, readEnum } from './words.ts'

// Sizes of works as people write them, and the units of their sides.

type Unit = 'centimeter' | 'inch'

/** In any grammatical form. */
const UNIT_WORDS = {
  mm: String.raw`mm|mill?im\p{L}+|milím\p{L}+|миллим\p{L}+|мм|毫米|公厘|ミリ|밀리|مم`,
  cm: String.raw`cms?|[cz]entim\p{L}+|centím\p{L}+|centym\p{L}+|santim\p{L}*|сантим\p{L}+|см|厘米|公分|センチ|센티|سم`,
  in: String.raw`inch|inches|zoll|pouces?|pollic[ei]|pulgadas?|polegadas?|palc\p{L}+|cal(?:e|ach)|tommer|duim|inç|дюйм\p{L}*|インチ|英寸|인치`,
}
type LengthUnit = keyof typeof UNIT_WORDS

const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]`
const UNITS = (Object.entries(UNIT_WORDS) as [LengthUnit, string][]).map(([unit, words]) => ({
  unit,
  whole: new RegExp(`^(?:${words})$`, 'iu'),
  inHeading: new RegExp(`(?<!${LETTER})(?:${words})(?!${LETTER})`, 'iu'),
}))

function lengthUnitOf(text: string): LengthUnit | undefined {
  const word = text.trim().replace(/\.$/, '')
  // In a heading, these count only in their place, or not at all.
  return /^(?:in|["″”]|'')$/i.test(word) ? 'in' : UNITS.find(({ whole }) => whole.test(word))?.unit
}

/** Reads a cell of units. @throws {CellProblem} for one in which no size is stored. */
export function readUnitCell(text: string, column: ColumnContext): unknown {
  if (lengthUnitOf(text) !== 'mm') return readEnum(text, column, unitOf)
  throw new CellProblem(
    `${quotedCell(text)} is no unit in which sizes are stored. Name it in the headings of the sizes, such as "Height (mm)", and leave out this column.`,
  )
}

/** A unit of the contract. */
function unitOf(text: string): Unit | undefined {
  const unit = lengthUnitOf(text)
  return unit === 'cm' ? 'centimeter' : unit === 'in' ? 'inch' : undefined
}

/** These can also be other words, apart from their place. */
const IN_PLACE =
  /(?:[([/]\s*|[\s_])(in|dm|m|met(?:er|re)s?|mètres?|metri|metros?|ft|feet)\.?\s*(?=[)\]/]|$)/gi

/**
 * The unit that a heading such as `Height (cm)` or `width_mm` names, also one that no size may have, as `cm/in`; undefined if it
 * names none.
 */
export function unitOfHeading(heading: string): string | undefined {
  const text = heading.normalize('NFKC').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
  const words: string[] = UNITS.flatMap(({ unit, inHeading }) =>
    inHeading.test(text) ? [unit] : [],
  )
  const places = Array.from(text.matchAll(IN_PLACE), ([, unit = '']) => unit.toLowerCase())
  return [...new Set([...words, ...places])].join('/') || undefined
}

/** An inch is divided by powers of two: `23 5/8`, `12-1/2`, `3/4`. */
const FRACTION = /^(?:(\d{1,4})(?:\s+|-))?(\d{1,2})\/(2|4|8|16|32|64)$/

function readMeasure(text: string, options: FileOptions): number {
  const [whole, above, below] = FRACTION.exec(text)?.slice(1) ?? []
  if (above === undefined) return readNumber(text, options)
  return Number(whole ?? 0) + Number(above) / Number(below)
}

/** A size and the same in another unit: `23 5/8 × 31 1/2 in. (60 × 80 cm)`, also with a sign or on a line of its own. */
const TWICE =
  /^([^()[\]]+?)\s*[([]([^()[\]]*\d[^()[\]]*)[)\]]$|^([^()[\]]+?(?:[cm]m|in|inches|["″])\.?)\s*[\n,;/|]\s*([^()[\]]+)$/i

/**
 * Height, width and depth such as `73.30 x 60.30 cm`, `12" × 10"`, `12½ x 8 1/4 in` or `H 50 cm, W 70 cm`, also twice in two
 * units.
 * @param heading that of its column, which can name the order of the sides.
 * @throws {CellProblem}
 */
export function readSize(text: string, options: FileOptions, heading = '') {
  const order = withUsualSigns(heading)
  return readWhole(withUsualSigns(text), 'size', (part) =>
    readOneOrTwo(part.trim(), options, order),
  )
}

/**
 * A text with `×` or `x` for any sign or letter that stands for it. It is without the word for "in", which is also the first letter
 * of a height: `в см`, `v rámu`. A blank parts words of two scripts, as in `横cm`.
 */
function withUsualSigns(text: string): string {
  return text
    .replaceAll(/[✕✖╳⨯☓]/g, '×')
    .replaceAll(CYRILLIC_X, 'x')
    .replaceAll(/(?<!\p{L})[вv]\s(?=\p{L}{2})/giu, '')
    .replaceAll(/(?<=\p{Lo})(?=\p{Script=Latin})/gu, ' ')
}

function readOneOrTwo(text: string, options: FileOptions, heading: string) {
  const [first, second] = TWICE.exec(text)?.slice(1).filter(Boolean) ?? []
  // Of `H 50 cm, W 70 cm`, the first part is one side.
  const isOne = first === undefined || withoutSides(first).order.length === 1
  if (isOne || second === undefined) return readOneSize(text, options, heading)
  const [size, other] = [first, second].map((each) => readOneSize(each, options, heading, text))
  if (size === undefined || other === undefined || !areEqual(size, other))
    throw new CellProblem(
      `${quotedCell(text)} has two sizes that differ, or one without its unit. Leave one of them.`,
    )
  return size
}

/** @throws {CellProblem} with what can be read without other words, if there is such a part: a lenient user gets it. */
function readWhole<Result>(text: string, field: string, read: (part: string) => Result): Result {
  try {
    return read(text)
  } catch (error) {
    const part = withoutOtherWords(text)
    if (!(error instanceof CellProblem) || part === undefined || !canBeRead(part, read)) throw error
    const option = optionText('lenient', field)
    const message = `${error.message} Or add ${option} to take ${quotedCell(part)} of it.`
    throw new CellProblem(message, option, part)
  }
}

function canBeRead(text: string, read: (part: string) => unknown): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}

/** Words beside which numbers are other lengths than height, width and depth, or in metres, as in `m 1,5 x 2`. */
const OF_ANOTHER_FORM =
  /[ø⌀∅]|(?<!\p{L})(?:mt?|metri|metros|dia|diam|diamet\p{L}*|diamètre|durchm\p{L}*|doorsnede|round|rund|tondo|circumf\p{L}*|radius)(?!\p{L})/iu

/** Behind a number, another word can be a unit, as in `5 x 7 dm` and `5 x 7 (pies)`. */
const BEHIND_NUMBER = /(?<=\d\s*[([]?\s*)(?<!\p{L})[\p{L}\p{M}]+\.?/gu

/** A text without its words, apart from those of a size. */
function withoutOtherWords(text: string): string | undefined {
  const parted = text.replaceAll(BETWEEN_LETTERS, ' × ')
  const isInAnother = (text.match(BEHIND_NUMBER) ?? []).some((word) => !isWordOfSize(word))
  if (isInAnother || OF_ANOTHER_FORM.test(text) || canNameSides(parted)) return undefined
  const part = parted
    .replaceAll(/[\p{L}\p{M}]+\.?/gu, (word) => (isWordOfSize(word) ? word : ' '))
    .replaceAll(/[([][\s.,:;]*[)\]]/g, '')
    .replaceAll(/^[\s.,:;~≈±]+|[\s.,:;]+$/g, '')
  return part === text.trim() ? undefined : part
}

/** Whether unknown words can be the names of sides: they differ before two numbers, or have a sign between them. */
function canNameSides(text: string): boolean {
  const before = Array.from(
    text.matchAll(/([\p{L}\p{M}]+)[.:]?\s*(?=\d)/gu),
    ([, word = '']) => word,
  )
  const names = new Set(before.filter((word) => !/^(?:x|by)$/i.test(word)))
  return (names.size > 1 && ![...names].every(isWordOfSize)) || hasUnknownOrder(text)
}

/** Whether a text has words in the order of sides, and not each of them is known. */
function hasUnknownOrder(text: string): boolean {
  const parted = text.replaceAll(BETWEEN_LETTERS, ' × ')
  return Array.from(parted.matchAll(WORDS_IN_ORDER), ({ groups }) => groups ?? {}).some(
    ({ first = '', second = '' }) => !isWordOfSize(first) || !isWordOfSize(second),
  )
}

function isWordOfSize(word: string): boolean {
  return (
    /^(?:x|by)$/i.test(word) || lengthUnitOf(word) !== undefined || sideNamed(word) !== undefined
  )
}

/** Words for the sides in cells and headings. The third side beside a height and "l" is its depth. */
export const SIDE_WORDS = {
  size_h:
    'h|height|high|höhe|hoch|hauteur|haut|altezza|alt|alto|altura|hoogte|hoog|højde|höjd|høyde|výška|v|wysokość|wys|výš|visina|višina|magasság|mag|korkeus|înălțime|yükseklik|высота|выс|в|висота|ύψος|縦|高さ|高|高度|세로|높이|ارتفاع|الارتفاع',
  size_w:
    'w|b|l|width|wide|breite|breit|largeur|large|larghezza|larg|ancho|anchura|largura|breedte|breed|bredde|bredd|šířka|šíř|š|szerokość|szer|širina|szélesség|szél|leveys|lățime|genişlik|ширина|шир|ш|πλάτος|横|幅|宽|寬|宽度|寬度|가로|너비|폭|عرض|العرض',
  size_d:
    'd|t|p|depth|deep|tiefe|tief|profondeur|prof|profondità|fondo|profundidad|profundidade|diepte|diep|dybde|djup|hloubka|hl|głębokość|gł|dubina|globina|mélység|syvyys|adâncime|derinlik|глубина|глуб|г|глибина|βάθος|奥行|奥行き|深|深度|깊이|عمق|العمق',
}

const SIDES_BY_WORD = byWord(SIDE_WORDS)

function sideNamed(word: string): string | undefined {
  return SIDES_BY_WORD.get(word.toLowerCase().replace(/\.$/, ''))
}

/** The sign beside letters for sides, as in `HxW` and `H50xW70`, and between words of scripts without capital letters, as in `가로x세로`. */
const BETWEEN_LETTERS =
  /(?<=(?:^|[^\p{L}]|x)[hwbldtpvšвшг])\s?x\s?(?=[hwbldtpvšвшг](?:x|[^\p{L}]|$)|\d)|(?<=\d)x(?=[hwbldtpvšвшг]\s?\d)|(?<=[\p{Lo}])\s?x\s?(?=[\p{Lo}])/giu

/** The Cyrillic letter for it, between numbers or letters for sides. */
const CYRILLIC_X = /(?<=[\d\sм)\]]|(?:^|[^\p{L}]|х)\p{L})х(?=[\s\d([]|\p{L}(?:х|[^\p{L}]|$))/giu

/** Two words with a sign between them, as in `en x boy` and `GxY`. */
const WORDS_IN_ORDER =
  /(?<first>\p{L}+)[.)]?(?:\s*[×*]\s*|\s+x\s+)(?<second>\p{L}+)|(?<!\p{L})(?:\p{Lu}\p{Ll}?x(?=\p{Lu})|\p{L}x(?=\p{L}(?:x|[^\p{L}]|$)))/gu

/** A text without the words for its sides, and these sides in their order: `H 50 cm, W 70 cm`, `70 x 50 cm (B x H)`. */
function withoutSides(text: string): { plain: string; order: readonly string[] } {
  const order: string[] = []
  const parted = text.replaceAll(BETWEEN_LETTERS, ' × ').replaceAll(/\p{L}+\.?/gu, (word) => {
    const side = sideNamed(word)
    if (side === undefined) return word
    order.push(side)
    return ' × '
  })
  if (order.length === 0) return { plain: text, order }
  const parts = parted
    .split(/[x×*]/i)
    .map((part) => part.replaceAll(/^[\s:=()[\].,;/]+|[\s:=()[\],;/]+$/g, ''))
  const plain = parts
    .filter((part) => part !== '')
    .join(' x ')
    // The unit behind the name of the last side.
    .replace(/ x (?=\D+$)/, ' ')
  return { plain, order }
}

type Size = ReturnType<typeof readOneSize>

/** Apart from roundings to another unit: two sizes in one unit can be those of a picture and its sheet. */
function areEqual(one: Size, other: Size): boolean {
  const inCm = ({ size_h, size_w, size_d, units }: Size) =>
    [size_h, size_w, size_d].map((size) => (size ?? 0) * (units === 'inch' ? 2.54 : 1))
  const others = inCm(other)
  const isClear = one.units !== undefined && other.units !== undefined
  const leewayOf = (size: number) => (one.units === other.units ? 0 : Math.max(0.5, size / 50))
  return (
    isClear && inCm(one).every((size, at) => Math.abs(size - (others[at] ?? 0)) <= leewayOf(size))
  )
}

const IN_ORDER = ['size_h', 'size_w', 'size_d']

/** `2x 50 x 70 cm`, where the first sign is not written as the other: two sheets, or three sides. */
const COUNTED = /^\d{1,2}(\s?)[x×](\s?)(?=\d[\d.,]*(\s?)[x×](\s?)\d)/i

/** @param cell the text of which it is a part. */
function readOneSize(text: string, options: FileOptions, heading: string, cell = text) {
  requireOneWork(text)
  const { plain, order } = withoutSides(text)
  if (order.length < 2 && hasUnknownOrder(heading))
    throw new CellProblem(
      `Its heading ${quotedCell(heading)} names the order of its sides in unknown words. Write it as "Size (W x H)".`,
    )
  const { sides = [], units } = readSides(plain, options) ?? {}
  const ofHeading = withoutSides(heading).order
  const names = [order, ofHeading].find(({ length }) => length > 1) ?? IN_ORDER
  const named = new Map(sides.map((side, at) => [names[at] ?? '', side] as const))
  const [size_h, size_w, size_d] = IN_ORDER.map((name) => named.get(name))
  const isPartly = order.length > 0 && order.length !== sides.length
  if (
    size_h === undefined ||
    size_w === undefined ||
    named.size < sides.length ||
    named.has('') ||
    isPartly
  ) {
    throw new CellProblem(
      `${quotedCell(cell)} is no size such as 73.3 x 60.3 cm: height, width and depth in mm, cm or inches.`,
    )
  }
  return { size_h, size_w, ...(size_d !== undefined && { size_d }), ...(units && { units }) }
}

/** `50 x 70 cm x 3`, where the third number is behind the unit of the others. */
const COUNTED_BEHIND = /(?<=[\p{L}"″”]\.?\s?)[x×*]\s?\d{1,2}$/iu

function requireOneWork(text: string): void {
  const [count = '', before, behind, nextBefore, nextBehind] = COUNTED.exec(text) ?? []
  const isCounted = before !== nextBefore || behind !== nextBehind
  const part = isCounted ? text.slice(count.length) : text.replace(COUNTED_BEHIND, '').trim()
  if (part === text || !/\d\D*[x×*]/i.test(part)) return
  const option = optionText('lenient', 'size')
  throw new CellProblem(
    `${quotedCell(text)} can be the size of several or have three sides. Write three sides as 2 x 50 x 70 cm, or add ${option} to take ${quotedCell(part)}.`,
    option,
    part,
  )
}

/** A side with the unit that its cell names. */
export interface Side {
  readonly side: number
  readonly units: Unit
}

/** One side, such as `30`, `12 1/2` or `30 cm`: a number if it names no unit. */
function readOneSide(text: string, options: FileOptions): number | Side {
  const { sides = [], units } = readSides(text, options) ?? {}
  const [side, ...others] = sides
  if (side === undefined || others.length > 0) {
    if (!/[^\d\s.,'’–—-]/.test(text)) return readNumber(text, options)
    throw new CellProblem(
      `${quotedCell(text.trim())} is no side such as 30, 12 1/2 or 30 cm: one length, in mm, cm or inches.`,
    )
  }
  return units === undefined ? side : { side, units }
}

/** Undefined for another text than sides in one unit. */
function readSides(text: string, options: FileOptions) {
  const plain = text
    .replaceAll(/[¼-¾⅛-⅞]/g, (sign) => ` ${sign.normalize('NFKC')}`)
    .replaceAll('\u2044', '/')
    .replace(/[([](\p{L}+\.?)[)\]]\s*$/u, ' $1')
    // As in Italy: `cm 50 x 70`.
    .replace(/^\s*([cm]m)\.?\s+(?=\d)(.+)$/i, '$2 $1')
  const parts = plain.trim().split(/\s*(?:[x×*]|\bby\b)\s*/i)
  const read = parts.map((part) => /^((?:\d+(?:\s+|-))?\d+\/\d+|[\d\s.,]*\d)\s*(\D*)$/.exec(part))
  const names = new Set(
    read.flatMap((part) => part?.[2]?.trim().toLowerCase().replace(/\.$/, '') || []),
  )
  const [name = ''] = names
  const isMillimeter = lengthUnitOf(name) === 'mm'
  const units = isMillimeter ? 'centimeter' : unitOf(name)
  if (read.includes(null) || names.size > 1 || (name !== '' && units === undefined)) {
    return undefined
  }
  const sides = read.map((part) => {
    const number = readMeasure(part?.[1] ?? '', options)
    if (number === 0) throw new CellProblem(`${quotedCell(text)} has a side of 0.`)
    // Exact in decimals, as a division by 10 is not.
    return isMillimeter ? Number(`${number}e-1`) : number
  })
  return { sides, units }
}

/** A cell that names no unit is in that of its heading. */
function withUnit(cell: string, { headings }: ColumnContext): string {
  const text = plainNumbers(cell)
  const words = text.match(/\p{L}+|["″”]|''/gu) ?? []
  const unit = words.some((word) => lengthUnitOf(word))
    ? undefined
    : unitOfHeading(headings.join(' '))
  return unit === undefined ? text : `${text} ${unit}`
}

export function readSizeCell(text: string, column: ColumnContext) {
  return readSize(withUnit(text, column), column.options, column.headings.join(' '))
}

export function readSideCell(text: string, column: ColumnContext): number | Side {
  return readWhole(withUnit(text, column), column.field, (part) =>
    readOneSide(part, column.options),
  )
}

/** Puts a size and sides that name their units into the fields of the contract. */
export function placeSize(fields: Record<string, unknown>, { own }: RowContext): void {
  leaveRepeatedSize(fields)
  const size = sizeOf(fields)
  if (size === undefined) return
  const { units, ...measures } = size
  delete fields['size']
  const given = own.has('units') ? fields['units'] : undefined
  if (units !== undefined && given !== undefined && units !== given) {
    throw new CellProblem(`It is in ${units}, but units is ${quotedCell(given as string)}.`)
  }
  // A unit for all rows is that of the sizes that name none.
  const isPartly = IN_ORDER.some((name) => typeof fields[name] === 'number')
  if (units !== undefined && isPartly && (fields['units'] ?? units) !== units) {
    throw new CellProblem(
      `One side is in ${units}, and another one names no unit, but units is ${quotedCell(fields['units'] as string)} for all rows. Write the unit of each side.`,
    )
  }
  Object.assign(fields, measures, units && { units })
}

/** Leaves out the size where the columns of its sides have the same in another unit. */
function leaveRepeatedSize(fields: Record<string, unknown>): void {
  const size = fields['size'] as ReturnType<typeof readSize> | undefined
  const given = IN_ORDER.map((name) => (fields[name] ?? undefined) as number | Side | undefined)
  const unitsOf = (each: (typeof given)[number]) =>
    typeof each === 'object' ? each.units : each && (fields['units'] as Side['units'] | undefined)
  const [units, ...others] = new Set(given.flatMap((each) => unitsOf(each) || []))
  if (!size?.units || !units || units === size.units || others.length > 0) return
  const [size_h = 0, size_w = 0, size_d = 0] = given.map((each) =>
    typeof each === 'object' ? each.side : each,
  )
  if (areEqual({ size_h, size_w, size_d, units }, size)) delete fields['size']
}

/** The size, and the sides that name their unit; undefined if there are none. */
function sizeOf(fields: Record<string, unknown>): Partial<ReturnType<typeof readSize>> | undefined {
  const read: ReturnType<typeof sizeOf>[] = IN_ORDER.flatMap((name) => {
    const value = fields[name]
    if (typeof value !== 'object' || value === null || !('side' in value)) return []
    const { side, units } = value as Side
    return [{ [name]: side, units }]
  })
  const size = fields['size'] as (typeof read)[number]
  const sides = { ...fields, ...Object.assign({}, ...read) } as Record<string, unknown>
  const twice = Object.entries(size ?? {}).find(([name, side]) => (sides[name] ?? side) !== side)
  if (twice !== undefined && IN_ORDER.includes(twice[0]))
    throw new CellProblem(`Its size and its ${twice[0]} differ. Map only one of their columns.`)
  if (size) read.push(size)
  const [units, ...others] = new Set(read.flatMap((each) => each?.units ?? []))
  if (others.length > 0) throw new CellProblem('Its sides are in centimeter and in inch.')
  return read.length === 0 ? undefined : Object.assign({}, ...read, units && { units })
}
