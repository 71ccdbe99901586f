import type { Json } from '../collection.ts'
import type { Trial } from '../run.ts'
import type { ReceivedResponse } from '../validate/received-response.ts'
import type { Operation } from '../validate/contract.ts'

type Headers = Readonly<Record<string, string>>

/** A writing operation, its address, and its headers apart from the credential. */
interface Target {
  readonly operation: Operation
  readonly mediaType: string
  readonly url: string
  readonly headers?: Headers
}

/** Gives the target, or skips the case where there is none. */
export type FindTarget = (trial: Trial) => Target

/** Headers with the key; skips the case when there is none. */
export function authorized(trial: Trial, headers: Headers = {}): Record<string, string> {
  const { key } = trial.session.options
  if (key === undefined) trial.skip('it needs CONTRACT_KEY')
  return { authorization: `Bearer ${key}`, ...headers }
}

/** Sends a body as JSON, or as it is when it is a text. */
export function write(
  trial: Trial,
  { operation, mediaType, url, headers }: Target,
  body: Json | string,
  ...statuses: number[]
): Promise<ReceivedResponse> {
  const sent = {
    method: operation.method,
    url,
    headers: authorized(trial, { 'content-type': mediaType, ...headers }),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
  return trial.expect(operation, sent, ...statuses)
}

/**
 * Every link to the deployment is absolute, and below the address that its own document names.
 * @param name of the field or header that has the link.
 */
export function checkAddress(
  trial: Trial,
  response: ReceivedResponse,
  name: string,
  link: string,
): void {
  const { contract, options } = trial.session
  // The document of another service may name other addresses.
  if (options.document !== undefined) return
  const [server] = contract.document.servers
  const message = `${name} is ${link}, which is not below ${server?.url}`
  trial.check(link.startsWith(`${server?.url}/`), message, '/servers/0/url', response)
}
