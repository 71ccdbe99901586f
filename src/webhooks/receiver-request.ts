import { request as httpRequest, type ClientRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { DEFAULT_CIPHERS } from 'node:tls'

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

export interface AddressedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Those of the host, checked. */
  readonly addresses: readonly string[]
}

/**
 * Sends a request to one of the addresses. It has no agent, so no later request uses a connection again, and follows no redirect.
 * @returns the status of the response; undefined without a response.
 */
export async function statusOfRequest(
  { url: text, headers, body, addresses }: AddressedRequest,
  signal: AbortSignal,
): Promise<number | undefined> {
  const url = new URL(text)
  const request = (url.protocol === 'http:' ? httpRequest : httpsRequest)(url, {
    method: 'POST',
    headers,
    agent: false,
    ...KEY_EXCHANGE,
    lookup: lookupOf(addresses),
    maxHeaderSize: MAX_RESPONSE_BYTES,
    signal,
  })
  request.end(body)
  return statusOf(request)
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
