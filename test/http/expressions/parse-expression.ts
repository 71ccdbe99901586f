/** A part of a regular expression that takes text. */
export interface Part {
  /** What it is repeated from, as it stands in the expression: a character, a class or a group. */
  readonly source: string
  /** Of a group; none of a character or a class. */
  readonly alternatives: readonly (readonly Part[])[]
  readonly min: number
  readonly max: number
}

const GROUP_START = /\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y
const ATOM =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|k<\w+>|.)|[^()|]/isuy
const QUANTIFIER = /(?:\*|\+|\?|\{(\d+)(,(\d*))?\})\??/y
/** They take no text. */
const ASSERTIONS = new Set(['^', '$', String.raw`\b`, String.raw`\B`])

/** The alternatives of a regular expression as V8 takes it, each a sequence of parts. */
export function parseExpression(source: string): Part[][] {
  let at = 0
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    const match = expression.exec(source)
    at += match?.[0].length ?? 0
    return match
  }
  const alternatives = (): Part[][] => {
    const all: Part[][] = [[]]
    for (;;) {
      if (source[at] === '|') {
        at += 1
        all.push([])
      }
      const part = next()
      if (part !== undefined) all.at(-1)?.push(part)
      else if (source[at] !== '|') return all
    }
  }
  const next = (): Part | undefined => {
    const start = at
    if (take(GROUP_START)) {
      const inner = alternatives()
      at += 1
      return { source: source.slice(start, at), alternatives: inner, ...repetition() }
    }
    const [atom] = take(ATOM) ?? []
    if (atom === undefined) return undefined
    if (ASSERTIONS.has(atom)) return { source: atom, alternatives: [], min: 0, max: 0 }
    return { source: atom, alternatives: [], ...repetition() }
  }
  const repetition = (): { min: number; max: number } => {
    const match = take(QUANTIFIER)
    if (match === null) return { min: 1, max: 1 }
    const [quantifier, least, range, most] = match
    if (least !== undefined) {
      const max = range === undefined ? Number(least) : Number(most || Infinity)
      return { min: Number(least), max }
    }
    return {
      min: quantifier.startsWith('+') ? 1 : 0,
      max: quantifier.startsWith('?') ? 1 : Infinity,
    }
  }
  const parsed = alternatives()
  if (at !== source.length) throw new Error(`/${source}/ cannot be read from ${at} on`)
  return parsed
}
