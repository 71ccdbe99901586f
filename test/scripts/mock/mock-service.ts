import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildMock } from '../../../scripts/mock/build-mock.ts'
import { resolve, type Operation } from '../../contract/document.ts'
import { PUBLIC_URL } from '../../support/app.ts'
import { sendUnvalidated, type Answer, type Sent } from '../../support/send.ts'

/** It looks like a key, which is all that the mock asks of one. */
export const ANY_KEY = `Bearer amk_${'0'.repeat(43)}`

interface MockService {
  app: FastifyInstance
  send(request: Sent): Promise<Answer>
}

/** A mock for the test file that calls this at its top level. */
export function useMock(): MockService {
  const mock = {} as MockService
  beforeAll(async () => {
    mock.app = await buildMock({ public: PUBLIC_URL, media: `${PUBLIC_URL}/media` }, 'silent')
    mock.send = (request) => sendUnvalidated(mock.app, request)
  })
  afterAll(() => mock.app.close())
  return mock
}

/** A request that fits the contract, made of what the contract shows; `prefer` may be left out. */
export function fittingRequest(operation: Operation, prefer?: string): Sent {
  const { method, template, parameters, requestBody, security } = operation
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const [example] = Object.values(media?.examples ?? {})
  // The mock varies the example of a record for the ids that follow it (scripts/mock/examples.ts).
  const { example: id } = parameters.find(({ in: place }) => place === 'path') ?? {}
  return {
    method,
    path: template.replace(/\{\w+\}/, String(id)),
    headers: {
      ...(security.length > 0 && { authorization: ANY_KEY }),
      ...(parameters.some(({ name }) => name === 'If-Match') && { 'if-match': '"any"' }),
      ...(type !== undefined && { 'content-type': type }),
      ...(prefer !== undefined && { prefer }),
    },
    ...(example && { body: JSON.stringify(resolve(example).value) }),
  }
}
