import { connect, type Socket } from 'node:net'
import { responseParser, type RawResponse } from '../../http/response-parser.ts'

export interface WireRequest {
  readonly method: string
  /** The path and the query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Whether it may not be pipelined: a following request could be read as a part of it. */
  readonly isAlone: boolean
}

export interface Exchange {
  readonly request: WireRequest
  /** A string describes why there is none. */
  readonly response: RawResponse | string
}

const TIMEOUT_MS = 20_000

/** Sends pipelined requests on one connection. @returns them in order, with their responses. */
export async function sendPipelined(
  url: string,
  requests: readonly WireRequest[],
): Promise<Exchange[]> {
  const { hostname, port } = new URL(url)
  const done: Exchange[] = []
  let waiting = requests
  // Requests after a response that closed the connection are sent again.
  while (waiting.length > 0) {
    const responses = await sendAll(connect(Number(port), hostname), waiting)
    done.push(
      ...waiting.slice(0, responses.length).map((request, n) => pair(request, responses[n])),
    )
    waiting = waiting.slice(responses.length)
  }
  return done
}

function pair(request: WireRequest, response: RawResponse | string = ''): Exchange {
  return { request, response }
}

/** @returns at least one: the responses until the connection was closed, or the reason for none. */
function sendAll(
  socket: Socket,
  requests: readonly WireRequest[],
): Promise<(RawResponse | string)[]> {
  const responses: (RawResponse | string)[] = []
  let isOver = false
  return new Promise((resolve) => {
    const finish = (failure?: string): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      socket.destroy()
      if (failure !== undefined) responses.push(failure)
      else if (responses.length === 0) responses.push('closed without a response')
      resolve(responses)
    }
    const timer = setTimeout(() => finish(`no response in ${TIMEOUT_MS} ms`), TIMEOUT_MS)
    const isHead = (): boolean => requests[responses.length]?.method === 'HEAD'
    const parse = responseParser(isHead, (response) => {
      // An informational response precedes the final one.
      if (response.status < 200) return
      responses.push(response)
      if (responses.length === requests.length) finish()
    })
    socket.on('data', (piece) => {
      try {
        if (!socket.destroyed) parse(piece)
      } catch (error) {
        finish(`${(error as Error).message}, after ${JSON.stringify(responses.at(-1))}`)
      }
    })
    for (const event of ['end', 'error', 'close'] as const) socket.on(event, () => finish())
    socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
  })
}
