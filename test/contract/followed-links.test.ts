import { beforeAll, describe, expect, it } from 'vitest'
import { requireSet } from '../../src/contract/request-context.ts'
import { useService } from '../support/app.ts'
import { nextNumber } from '../support/sequence.ts'
import { document, operations, resolve, type Operation } from './document.ts'
import { makeExampleWorld } from './example-world.ts'
import { kindOf } from './response-cases/kinds.ts'
import { keyOf } from './response-cases/response-case.ts'

// Tools follow the links of the responses, so this test follows each of them, from a response to the request that it
// describes.

interface Link {
  readonly operationId: string
  readonly parameters?: Readonly<Record<string, string>>
}

interface Source {
  readonly record: Record<string, unknown>
  readonly etag: string
  readonly id: string
}

const test = useService()
let keys: { readonly author: string; readonly admin: string }
let owner_id: string

beforeAll(async () => {
  ;({ owner_id, keys } = await makeExampleWorld(test.db))
})

const { links = {} } = document.components as { links?: Record<string, Link> }
const linked = operations.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, response]) => {
    const named = (response as { links?: Record<string, { $ref: string }> }).links ?? {}
    return Object.entries(named).map(([name, { $ref }]) => ({
      title: `${operation.id} ${status} ${name}`,
      operation,
      link: requireSet(links[$ref.slice('#/components/links/'.length)]),
    }))
  }),
)

describe('the service accepts what the link describes', () => {
  it.each(linked)('$title', async ({ operation, link }) => {
    const target = requireSet(operations.find(({ id }) => id === link.operationId))
    const source = await respond(operation)
    const { id, 'If-Match': ifMatch } = evaluate(link.parameters ?? {}, source)
    const { status, text } = await send(target, {
      path: target.template.replace('{id}', String(id)),
      ifMatch: ifMatch as string | undefined,
      body: bodyOf(target),
    })
    expect(status, text).toBeLessThan(300)
  })
})

/** The response whose links are followed: to a new record, or to a request for one that exists. */
async function respond(operation: Operation): Promise<Source> {
  const { make } = requireSet(kindOf(operation.template))
  const isOfRecord = operation.template.includes('{id}')
  const given = isOfRecord ? String((await make(test.db, owner_id)).id) : ''
  const response = await send(operation, {
    path: operation.template.replace('{id}', given),
    ifMatch: ['PUT', 'PATCH'].includes(operation.method) ? '*' : undefined,
    body: bodyOf(operation),
  })
  expect(response.status, response.text).toBeLessThan(300)
  return { record: response.json(), etag: String(response.headers['etag']), id: given }
}

/** The values of runtime expressions (OpenAPI 3.1, section 4.8.20.4), as far as the document has them. */
function evaluate(values: object, { record, etag, id }: Source): Record<string, unknown> {
  const known: Readonly<Record<string, unknown>> = {
    '$response.body#/id': record['id'],
    '$response.header.ETag': etag,
    '$request.path.id': id,
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(value).startsWith('$') ? requireSet(known[value as string]) : (value as unknown),
    ]),
  )
}

/** The first example of the body, if the operation has one. A name is a new one, because it may have to be unique. */
function bodyOf({ requestBody }: Operation): object | undefined {
  const [{ examples = {} } = {}] = Object.values(requestBody?.content ?? {})
  const [example] = Object.values(examples)
  if (example === undefined) return undefined
  const body = resolve(example).value as object
  return 'name' in body ? { ...body, name: `Name ${nextNumber()}` } : body
}

interface Sent {
  readonly path: string
  readonly ifMatch: string | undefined
  readonly body: object | undefined
}

function send(operation: Operation, { path, ifMatch, body }: Sent) {
  const [type] = Object.keys(operation.requestBody?.content ?? {})
  return test.send({
    method: operation.method,
    path,
    headers: {
      authorization: keys[keyOf(operation)],
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
