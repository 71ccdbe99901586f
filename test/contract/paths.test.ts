import { describe, expect, it } from 'vitest'
import { findPath, parametersIn } from '../../src/contract/paths.ts'

const allowOf = (pathname: string) => findPath(pathname)?.allow

describe('findPath', () => {
  it('distinguishes a list from its records', () => {
    expect(allowOf('/api/v1/events/')).toBe('GET, POST, HEAD, OPTIONS')
    expect(allowOf('/api/v1/')).toBe('GET, HEAD, OPTIONS')
    expect(allowOf('/api/v1/events/7/')).toBe('GET, PUT, PATCH, DELETE, HEAD, OPTIONS')
  })

  it.each([
    '/',
    '/events/',
    '/api/v1/events',
    '/api/v1/events//',
    '/api/v1/events/7/8/',
    '/api/v1/Events/',
    '/api/v1/eventsx/',
    '/api/v1/events/1//',
    '/xyz/v1/events/',
    '/api/v1//events/',
    '/api/v1/events/7/\n',
    '/api/v1/__proto__/',
  ])('finds nothing at %j', (pathname) => {
    expect(findPath(pathname)).toBeUndefined()
  })
})

describe('parametersIn', () => {
  const parameters = (pathname: string) => parametersIn(findPath(pathname)!, pathname)

  it('decodes the values by name', () => {
    expect(parameters('/api/v1/events/%31%2F%C3%A9/')).toEqual({ id: '1/é' })
    expect(parameters('/api/v1/events/')).toEqual({})
  })

  it('throws for a value that is not UTF-8', () => {
    expect(() => parameters('/api/v1/events/%FF/')).toThrow(URIError)
  })
})
