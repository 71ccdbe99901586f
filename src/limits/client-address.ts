import ipaddr from 'ipaddr.js'
import { memoize } from '../contract/remembered.ts'

/** What one subscriber is given of IPv6 (RFC 6177): any address in it is as good as another. */
const IPV6_PREFIX = 64

function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'address unknown'
  // An IPv4 address that came to a listener for IPv6 is the same client.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `address ${parsed.toString()}`
  const bytes = parsed.toByteArray().fill(0, IPV6_PREFIX / 8)
  return `address ${ipaddr.fromByteArray(bytes).toString()}/${IPV6_PREFIX}`
}

/** What the sender from this address is counted by. */
export const clientKey = memoize(clientOf, { maxEntries: 10_000, maxKeyLength: 64 })
