import { describe, expect, it } from 'vitest'
import { responseReader } from './load/response-reader.ts'

const BODY = '{"text":"\r\n\r\nHTTP/1.1 500 "}'
const OK = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\nx: y\r\n\r\n${BODY}`
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\ncontent-length: 999\r\n\r\n'
const EMPTY = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

function readPieces(pieces: readonly string[]) {
  const responses: [number, number][] = []
  let body = ''
  const read = responseReader(
    (status, bytes) => responses.push([status, bytes]),
    (piece) => (body += piece.toString()),
  )
  // All in one buffer, as in a socket.
  const memory = Buffer.alloc(1_000)
  for (const piece of pieces) read(memory.subarray(0, memory.write(piece)))
  return { responses, body }
}

describe('responseReader', () => {
  it('finds the end of a response that is cut anywhere', () => {
    for (let cut = 1; cut < OK.length; cut += 1) {
      const pieces = [OK.slice(0, cut), OK.slice(cut), NOT_MODIFIED, EMPTY]
      expect(readPieces(pieces)).toEqual({
        responses: [
          [200, OK.length],
          [304, NOT_MODIFIED.length],
          [200, EMPTY.length],
        ],
        body: BODY,
      })
    }
  })

  it.each([
    ['a body longer than its Content-Length', `${OK}x`],
    ['a response without a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'],
  ])('rejects %s', (_, text) => {
    expect(() => readPieces([text])).toThrow(/longer|without Content-Length/)
  })
})
