import { describe, expect, it } from 'vitest'
import {
  DatabaseBusy,
  isDatabaseDown,
  isDatabaseUnavailable,
  isConnectionFatal,
  isRetryable,
  isStatementTimeout,
} from '../../src/database/errors.ts'

const withCode = (code: string, values: object = {}) =>
  Object.assign(new Error('failed'), { code, ...values })

/** The classification of SQLSTATEs (PostgreSQL, appendix A). */
const MEANINGS = {
  // Unavailable, and the connection is of no more use.
  gone: `08000 08001 08003 08004 08006 08P01 25P03 25P04 28000 28P01 3D000 55000
    57000 57P01 57P02 57P03 57P04 57P05`,
  // As before, and worth a retry at once, on another connection.
  moved: '25006',
  // Unavailable, and worth a retry at once.
  undone: '0A000 26000 40001 40P01',
  // Unavailable.
  busy: `40000 40002 40003 42501 53000 53100 53200 53300 53400 55006 55P03 57014 58000 58030`,
  // A bug, or a gap of validation.
  wrong: `21000 22003 22021 22P02 22P05 23503 23505 23514 25P02 42601 42703
    54000 P0001 XX000`,
}

describe('a SQLSTATE', () => {
  it.each(Object.entries(MEANINGS))('is classified as %s', (kind, codes) => {
    for (const code of codes.split(/\s+/)) {
      const error = withCode(code)
      const found = [isDatabaseUnavailable(error), isConnectionFatal(error), isRetryable(error)]
      const isFatal = kind === 'gone' || kind === 'moved'
      const isUndone = kind === 'undone' || kind === 'moved'
      expect(found, code).toEqual([kind !== 'wrong', isFatal, isUndone])
    }
  })
})

it('a statement that took too long is none that waited for a connection or a lock', () => {
  const errors = [
    withCode('57014'),
    new Error('Query read timeout'),
    new Error('timeout expired'),
    withCode('55P03'),
  ]
  expect(errors.map(isStatementTimeout)).toEqual([true, true, false, false])
})

describe('isDatabaseDown', () => {
  it.each([
    withCode('ECONNREFUSED'),
    withCode('57P01'),
    new Error('Connection terminated unexpectedly'),
    new AggregateError([new Error('x'), withCode('ECONNREFUSED')]),
  ])('is true when the database could not be reached: %s', (error) => {
    expect(isDatabaseDown(error)).toBe(true)
  })

  it.each([withCode('55P03'), withCode('57014'), withCode('40001'), new DatabaseBusy(), 'x'])(
    'is false when the database was busy, or is not the cause: %s',
    (error) => {
      expect(isDatabaseDown(error)).toBe(false)
    },
  )
})

describe('isDatabaseUnavailable', () => {
  it.each([
    'ECONNABORTED',
    'ECONNREFUSED',
    'ECONNRESET',
    'EMFILE',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ])('is true of %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true)
  })

  it.each(['ENOENT', 'EACCES', 'ERR_INVALID_ARG_TYPE', '57', 'E57', '57p01', '057P01'])(
    'is false of %s',
    (code) => {
      expect(isDatabaseUnavailable(withCode(code))).toBe(false)
    },
  )

  it('is true of a missing socket, false of a missing file', () => {
    expect(isDatabaseUnavailable(withCode('ENOENT', { syscall: 'connect' }))).toBe(true)
    expect(isDatabaseUnavailable(withCode('ENOENT', { syscall: 'open' }))).toBe(false)
  })

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
    'timeout expired',
    'The service is closing.',
  ])('is true of the message "%s"', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true)
  })

  it('is true when the queue of the pool is full', () => {
    expect(isDatabaseUnavailable(new DatabaseBusy())).toBe(true)
  })

  it('is true when one of several attempts was rejected', () => {
    const rejected = new AggregateError([new Error('x'), withCode('ECONNREFUSED')])
    expect(isDatabaseUnavailable(rejected)).toBe(true)
    expect(isDatabaseUnavailable(new AggregateError([new Error('x')]))).toBe(false)
  })

  it.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new Error('any other')])(
    'is false of %s',
    (error) => {
      expect(isDatabaseUnavailable(error)).toBe(false)
    },
  )
})
