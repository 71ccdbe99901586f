import { describe, expect, it } from 'vitest'
import { responseParser, type RawResponse } from './response-parser.ts'

/** @param heads the indexes of the responses to HEAD. */
function parse(bytes: Buffer, pieceBytes: number, heads: readonly number[] = []): RawResponse[] {
  const responses: RawResponse[] = []
  const read = responseParser(
    () => heads.includes(responses.length),
    (response) => responses.push(response),
  )
  for (let at = 0; at < bytes.length; at += pieceBytes) read(bytes.subarray(at, at + pieceBytes))
  return responses
}

const FIVE = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nVary: a\r\nvary: b\r\n\r\né!' +
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n' +
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\né!\r\na\r\n0\r\n1\r\n2\r\n3\r\n0\r\n\r\n' +
    'HTTP/1.1 404 Not Found\r\ncontent-length: 99\r\n\r\n',
)

describe('responseParser', () => {
  it.each([1, 7, 10_000])('reads responses in pieces of %d bytes', (pieceBytes) => {
    expect(parse(FIVE, pieceBytes, [4])).toEqual([
      { status: 200, headers: { 'content-length': '3', vary: 'a, b' }, text: 'é!' },
      { status: 100, headers: {}, text: '' },
      { status: 204, headers: {}, text: '' },
      { status: 200, headers: { 'transfer-encoding': 'chunked' }, text: 'é!0\r\n1\r\n2\r\n3' },
      { status: 404, headers: { 'content-length': '99' }, text: '' },
    ])
  })

  it('rejects a response without a length', () => {
    const bytes = Buffer.from('HTTP/1.1 200 OK\r\n\r\nbody')
    expect(() => parse(bytes, 100)).toThrow('without Content-Length')
  })

  it('rejects surplus bytes after a response', () => {
    const bytes = Buffer.from(
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabHTTP/1.1 200 OK\r\n\r\n',
    )
    expect(() => parse(bytes, 100)).toThrow('begins with "bHTTP/1.1 200 OK"')
  })
})
