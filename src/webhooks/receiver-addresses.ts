import ipaddr from 'ipaddr.js'

/**
 * A check of the addresses of receivers.
 * @param allowedRanges CIDR ranges and addresses that are allowed besides public ones, also without TLS.
 */
export function addressCheck(
  allowedRanges: readonly string[],
): (address: string, isPlain: boolean) => boolean {
  const allowed = allowedRanges.map(rangeOf)
  return (text, isPlain) => {
    const address = ipaddr.process(text)
    if (allowed.some((range) => range[0].kind() === address.kind() && address.match(range)))
      return true
    return !isPlain && isPublic(address)
  }
}

type Address = ReturnType<typeof ipaddr.process>

function rangeOf(text: string): [Address, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** The addresses that the Internet routes to one host. IPv6 has them in 2000::/3 only (RFC 4291, IANA's registry). */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1
}
