import { connect, type Socket } from 'node:net'
import { answerParser, type RawAnswer } from './answer-parser.ts'

export interface WireRequest {
  readonly method: string
  /** From the path on, as it is validated. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Whether it may not be pipelined: a following request could be read as a part of it. */
  readonly isAlone: boolean
}

export interface Exchanged {
  readonly request: WireRequest
  /** A description of the failure where no response came. */
  readonly answer: RawAnswer | string
}

const TIMEOUT_MS = 20_000

/** Sends some requests on one connection, without waiting for answers, and takes them in order. */
export async function exchange(
  url: string,
  requests: readonly WireRequest[],
): Promise<Exchanged[]> {
  const { hostname, port } = new URL(url)
  const done: Exchanged[] = []
  let waiting = requests
  // Requests after a response that closed the connection are sent again.
  while (waiting.length > 0) {
    const answers = await sendAll(connect(Number(port), hostname), waiting)
    done.push(...waiting.slice(0, answers.length).map((request, n) => pair(request, answers[n])))
    waiting = waiting.slice(answers.length)
  }
  return done
}

function pair(request: WireRequest, answer: RawAnswer | string = ''): Exchanged {
  return { request, answer }
}

/**
 * @returns the answers up to the last, or up to the one after which the connection was closed; at least
 *   one, in words where there is none.
 */
function sendAll(
  socket: Socket,
  requests: readonly WireRequest[],
): Promise<(RawAnswer | string)[]> {
  const answers: (RawAnswer | string)[] = []
  let isOver = false
  return new Promise((resolve) => {
    const finish = (failure?: string): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      socket.destroy()
      if (failure !== undefined) answers.push(failure)
      else if (answers.length === 0) answers.push('closed without an answer')
      resolve(answers)
    }
    const timer = setTimeout(() => finish(`no answer in ${TIMEOUT_MS} ms`), TIMEOUT_MS)
    const isHead = (): boolean => requests[answers.length]?.method === 'HEAD'
    const parse = answerParser(isHead, (answer) => {
      answers.push(answer)
      if (answers.length === requests.length) finish()
    })
    socket.on('data', (piece) => {
      try {
        if (!socket.destroyed) parse(piece)
      } catch (error) {
        finish(`${(error as Error).message}, after ${JSON.stringify(answers.at(-1))}`)
      }
    })
    for (const event of ['end', 'error', 'close'] as const) socket.on(event, () => finish())
    socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
  })
}
