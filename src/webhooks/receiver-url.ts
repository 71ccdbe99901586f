import { isIP } from 'node:net'
import { unprocessable } from '../problems/problem.ts'
import { addressCheck } from './receiver-addresses.ts'

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
