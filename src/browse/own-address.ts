/**
 * An address of this service without its host, so that whoever follows it stays at the host that
 * they came by.
 */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
