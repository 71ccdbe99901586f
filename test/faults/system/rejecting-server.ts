import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forkBeside, nextMessage, stopChild } from '../../bench/forked.ts'

/** As long as a problem document. */
const BODY = Buffer.alloc(300, 'x')

/** Runs `use` with the URL of a process that does nothing but respond with 503. */
export async function withRejectingServer<Result>(
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const child = forkBeside(import.meta.url, 'rejecting-process')
  try {
    return await use(await nextMessage<string>(child))
  } finally {
    await stopChild(child)
  }
}

/** The process. */
export async function rejectAll(): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'content-length': BODY.length }).end(BODY)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  // It must not outlive the test.
  process.once('disconnect', () => process.exit())
}
