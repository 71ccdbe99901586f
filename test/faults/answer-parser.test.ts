import { describe, expect, it } from 'vitest'
import { answerParser, type RawAnswer } from './requests/answer-parser.ts'

/** @param heads which of the answers are to a HEAD. */
function parsed(bytes: Buffer, pieceBytes: number, heads: readonly number[] = []): RawAnswer[] {
  const answers: RawAnswer[] = []
  const parse = answerParser(
    () => heads.includes(answers.length),
    (answer) => answers.push(answer),
  )
  for (let at = 0; at < bytes.length; at += pieceBytes) parse(bytes.subarray(at, at + pieceBytes))
  return answers
}

const THREE = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nVary: a\r\nvary: b\r\n\r\né!' +
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n' +
    'HTTP/1.1 404 Not Found\r\ncontent-length: 99\r\n\r\n',
)

describe('answers taken from a connection', () => {
  it.each([1, 7, 10_000])('are the same in pieces of %d bytes', (pieceBytes) => {
    expect(parsed(THREE, pieceBytes, [2])).toEqual([
      { status: 200, headers: { 'content-length': '3', vary: 'a, b' }, text: 'é!' },
      { status: 204, headers: {}, text: '' },
      { status: 404, headers: { 'content-length': '99' }, text: '' },
    ])
  })

  it('are none without a length', () => {
    const bytes = Buffer.from('HTTP/1.1 200 OK\r\n\r\nbody')
    expect(() => parsed(bytes, 100)).toThrow('without Content-Length')
  })

  it('are none where bytes are left over from the one before', () => {
    const bytes = Buffer.from(
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabHTTP/1.1 200 OK\r\n\r\n',
    )
    expect(() => parsed(bytes, 100)).toThrow('begins with "bHTTP/1.1 200 OK"')
  })
})
