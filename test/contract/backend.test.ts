import { OpenAPIRouter, type Request } from 'openapi-backend'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createBackend } from '../../src/contract/backend.ts'
import { findPath } from '../../src/contract/paths.ts'
import { apiRoot, contract, resolve } from '../../src/contract/document.ts'

type Backend = Awaited<ReturnType<typeof createBackend>>

let backend: Backend
/** The library's own router. */
let original: OpenAPIRouter

beforeAll(async () => {
  backend = await createBackend({}, {})
  const { definition } = backend
  original = new OpenAPIRouter({ definition, apiRoot, ignoreTrailingSlashes: false })
})

/** A request as dispatch parses it. */
const requestOf = (method: string, path: string, given: Partial<Request> = {}): Request => ({
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

function outcome(router: OpenAPIRouter, request: Request): string {
  try {
    return router.matchOperation(request, true).operationId ?? ''
  } catch (error) {
    return String(error)
  }
}

describe('createBackend', () => {
  it('calls the handler of an operationId', async () => {
    const one = await createBackend({ listTags: () => 'tags' }, {})
    const read = requestOf('GET', `${apiRoot}/tags/`, { query: {} })
    expect(await one.handleRequest(read)).toBe('tags')
  })

  it('rejects a request whose operation has no handler', async () => {
    const read = requestOf('GET', `${apiRoot}/tags/`, { query: {} })
    await expect(backend.handleRequest(read)).rejects.toThrow('501-notImplemented: listTags')
  })

  it('rejects a handler of an unknown operationId', async () => {
    await expect(createBackend({ listNothing: () => '' }, {})).rejects.toThrow('listNothing')
  })
})

describe('MemoizedRouter', () => {
  // Fails when a new version of openapi-backend takes its routes or its parsed requests from elsewhere.
  it('neither lists the operations again nor parses by OpenAPIRouter for the next request', async () => {
    const service = await createBackend({ listTags: () => 'tags' }, {})
    const read = requestOf('GET', `${apiRoot}/tags/`, { query: {} })
    await service.handleRequest(read)
    const list = vi.spyOn(OpenAPIRouter.prototype, 'getOperations')
    const parse = vi.spyOn(OpenAPIRouter.prototype, 'parseRequest')
    const parseOurs = vi.spyOn(service.router, 'parseRequest')
    expect(await service.handleRequest(read)).toBe('tags')
    expect(list).not.toHaveBeenCalled()
    expect(parse).not.toHaveBeenCalled()
    // By the backend thrice, by its validator once.
    expect(parseOurs).toHaveBeenCalledTimes(4)
    vi.restoreAllMocks()
  })

  it.each([...paths, ...others])('routes %s as OpenAPIRouter does', (path) => {
    for (const method of METHODS) {
      for (const id of ['7', 'abc', '{id}']) {
        const request = requestOf(method, path.replace('{id}', id))
        expect(outcome(backend.router, request), `${method} ${id}`).toBe(outcome(original, request))
      }
    }
  })

  it.each(paths)('parses a request of %s as OpenAPIRouter does', (template) => {
    const [, name] = /\{(\w+)\}/.exec(template) ?? []
    const path = template.replace(`{${name}}`, 'a%20b')
    const params: Record<string, string> = name === undefined ? {} : { [name]: 'a b' }
    const [method = ''] = findPath(path)?.allow.split(', ') ?? []
    const request = requestOf(method, path, { params, body: { title: 'A' } })
    const operation = original.matchOperation(request, true)
    const read = backend.router.parseRequest(request, operation)
    expect(read).toEqual(original.parseRequest(request, operation))
    // Validation changes both.
    expect(read.query).not.toBe(request.query)
    expect(read.params).not.toBe(request.params)
  })

  it('knows every kind of parameter that the contract has', () => {
    const operations = Object.values(contract.paths).flatMap((path) => Object.values(path))
    const parameters = operations.flatMap((operation) => operation.parameters ?? [])
    for (const parameter of parameters.map((given) => resolve(given))) {
      expect(parameter.in).not.toBe('cookie')
      expect(parameter).not.toHaveProperty('content')
      const { type } = resolve(parameter.schema)
      expect(['array', 'boolean', 'integer', 'number', 'string']).toContain(type)
      // Items are separated by commas (`withArrays`).
      const style = type === 'array' ? { in: 'query', style: 'form', explode: false } : {}
      expect('explode' in parameter).toBe(type === 'array')
      expect(parameter).toMatchObject(style)
    }
    expect(parameters.length).toBeGreaterThan(50)
  })
})
