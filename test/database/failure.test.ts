import { describe, expect, it } from 'vitest'
import { isDatabaseUnavailable } from '../../src/database/failure.ts'

const withCode = (code: string, values: object = {}) =>
  Object.assign(new Error('failed'), { code, ...values })

describe('isDatabaseUnavailable', () => {
  it.each([
    '08006',
    '53300',
    '53100',
    '57P01',
    '57P02',
    '57P03',
    '57014',
    '58030',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ])('is true of %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true)
  })

  it.each([
    '23505',
    '22P02',
    '42P01',
    '22003',
    'ENOENT',
    'EACCES',
    'ERR_INVALID_ARG_TYPE',
    '57',
    'E57',
  ])('is false of %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false)
  })

  it('is true of a socket that is not there, false of a file', () => {
    expect(isDatabaseUnavailable(withCode('ENOENT', { syscall: 'connect' }))).toBe(true)
    expect(isDatabaseUnavailable(withCode('ENOENT', { syscall: 'open' }))).toBe(false)
  })

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('is true of the words "%s"', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true)
  })

  it('is true when any of several attempts failed so', () => {
    const refused = new AggregateError([new Error('x'), withCode('ECONNREFUSED')])
    expect(isDatabaseUnavailable(refused)).toBe(true)
    expect(isDatabaseUnavailable(new AggregateError([new Error('x')]))).toBe(false)
  })

  it.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new Error('any other')])(
    'is false of %s',
    (error) => {
      expect(isDatabaseUnavailable(error)).toBe(false)
    },
  )
})
