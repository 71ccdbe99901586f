import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { DEFAULT_CIPHERS } from 'node:tls'
import type { Outcome } from './delivery-queries.ts'
import { addressCheck } from './receiver-url.ts'

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

/** Bytes after which the connection is closed: only the status of the response is of interest. */
const MAX_RESPONSE_BYTES = 8_192

/** Most servers send two. */
const MAX_TICKETS = 20

/**
 * No key exchange over a finite field, in any version of TLS: the receiver chooses the field, and one of 10,000 bits holds the
 * event loop for a second.
 */
const KEY_EXCHANGE = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE`,
  ecdhCurve: 'X25519:P-256:P-384:P-521',
}

/**
 * Sends requests to URLs of partners (SSRF: OWASP, "Server-Side Request Forgery Prevention Cheat Sheet"). Each connection
 * resolves the name once, checks all its addresses, and connects to one of the first. So a name whose address changes after the
 * check gains nothing. It has no agent, so no later request uses a connection again, and follows no redirect.
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
    const request = (isPlain ? httpRequest : httpsRequest)(url, {
      method: 'POST',
      headers,
      agent: false,
      ...KEY_EXCHANGE,
      lookup: lookupOf(addresses),
      maxHeaderSize: MAX_RESPONSE_BYTES,
      signal: timeout,
    })
    const stop = (): void => void request.destroy()
    stopped.addEventListener('abort', stop)
    request.end(body)
    const status = await statusOf(request)
    stopped.removeEventListener('abort', stop)
    if (status !== undefined) return { status, error: null }
    return timeout.aborted ? TIMED_OUT : NO_CONNECTION
  }
}

/** The status of the response, once the connection is closed; undefined without a response. */
function statusOf(request: ClientRequest): Promise<number | undefined> {
  return new Promise((settle) => {
    let status: number | undefined
    // `close` follows.
    request.on('error', () => {})
    request.on('response', (response) => {
      status = response.statusCode
      response.on('error', () => {})
      response.resume()
    })
    // Interim responses and empty lines count, too: the parser takes any number of them.
    request.on('socket', (socket) => {
      let bytes = 0
      socket.on('data', ({ length }: Buffer) => {
        bytes += length
        if (bytes > MAX_RESPONSE_BYTES) request.destroy()
      })
      // A TLS server may send any number of tickets for later connections. They are no data of the socket.
      let tickets = 0
      socket.on('session', () => {
        tickets += 1
        if (tickets > MAX_TICKETS) request.destroy()
      })
    })
    request.on('close', () => settle(status))
  })
}

export const NO_CONNECTION: Outcome = { status: null, error: 'connection_failed' }
const TIMED_OUT: Outcome = { status: null, error: 'timeout' }

/** Addresses of each family that a connection tries: a name can have thousands, all of others, and each costs a turn of the event loop. */
const MAX_TRIED = 4

/** A lookup that finds the first of these addresses. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = [4, 6].flatMap((family) =>
    addresses
      .filter((address) => isIP(address) === family)
      .slice(0, MAX_TRIED)
      .map((address) => ({ address, family })),
  )
  return (_name, { all }, callback) => {
    const [first] = found
    if (all === true) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

/**
 * Asks name servers, in place of `dns.lookup`: that takes a thread of four that the whole process shares, for as long as the
 * name server of a receiver likes.
 */
async function resolveAddresses(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}
