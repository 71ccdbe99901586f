import { parentPort, type MessagePort } from 'node:worker_threads'
import { statusOfRequest, type AddressedRequest } from './receiver-request.ts'

/** The message to the thread. */
export interface ThreadedRequest {
  readonly request: AddressedRequest
  /** It gets the status. A message from the other side ends the request. */
  readonly port: MessagePort
}

parentPort?.on('message', ({ request, port }: ThreadedRequest) => void reply(request, port))

async function reply(request: AddressedRequest, port: MessagePort): Promise<void> {
  const ending = new AbortController()
  port.once('message', () => ending.abort())
  port.postMessage(await statusOfRequest(request, ending.signal).catch(() => undefined))
  port.close()
}
