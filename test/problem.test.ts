import { describe, expect, it } from 'vitest'
import { Problem, problemBody, toProblem } from '../src/problem.ts'

describe('toProblem', () => {
  it('leaves a problem as it is', () => {
    const problem = new Problem('not_found', 'No event.')
    expect(toProblem(problem)).toBe(problem)
    expect(problem.status).toBe(404)
  })

  it.each([
    ['an error of ours', new TypeError('x is undefined'), 'internal_error'],
    ['anything thrown', 'text', 'internal_error'],
    ['nothing', undefined, 'internal_error'],
    [
      'a database that is away',
      Object.assign(new Error('x'), { code: '57P03' }),
      'service_unavailable',
    ],
    ['a refusal of Fastify', Object.assign(new Error('x'), { statusCode: 413 }), 'invalid_request'],
    ['a failure of Fastify', Object.assign(new Error('x'), { statusCode: 500 }), 'internal_error'],
    ['a constraint', Object.assign(new Error('x'), { code: '23505' }), 'internal_error'],
  ])('makes of %s: %o %s', (_, error, code) => {
    const problem = toProblem(error)
    expect(problem.code).toBe(code)
    expect(problem.cause).toBe(error)
    expect(problem.message).not.toContain('x is undefined')
  })
})

describe('problemBody', () => {
  it('is the problem document of RFC 9457, its fields in order', () => {
    const errors = [{ parameter: 'limit', detail: 'It is not a number.' }]
    const problem = new Problem('invalid_request', 'The request has 1 fault: limit.', { errors })
    expect(Object.entries(problemBody(problem, 'https://art.example', 'abc'))).toEqual([
      ['type', 'https://art.example/docs/problems/invalid_request'],
      ['title', 'Invalid request'],
      ['status', 400],
      ['detail', 'The request has 1 fault: limit.'],
      ['instance', 'urn:uuid:abc'],
      ['code', 'invalid_request'],
      ['errors', errors],
    ])
  })

  it('has no errors where the input is not at fault', () => {
    expect(
      problemBody(new Problem('not_found', 'No.'), 'https://art.example', 'abc'),
    ).not.toHaveProperty('errors')
  })
})
