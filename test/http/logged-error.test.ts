import { describe, expect, it } from 'vitest'
import { serializeError } from '../../src/http/logging.ts'

describe('loggedError', () => {
  it('keeps what explains an error, and leaves out the values of rows', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(jane@example.com) already exists.',
      where: 'jane',
      parameters: ['jane'],
    })
    const logged = serializeError(new TypeError('It failed', { cause }))
    expect(logged).toMatchObject({
      type: 'TypeError',
      message: 'It failed',
      cause: { type: 'Error', message: 'duplicate key', code: '23505' },
    })
    expect(JSON.stringify(logged)).not.toContain('jane')
  })

  it('tells each of several errors', () => {
    const logged = serializeError(new AggregateError([new Error('one'), new Error('two')], 'Both'))
    expect(logged).toMatchObject({ errors: [{ message: 'one' }, { message: 'two' }] })
  })

  it('ends at a chain of causes that does not end', () => {
    const error = new Error('again')
    error.cause = error
    expect(JSON.stringify(serializeError(error)).match(/again/g)?.length).toBeLessThan(50)
  })

  it('takes what is not an error', () => {
    expect(serializeError('text')).toEqual({ type: 'string', message: 'text', stack: '' })
  })
})
