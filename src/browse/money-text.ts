/** `€2,400`, `CA$99.50`: an amount as English writes it; decimals only where there are some. */
export function moneyText(amount: number, currency: string): string {
  return moneyFormat(currency).format(amount)
}

/** `€1,000 – €2,000`; in one currency it may be said once. */
export function moneyRangeText(
  [least, leastCurrency]: readonly [number, string],
  [most, mostCurrency]: readonly [number, string],
): string {
  if (leastCurrency === mostCurrency && least <= most) {
    return moneyFormat(leastCurrency).formatRange(least, most)
  }
  return `${moneyText(least, leastCurrency)} – ${moneyText(most, mostCurrency)}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Kept, because making one takes longer than using it; there are as many as currencies. */
function moneyFormat(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    // As amounts have at most: of a currency without cents, too, the whole amount is shown.
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  })
  formats.set(currency, format)
  return format
}
