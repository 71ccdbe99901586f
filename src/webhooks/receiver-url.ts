import { unprocessable } from '../problems/problem.ts'

/**
 * Checks the URL of a receiver as far as that is possible without the network. Its address is checked by each connection
 * (receiver.ts), because the address of a name can change at any time.
 * @param text a URL, as the contract describes it.
 * @throws 422 for one to which no message would be sent.
 */
export function requireReceiverUrl(text: string, allowsPlainHttp: boolean): void {
  const { protocol, hash } = new URL(text)
  const invalid = (detail: string) => unprocessable([{ pointer: '/url', detail }])
  if (protocol !== 'https:' && !allowsPlainHttp) throw invalid('It must be https.')
  if (hash !== '') throw invalid('It must not have a fragment.')
}
