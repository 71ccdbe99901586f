/** One figure and what it must be. */
export interface Finding {
  readonly what: string
  /** With its unit and a note. */
  readonly measured: string
  /** In words, such as `at most 250 ms`. */
  readonly mustBe: string
  readonly isMet: boolean
  /** Whether it depends on other load of the machine. */
  readonly isDegree?: boolean
  /** Some of the violations. */
  readonly examples?: readonly string[]
}

/** The text of a value. */
const UNITS = {
  '': (value: number) => Math.round(value).toLocaleString('en'),
  ms: (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`,
  s: (value: number) => `${value.toFixed(2)} s`,
  '%': (value: number) => `${value.toFixed(1)} %`,
  MB: (value: number) => `${value.toFixed(1)} MB`,
  times: (value: number) => `${value.toFixed(2)} times`,
} as const

export type Unit = keyof typeof UNITS

/** @param beside a note in parentheses. */
export function atMost(
  what: string,
  value: number,
  most: number,
  unit: Unit = '',
  beside?: string,
): Finding {
  const bound = most === 0 ? UNITS[unit](0) : `at most ${UNITS[unit](most)}`
  return {
    what,
    measured: measuredText(value, unit, beside),
    mustBe: bound,
    isMet: value <= most,
    isDegree: unit !== '',
  }
}

export function atLeast(
  what: string,
  value: number,
  least: number,
  unit: Unit = '',
  beside?: string,
): Finding {
  return {
    what,
    measured: measuredText(value, unit, beside),
    mustBe: `at least ${UNITS[unit](least)}`,
    isMet: value >= least,
    isDegree: unit !== '',
  }
}

const MAX_EXAMPLES = 25

/** None is allowed; the finding has some examples. */
export function none(what: string, found: readonly string[]): Finding {
  return { ...atMost(what, found.length, 0), examples: [...new Set(found)].slice(0, MAX_EXAMPLES) }
}

function measuredText(value: number, unit: Unit, beside: string | undefined): string {
  const text = Number.isNaN(value) ? 'not measured' : UNITS[unit](value)
  return beside === undefined ? text : `${text} (${beside})`
}
