import { describe, expect, it } from 'vitest'
import { inputProblem, Problem, toProblem } from '../../src/problems/problem.ts'

describe('toProblem', () => {
  it.each([
    ['42501', /lacks a right or a resource/],
    ['53100', /lacks a right or a resource/],
    ['58030', /lacks a right or a resource/],
    ['57014', /takes too long/],
    ['57P03', /cannot reach its database/],
  ])('says what is wrong with the database: %s', (code, detail) => {
    const problem = toProblem(Object.assign(new Error('x'), { code }))
    expect(problem).toMatchObject({ status: 503, message: expect.stringMatching(detail) })
  })

  it('leaves a problem as it is', () => {
    const problem = new Problem('not_found', 'No event.')
    expect(toProblem(problem)).toBe(problem)
    expect(problem.status).toBe(404)
  })

  it.each([
    ['an unexpected error', new TypeError('x is undefined'), 'internal_error'],
    ['anything thrown', 'text', 'internal_error'],
    ['nothing', undefined, 'internal_error'],
    [
      'an unreachable database',
      Object.assign(new Error('x'), { code: '57P03' }),
      'service_unavailable',
    ],
    [
      'a request that Fastify rejects',
      Object.assign(new Error('x'), { statusCode: 400 }),
      'invalid_request',
    ],
    ['a long body', Object.assign(new Error('x'), { statusCode: 413 }), 'content_too_large'],
    [
      'an invalid Content-Type',
      Object.assign(new Error('x'), { statusCode: 415 }),
      'unsupported_media_type',
    ],
    ['a failure of Fastify', Object.assign(new Error('x'), { statusCode: 500 }), 'internal_error'],
    ['a constraint', Object.assign(new Error('x'), { code: '23505' }), 'internal_error'],
    [
      'a constraint that is a rule of the contract',
      Object.assign(new Error('x'), { code: '23514', constraint: 'events_end_not_before_start' }),
      'unprocessable_content',
    ],
    [
      'a constraint of another name',
      Object.assign(new Error('x'), { code: '23514', constraint: 'constructor' }),
      'internal_error',
    ],
  ])('converts %s: %o to %s', (_, error, code) => {
    const problem = toProblem(error)
    expect(problem.code).toBe(code)
    expect(problem.cause).toBe(error)
    expect(problem.message).not.toContain('x is undefined')
  })
})

describe('inputProblem', () => {
  const errorsAt = (places: readonly string[]) =>
    places.map((pointer) => ({ pointer, detail: 'It is wrong.' }))

  it.each([
    [['/a'], 'The request has 1 fault: /a.'],
    [[''], 'The request has 1 fault: the body.'],
    [['/a', '/b'], 'The request has 2 faults: /a, /b.'],
    [['/a', '/b', '/c', '/d', '/e'], 'The request has 5 faults: /a, /b, /c, /d, /e.'],
    [
      ['/a', '/b', '/c', '/d', '/e', '/f'],
      'The request has 6 faults: /a, /b, /c, /d, /e and more.',
    ],
  ])('names the places %j', (places, message) => {
    const errors = errorsAt(places)
    expect(inputProblem('unprocessable_content', errors)).toMatchObject({ message, errors })
  })

  it('names a parameter by its name', () => {
    const errors = [{ parameter: 'limit', detail: 'It is not a number.' }]
    expect(inputProblem('invalid_request', errors)).toMatchObject({
      status: 400,
      message: 'The request has 1 fault: limit.',
    })
  })
})
