import { KeyError } from './key-error.ts'

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 }

/**
 * Seconds of `30m`, `12h` or `90d`.
 * @throws {KeyError} naming the option.
 */
export function durationSeconds(option: string, text: string): number {
  const [, number = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  const seconds = SECONDS[unit]
  if (seconds !== undefined) return Number(number) * seconds
  throw new KeyError(
    `--${option} is "${text}" but must be 1 to 9999 minutes, hours or days, such as 30m, 12h or 90d.`,
  )
}
