import { OpenAPIRouter, type Request } from 'openapi-backend'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBackend } from '../../src/contract/backend.ts'
import { apiRoot, contract, resolve } from '../../src/contract/document.ts'

type Backend = Awaited<ReturnType<typeof createBackend>>

let backend: Backend
/** As openapi-backend has it, with nothing of ours. */
let original: OpenAPIRouter

beforeAll(async () => {
  backend = await createBackend({}, {})
  const { definition } = backend
  original = new OpenAPIRouter({ definition, apiRoot, ignoreTrailingSlashes: false })
})

/** A request as dispatch takes it apart. */
const request = (method: string, path: string, given: Partial<Request> = {}): Request => ({
  method,
  path,
  headers: { host: 'art.example', 'if-match': '"a"' },
  query: { limit: '1', 'a b': 'é', nothing: '' },
  body: undefined,
  ...given,
})

const paths = Object.keys(contract.paths).map((template) => apiRoot + template)
const others = [`${apiRoot}/`, '/', '/nothing/', `${apiRoot}/events`, `${apiRoot}/events/1/2/`]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE']

function outcome(router: OpenAPIRouter, asked: Request): string {
  try {
    return router.matchOperation(asked, true).operationId ?? ''
  } catch (error) {
    return String(error)
  }
}

describe('the functions of the operations', () => {
  it('are called under their operationId', async () => {
    const one = await createBackend({ listTags: () => 'tags' }, {})
    const read = request('GET', `${apiRoot}/tags/`, { query: {} })
    expect(await one.handleRequest(read)).toBe('tags')
  })

  it('are missing where one is, which no other stands in for', async () => {
    const read = request('GET', `${apiRoot}/tags/`, { query: {} })
    await expect(backend.handleRequest(read)).rejects.toThrow('501-notImplemented: listTags')
  })

  it('are those of the contract', async () => {
    await expect(createBackend({ listNothing: () => '' }, {})).rejects.toThrow('listNothing')
  })
})

describe('the short way of routing', () => {
  it.each([...paths, ...others])('leads from %s where the router does', (path) => {
    for (const method of METHODS) {
      for (const id of ['7', 'abc', '{id}']) {
        const asked = request(method, path.replace('{id}', id))
        expect(outcome(backend.router, asked), `${method} ${id}`).toBe(outcome(original, asked))
      }
    }
  })

  it.each(paths)('reads a request of %s as the router does', (template) => {
    const path = template.replace('{id}', 'a%20b')
    const params: Record<string, string> = template.includes('{id}') ? { id: 'a b' } : {}
    const asked = request('GET', path, { params, body: { title: 'A' } })
    const operation = original.matchOperation(asked, true)
    const read = backend.router.parseRequest(asked, operation)
    expect(read).toEqual(original.parseRequest(asked, operation))
    // The validation writes into both.
    expect(read.query).not.toBe(asked.query)
    expect(read.params).not.toBe(asked.params)
  })

  it('is right for every parameter that the contract has', () => {
    const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
    const parameters = operations.flatMap((operation) => operation.parameters ?? [])
    for (const parameter of parameters.map((given) => resolve(given))) {
      expect(parameter.in).not.toBe('cookie')
      expect(parameter).not.toHaveProperty('content')
      expect(parameter).not.toHaveProperty('explode')
      expect(['integer', 'string']).toContain(resolve(parameter.schema).type)
    }
    expect(parameters.length).toBeGreaterThan(50)
  })
})
