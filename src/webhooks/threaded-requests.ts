import path from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { AddressedRequest } from './receiver-request.ts'
import type { ThreadedRequest } from './receiver-thread.ts'

/** A file of TypeScript, or of JavaScript after the build. */
const THREAD = new URL(`receiver-thread${path.extname(import.meta.url)}`, import.meta.url)

interface Running {
  readonly thread: Worker
  /** Rejects when the thread ends. */
  readonly ended: Promise<never>
}

/**
 * Sends requests in a thread of its own: a receiver chooses the keys and certificates that TLS works with, and to verify a chain
 * can take seconds. The first request starts the thread, and so does the next one after its end. It does not keep the process
 * alive.
 * @returns a function that resolves to the status of the response; to undefined without a response. It rejects when the thread
 *   has ended before.
 */
export function threadedRequests(): (
  request: AddressedRequest,
  signal: AbortSignal,
) => Promise<number | undefined> {
  let running: Running | undefined
  return (request, signal) => {
    if (running === undefined) {
      running = startThread()
      running.ended.catch(() => (running = undefined))
    }
    const { thread, ended } = running
    const { port1: own, port2: port } = new MessageChannel()
    const message: ThreadedRequest = { request, port }
    thread.postMessage(message, [port])
    signal.addEventListener('abort', () => own.postMessage('end', []), { once: true })
    return new Promise((settle) => {
      let status: number | undefined | Promise<never> = ended
      own.once('message', (received: number | undefined) => (status = received))
      // After the status, or when the thread ends.
      own.once('close', () => settle(status))
      own.unref()
    })
  }
}

function startThread(): Running {
  const thread = new Worker(THREAD)
  thread.unref()
  const ended = new Promise<never>((_resolve, reject) => {
    thread.on('error', reject)
    thread.on('exit', (code) => reject(new Error(`The thread of the webhooks ended with ${code}`)))
  })
  return { thread, ended }
}
