import { describe, expect, it } from 'vitest'
import { Problem } from '../../src/problems/problem.ts'
import { readText } from '../../src/request-body/body-error.ts'

function problemOf(body: Uint8Array | undefined): Problem {
  try {
    readText(body)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was read')
}

describe('the text of a body', () => {
  it('is read without a byte order mark', () => {
    expect(readText(Buffer.from('Ærø,1\n'))).toBe('Ærø,1\n')
    expect(readText(Buffer.from('\ufeffDate,USD\n'))).toBe('Date,USD\n')
  })

  it.each([
    ['It is empty.', undefined],
    ['It is empty.', Buffer.alloc(0)],
    ['It is a ZIP archive: unzip it first.', Buffer.from('PK\u0003\u0004\u0014')],
    ['It is not UTF-8.', Buffer.from([0x44, 0xe9, 0x0a])],
  ])('is 400: %s', (detail, body) => {
    const { status, errors } = problemOf(body)
    expect({ status, errors }).toEqual({ status: 400, errors: [{ pointer: '', detail }] })
  })
})
