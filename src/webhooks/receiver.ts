import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Outcome } from './delivery-queries.ts'
import { addressCheck } from './receiver-url.ts'
import { threadedRequests } from './threaded-requests.ts'

export interface ReceiverOptions {
  /** CIDR ranges and addresses of receivers that are allowed besides public ones, also with `http`. */
  readonly allowedRanges?: readonly string[] | undefined
  /** The addresses of a name; by default those of its A and AAAA records. */
  readonly resolve?: ((name: string) => Promise<readonly string[]>) | undefined
}

interface ReceiverRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Sender = (request: ReceiverRequest, signal: AbortSignal) => Promise<Outcome>

const TIMEOUT_MS = 10_000

/** All senders of the process share one thread. */
const statusOf = threadedRequests()

/**
 * Sends requests to URLs of partners (SSRF: OWASP, "Server-Side Request Forgery Prevention Cheat Sheet"). Each connection
 * resolves the name once, checks all its addresses, and connects to one of the first (receiver-request.ts). So a name whose
 * address changes after the check gains nothing.
 * @returns a function that fails only for reasons of this process.
 */
export function createSender({
  allowedRanges = [],
  resolve = resolveAddresses,
}: ReceiverOptions): Sender {
  const isAllowed = addressCheck(allowedRanges)
  return async ({ url: text, headers, body }, stopped) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const url = new URL(text)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const late = AbortSignal.any([timeout, stopped])
    const noAddress = new Promise<string[]>((settle) => {
      late.addEventListener('abort', () => settle([]), { once: true })
    })
    const found = isIP(host) === 0 ? resolve(host).catch(() => []) : Promise.resolve([host])
    const addresses = await Promise.race([found, noAddress])
    if (timeout.aborted) return TIMED_OUT
    if (stopped.aborted) return NO_CONNECTION
    const isPlain = url.protocol === 'http:'
    // A name without an address has the same outcome: it tells nothing of the names of an internal network.
    if (addresses.length === 0 || !addresses.every((address) => isAllowed(address, isPlain))) {
      return { status: null, error: 'address_not_allowed' }
    }
    const request = { url: text, headers, body, addresses }
    const status = await statusOf(request, late)
    if (status !== undefined) return { status, error: null }
    return timeout.aborted ? TIMED_OUT : NO_CONNECTION
  }
}

export const NO_CONNECTION: Outcome = { status: null, error: 'connection_failed' }
const TIMED_OUT: Outcome = { status: null, error: 'timeout' }

/**
 * Asks name servers, in place of `dns.lookup`: that takes a thread of four that the whole process shares, for as long as the
 * name server of a receiver likes.
 */
async function resolveAddresses(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}
