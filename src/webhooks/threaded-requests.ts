import { Worker } from 'node:worker_threads'
import type { AddressedRequest } from './receiver-request.ts'
import type { ThreadMessage, ThreadReply } from './receiver-thread.ts'

/** This file and the one of the thread have the same ending, before the build and after it. */
const THREAD = new URL(import.meta.url.replace('threaded-requests', 'receiver-thread'))

/**
 * Sends requests in a thread of its own: a receiver chooses the keys and certificates that TLS works with, and to verify a chain
 * can take seconds. It begins with the first request, and again after a failure.
 * @returns a function that resolves to the status of the response; to undefined without a response.
 */
export function threadedRequests(): (
  request: AddressedRequest,
  signal: AbortSignal,
) => Promise<number | undefined> {
  const waiting = new Map<number, (status: number | undefined) => void>()
  let thread: Worker | undefined
  let lastId = 0

  const start = (): Worker => {
    const started = new Worker(THREAD)
    const end = (): void => {
      if (thread === started) thread = undefined
      for (const settle of waiting.values()) settle(undefined)
      waiting.clear()
    }
    started.on('message', ({ id, status }: ThreadReply) => {
      waiting.get(id)?.(status)
      waiting.delete(id)
    })
    started.on('error', end)
    started.on('exit', end)
    started.unref()
    return started
  }

  return (request, signal) =>
    new Promise((settle) => {
      const id = (lastId += 1)
      const post = (message: ThreadMessage): void => thread?.postMessage(message, [])
      thread ??= start()
      waiting.set(id, settle)
      post({ id, request })
      signal.addEventListener('abort', () => post({ id }), { once: true })
      if (signal.aborted) post({ id })
    })
}
