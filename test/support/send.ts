import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'
import type { ReceivedResponse } from '../../scripts/contract/validate/received-response.ts'
import { validate } from '../contract/validate.ts'
import { readBody } from './read-body.ts'

const RETRY_MS = 100

export interface Sent {
  readonly method?: string
  /** Below /api/v1, with its query; see `url` for any other. */
  readonly path?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer extends ReceivedResponse {
  json(): Record<string, unknown>
}

/** Sends a request without a network. */
export async function sendUnvalidated(app: FastifyInstance, sent: Sent): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = sent
  const url = sent.url ?? `/api/v1${sent.path ?? '/'}`
  const options = { method, url, headers, ...(body !== undefined && { payload: body }) }
  const response = await app.inject({ ...options, payloadAsStream: true } as InjectOptions)
  const chunks = response.stream() as AsyncIterable<Buffer>
  const text = String(await readBody(chunks, response.headers['content-type']))
  return {
    method,
    url,
    sent: headers,
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  }
}

/** Sends a request as `by` does, and again while it gets 503, as clients do: a busy machine rejects some. */
export async function sendUntilServed(
  app: FastifyInstance,
  sent: Sent,
  by: typeof sendUnvalidated = send,
): Promise<Answer> {
  const response = await by(app, sent)
  if (response.status !== 503) return response
  await sleep(RETRY_MS)
  return sendUntilServed(app, sent, by)
}

/** Sends a request and validates the response against the contract. */
export async function send(app: FastifyInstance, sent: Sent): Promise<Answer> {
  const response = await sendUnvalidated(app, sent)
  expect(validate(response).errors, `${response.method} ${response.url}`).toEqual([])
  return response
}
