import type { Answer } from '../judge/answer.ts'
import type { Operation } from '../judge/contract.ts'
import { JSON_TYPE, type Json } from '../collection.ts'
import type { Trial } from '../run/trial.ts'
import type { Writing } from '../values/valid-body.ts'

/** Where a writing operation is sent to, and with what besides the credential. */
export interface Target {
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
