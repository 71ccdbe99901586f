/** To the whole, with commas. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}
