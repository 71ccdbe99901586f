import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { unprocessable } from '../problems/problem.ts'

/**
 * Checks the URL of a receiver as far as that is possible without the network. The address of a name is checked by each
 * connection (receiver.ts), because it can change at any time.
 * @param text a URL, as the contract describes it.
 * @param allowedRanges of `addressCheck`. Without them, no URL may have `http`.
 * @throws 422 for one to which no message would be sent.
 */
export function requireReceiverUrl(text: string, allowedRanges: readonly string[] = []): void {
  const { protocol, hostname } = new URL(text)
  const invalid = (detail: string) => unprocessable([{ pointer: '/url', detail }])
  const isPlain = protocol === 'http:'
  if (isPlain && allowedRanges.length === 0) throw invalid('It must be https.')
  if (text.includes('#')) throw invalid('It must not have a fragment.')
  if (isIP(hostname) !== 0 && !addressCheck(allowedRanges)(hostname, isPlain)) {
    throw invalid(`No message is sent to the address ${hostname}${isPlain ? ' without TLS' : ''}.`)
  }
}

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
