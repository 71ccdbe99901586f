import { parseExpression, type Part } from './parse-expression.ts'

/** Whatever repeats oftener than this is as good as without a bound. */
const MANY = 40

/** Where none of them fits, an expression has to go back. */
const ENDS = ['', '\0', '!', 'a', '\n', '\u{1f600}']

const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
  '\t',
  '\n',
  '\r',
  '\0',
  'é',
  '€',
  '😀',
]

/** Text that an expression has to look at again and again, if any text is such, in a length. */
export type Attack = (length: number) => string

/**
 * For each part of an expression that may repeat without a bound: what leads to it, the part over and
 * over, and an end that does not fit.
 */
export function attacksOn({ source, flags }: RegExp): Attack[] {
  const pumps: Pump[] = []
  const mode = flags.replaceAll(/[^iu]/g, '')
  for (const alternative of parseExpression(source)) collect(alternative, '', '', mode, pumps)
  return pumps.flatMap(({ before, repeated, after }) =>
    ENDS.flatMap((end) =>
      ['', after].map(
        (rest) => (length: number) =>
          before + repeated.repeat(Math.ceil(length / repeated.length)) + rest + end,
      ),
    ),
  )
}

interface Pump {
  readonly before: string
  readonly repeated: string
  readonly after: string
}

function collect(
  parts: readonly Part[],
  before: string,
  after: string,
  mode: string,
  pumps: Pump[],
): void {
  parts.forEach((part, index) => {
    const lead =
      before +
      parts
        .slice(0, index)
        .map((each) => shortest(each, mode))
        .join('')
    const rest =
      parts
        .slice(index + 1)
        .map((each) => shortest(each, mode))
        .join('') + after
    if (part.max > MANY) {
      for (const repeated of onces(part, mode)) pumps.push({ before: lead, repeated, after: rest })
    }
    for (const alternative of part.alternatives) collect(alternative, lead, rest, mode, pumps)
  })
}

/** A short text that a part takes. */
function shortest(part: Part, mode: string): string {
  return (onces(part, mode)[0] ?? '').repeat(part.min)
}

/** Texts that it takes once. */
function onces({ source, alternatives }: Part, mode: string): string[] {
  if (alternatives.length > 0) {
    return alternatives
      .map((parts) => parts.map((part) => onces(part, mode)[0] ?? '').join(''))
      .filter((text) => text !== '')
  }
  const single = new RegExp(`^(?:${source})$`, mode)
  const fitting = CHARACTERS.filter((character) => single.test(character))
  // Of each kind one: a digit, a letter, a space, another sign.
  const kinds = [/\d/, /[a-f]/, /[A-Z]/i, /\s/, /[^\s\w]/, /[^ -~]/]
  const chosen = kinds.flatMap((kind) => fitting.find((character) => kind.test(character)) ?? [])
  return [...new Set([...chosen, ...fitting.slice(0, 1)])]
}

/**
 * Whether something that repeats without a bound is made of nothing but what does as well, so that a
 * text can be divided among the two in any number of ways.
 */
export function hasNestedRepetition(source: string): boolean {
  const parts = parseExpression(source).flat()
  return parts.some(isNested)
}

function isNested({ alternatives, max }: Part): boolean {
  return alternatives.some(
    (parts) => (max > MANY && isMadeOfRepetition(parts)) || parts.some(isNested),
  )
}

function isMadeOfRepetition(parts: readonly Part[]): boolean {
  const repeated = parts.filter(({ max }) => max > MANY)
  return repeated.length > 0 && parts.every(({ min, max }) => min === 0 || max > MANY)
}
