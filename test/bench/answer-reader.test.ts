import { describe, expect, it } from 'vitest'
import { answerReader } from './load/answer-reader.ts'

const BODY = '{"text":"\r\n\r\nHTTP/1.1 500 "}'
const OK = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\nx: y\r\n\r\n${BODY}`
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\ncontent-length: 999\r\n\r\n'
const EMPTY = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

function readPieces(pieces: readonly string[]) {
  const answers: [number, number][] = []
  let body = ''
  const read = answerReader(
    (status, bytes) => answers.push([status, bytes]),
    (piece) => (body += piece.toString()),
  )
  // All in one memory, as a socket reads.
  const memory = Buffer.alloc(1_000)
  for (const piece of pieces) read(memory.subarray(0, memory.write(piece)))
  return { answers, body }
}

describe('the reader of answers', () => {
  it('finds the end of an answer wherever it is cut', () => {
    for (let cut = 1; cut < OK.length; cut += 1) {
      const pieces = [OK.slice(0, cut), OK.slice(cut), NOT_MODIFIED, EMPTY]
      expect(readPieces(pieces)).toEqual({
        answers: [
          [200, OK.length],
          [304, NOT_MODIFIED.length],
          [200, EMPTY.length],
        ],
        body: BODY,
      })
    }
  })

  it('finds it one byte at a time', () => {
    expect(readPieces((OK + OK).split('')).answers).toEqual([
      [200, OK.length],
      [200, OK.length],
    ])
  })

  it('waits for what is missing', () => {
    expect(readPieces([OK.slice(0, -1)]).answers).toEqual([])
  })

  it.each([
    ['a longer one than it says', `${OK}x`],
    ['one without a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'],
  ])('refuses %s', (_, text) => {
    expect(() => readPieces([text])).toThrow(/longer|without Content-Length/)
  })
})
