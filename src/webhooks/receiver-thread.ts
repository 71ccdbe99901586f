import { parentPort } from 'node:worker_threads'
import { statusOfRequest, type AddressedRequest } from './receiver-request.ts'

/** What the thread gets: a request, or the end of one. */
export interface ThreadMessage {
  readonly id: number
  readonly request?: AddressedRequest
}

export interface ThreadReply {
  readonly id: number
  readonly status: number | undefined
}

const underWay = new Map<number, AbortController>()

parentPort?.on('message', ({ id, request }: ThreadMessage) => {
  if (request === undefined) underWay.get(id)?.abort()
  else void send(id, request)
})

async function send(id: number, request: AddressedRequest): Promise<void> {
  const ending = new AbortController()
  underWay.set(id, ending)
  const status = await statusOfRequest(request, ending.signal).catch(() => undefined)
  underWay.delete(id)
  const reply: ThreadReply = { id, status }
  parentPort?.postMessage(reply, [])
}
