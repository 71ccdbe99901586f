import { JSON_TYPE, type Json } from '../collection.ts'
import type { Trial } from '../run.ts'
import type { Answer } from '../validate/answer.ts'
import type { Operation } from '../validate/contract.ts'
import type { Writing } from '../values.ts'

/** Where a writing operation is sent to, and with what besides the credential. */
interface Target {
  readonly operation: Operation
  readonly mediaType: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Gives the target, or skips the case where there is none. */
export type FindTarget = (trial: Trial) => Target

/** What an author sends; skips the case when there is no key. */
export function authorized(
  trial: Trial,
  headers: Readonly<Record<string, string>> = {},
): Record<string, string> {
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
): Promise<Answer> {
  const sent = {
    method: operation.method,
    url,
    headers: authorized(trial, { 'content-type': mediaType, ...headers }),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
  return trial.expect(operation, sent, ...statuses)
}

export function targetOf(
  { operation, mediaType }: Writing,
  url: string,
  headers: Target['headers'] = {},
): Target {
  return { operation, mediaType: mediaType || JSON_TYPE, url, headers }
}

/**
 * Every link to the deployment is absolute, and below the address that its own document names.
 * @param name of what holds the link: a field, or a header.
 */
export function checkAddress(trial: Trial, answer: Answer, name: string, link: string): void {
  const { contract, options } = trial.session
  // The document of another service may name other addresses.
  if (options.document !== undefined) return
  const [server] = contract.document.servers
  const message = `${name} is ${link}, which is not below ${server?.url}`
  trial.claim(link.startsWith(`${server?.url}/`), message, '/servers/0/url', answer)
}
