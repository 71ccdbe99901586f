import type { VNode } from 'preact'
import { memoize } from '../../cache/memoize.ts'

const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const

const dates = new Intl.DateTimeFormat('en-GB', DATE)

const times = new Intl.DateTimeFormat('en-GB', TIME)

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The day of a timestamp of the contract, in UTC: `7 May 2024`. */
export function dateText(timestamp: string | Date): string {
  return dates.format(new Date(timestamp))
}

/** `09:30`, in UTC. */
export function timeText(timestamp: string | Date): string {
  return times.format(new Date(timestamp))
}

/** `May 2024`, in UTC. */
export function monthText(timestamp: string | Date): string {
  return months.format(new Date(timestamp))
}

interface MomentProps {
  readonly at: string
  /** The format; date and time by default. */
  readonly children?: string
}

/** A timestamp as a `time` element: `7 May 2024, 09:30 UTC`. */
export function Moment({ at, children }: MomentProps): VNode {
  const text = children ?? `${dateText(at)}, ${timeText(at)} UTC`
  // At most three digits of the fraction (HTML, valid time string).
  return <time dateTime={at.replace(/(\.\d{3})\d+/, '$1')}>{text}</time>
}

/** `5,651`: a number in English notation, with all its digits. */
export const numberFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })

/** A field or a path of the contract in words: `has_artworks` as `Has artworks`. */
export function humanize(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** `€2,400`, `CA$99.50`: an amount in English notation, with decimals only if they are not zero. */
export function moneyText(amount: number, currency: string): string {
  const { format, smallest } = moneyFormat(currency)
  if (amount === 0 || amount >= smallest) return format.format(amount)
  return new Intl.NumberFormat('en', { ...MONEY, currency, maximumFractionDigits: 2 }).format(
    amount,
  )
}

/** An amount with two significant digits, without cents from 1 on: `$9,800` for 9,797.28. */
export function roundedMoneyText(amount: number, currency: string): string {
  if (amount < 1) return moneyText(amount, currency)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1)
  return moneyText(Math.round(amount / step) * step, currency)
}

/** `€1,000 – €2,000`; one currency is shown once where English does so. */
export function moneyRangeText(
  [least, leastCurrency]: readonly [number, string],
  [most, mostCurrency]: readonly [number, string],
): string {
  if (leastCurrency === mostCurrency && least <= most) {
    return moneyFormat(leastCurrency).format.formatRange(least, most)
  }
  return `${moneyText(least, leastCurrency)} – ${moneyText(most, mostCurrency)}`
}

interface MoneyFormat {
  readonly format: Intl.NumberFormat
  /** The smallest amount that the decimals of the currency can show. */
  readonly smallest: number
}

const MONEY = { style: 'currency', trailingZeroDisplay: 'stripIfInteger' } as const

/** With the decimals of the currency. Cached, because creating a formatter takes longer than using it. */
const moneyFormat = memoize(
  (currency: string): MoneyFormat => {
    const format = new Intl.NumberFormat('en', { ...MONEY, currency })
    const { maximumFractionDigits = 2 } = format.resolvedOptions()
    return { format, smallest: 10 ** -maximumFractionDigits }
  },
  { maxEntries: 256, maxKeyLength: 3 },
)
