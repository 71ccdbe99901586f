import { connect, type Socket } from 'node:net'
import { answerParser, type RawAnswer } from '../../../scripts/faults/requests/answer-parser.ts'

/** Sends requests to a service in this process, and measures what they cost it. */
export interface Meter {
  /** What came of one request. @param isHead whether it is a HEAD. */
  send(bytes: Buffer, isHead: boolean): Promise<RawAnswer>
  /**
   * Processor time of this process for one request, in microseconds, that of its client included: the
   * mean of so many sent one after another.
   */
  cost(bytes: Buffer, isHead: boolean, times: number): Promise<number>
  close(): void
}

/** Takes the requests one after another, on one connection for as long as the service keeps it open. */
export function createMeter(port: number): Meter {
  let socket: Socket | undefined
  const send = (bytes: Buffer, isHead: boolean): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const used = socket?.writable === true ? socket : connect(port, '127.0.0.1')
      socket = used
      const finish = (act: () => void): void => {
        used.removeAllListeners()
        used.on('error', () => {})
        act()
      }
      const parse = answerParser(
        () => isHead,
        (answer) => {
          if (answer.headers['connection'] === 'close') {
            used.destroy()
            socket = undefined
          }
          finish(() => resolve(answer))
        },
      )
      used.on('data', (piece) => {
        try {
          parse(piece)
        } catch (error) {
          finish(() => reject(error as Error))
        }
      })
      used.on('error', (error) => finish(() => reject(error)))
      used.on('close', () => finish(() => reject(new Error('Closed without an answer'))))
      used.write(bytes)
    })
  return {
    send,
    async cost(bytes, isHead, times) {
      const before = process.cpuUsage()
      for (let time = 0; time < times; time += 1) await send(bytes, isHead)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / times
    },
    close: () => socket?.destroy(),
  }
}
