import type { CallOptions } from './options.ts'
import type { ApiRequest, MakeRequest, RequestParts } from './request.ts'
import { ConnectionError, isSuccess, throwErrors, type ReceivedResponse } from './response.ts'
import { sendWithRetries, startAttempt, type Attempt, type RetryOptions } from './retry.ts'
import type { BatchResult, BatchSummary } from './schemas.ts'

/** A line of the response to a batch: the result of each line, then the summary. `kind` tells them apart. */
export type BatchResponseLine = BatchResult | BatchSummary

/**
 * Sends the lines and yields the lines of the response while they arrive. The summary is the last: without it, the
 * iteration throws a ConnectionError. The end of the iteration before the summary ends the batch.
 */
export type BatchCall<Line, Options extends CallOptions> = (
  lines: Iterable<Line> | AsyncIterable<Line>,
  options?: Options,
) => AsyncGenerator<BatchResponseLine, void, undefined>

type SendBatch = (
  parts: RequestParts,
  lines: Iterable<object> | AsyncIterable<object>,
) => AsyncGenerator<BatchResponseLine, void, undefined>

/** The service works on an atomic batch for up to 60 s before it responds. */
const MIN_TIMEOUT_MS = 90_000

/**
 * Batches are repeated as reads are, until their response begins: a line that is sent twice has the effect of one
 * (contract, `batchEvents`).
 */
export function createBatches({
  makeRequest,
  retries: { timeoutMs, ...options },
}: {
  readonly makeRequest: MakeRequest
  readonly retries: RetryOptions
}): SendBatch {
  const retries = { ...options, timeoutMs: Math.max(timeoutMs, MIN_TIMEOUT_MS) }
  return async function* (parts, lines) {
    const request = makeRequest(parts)
    const source = new Source(lines)
    let opened: OpenedBatch | undefined
    const open = async (sent: ApiRequest): Promise<ReceivedResponse> => {
      opened = await openBatch(retries, sent, source)
      return opened.response
    }
    try {
      await throwErrors(sendWithRetries(retries, open))(request)
      source.release()
      if (opened !== undefined) yield* responseLines(opened, request, source)
    } finally {
      opened?.attempt.end()
      source.end()
    }
  }
}

/** The lines to send. They can be sent again until `release`. */
class Source {
  readonly #iterator: AsyncIterator<object> | Iterator<object>
  /** Until `release` all lines that were taken, then those that are not sent yet. */
  readonly #taken: string[] = []
  #taking: Promise<boolean> | undefined
  #isReleased = false
  #failure: { readonly reason: unknown } | undefined

  constructor(lines: Iterable<object> | AsyncIterable<object>) {
    this.#iterator =
      Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  }

  /** All lines as JSON, from the first one. */
  async *lines(): AsyncGenerator<string, void, undefined> {
    for (let index = 0; ; index += 1) {
      if (index === this.#taken.length) {
        if (this.#isReleased) index = this.#taken.length = 0
        if (!(await this.#take())) return
      }
      yield this.#taken[index] ?? ''
    }
  }

  /** An attempt that has failed can still wait for a line, which the next one sends. */
  #take(): Promise<boolean> {
    this.#taking ??= this.#next().finally(() => {
      this.#taking = undefined
    })
    return this.#taking
  }

  async #next(): Promise<boolean> {
    try {
      const { done, value } = await this.#iterator.next()
      if (done !== true) this.#taken.push(`${JSON.stringify(value)}\n`)
      return done !== true
    } catch (reason) {
      this.#failure = { reason }
      throw reason
    }
  }

  /** The lines are not sent again, so they need no memory. */
  release(): void {
    this.#isReleased = true
  }

  /** @throws the error of the iterator, if it has thrown one: the batch is not repeated without its lines. */
  requireIntact(): void {
    if (this.#failure !== undefined) throw this.#failure.reason
  }

  end(): void {
    // An iterator that is waiting for a line ends later.
    Promise.resolve(this.#iterator.return?.()).catch(() => {})
  }
}

interface OpenedBatch {
  readonly response: ReceivedResponse
  readonly attempt: Attempt
  /** The body of a success. */
  readonly stream: ReadableStream<Uint8Array> | null
}

/** Sends the lines, and waits for the first ones of the response. */
async function openBatch(
  options: RetryOptions,
  request: ApiRequest,
  source: Source,
): Promise<OpenedBatch> {
  const attempt = startAttempt(options, request.signal)
  const { method, url, headers } = request
  const { fetch } = options
  try {
    const { signal } = attempt
    const body = await bodyOf(source, attempt)
    const init = { method, headers, body, signal, redirect: 'manual', duplex: 'half' } as const
    const received = await fetch(url, init)
    const response = { status: received.status, headers: received.headers, body: '' }
    if (isSuccess(request, response)) return { response, attempt, stream: received.body }
    const rejected = { ...response, body: await received.text() }
    attempt.end()
    return { response: rejected, attempt, stream: null }
  } catch (error) {
    attempt.end()
    throw failure(error, request, source)
  }
}

/** Browsers stream a body only over HTTP/2, or not at all. */
const STREAMS_BODIES = !('document' in globalThis) && !('WorkerGlobalScope' in globalThis)

async function bodyOf(source: Source, attempt: Attempt): Promise<string | ReadableStream> {
  const lines = source.lines()
  if (STREAMS_BODIES) return streamOf(lines, attempt)
  let text = ''
  attempt.hold()
  for await (const line of lines) text += line
  attempt.resume()
  return text
}

function streamOf(lines: AsyncGenerator<string>, attempt: Attempt): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Only the service has a timeout, not the source of the lines.
      attempt.hold()
      const { done, value } = await lines.next()
      attempt.resume()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

/** @throws ConnectionError when the response ends without the summary. */
async function* responseLines(
  { stream, attempt }: OpenedBatch,
  request: ApiRequest,
  source: Source,
): AsyncGenerator<BatchResponseLine, void, undefined> {
  try {
    for await (const text of textLines(stream)) {
      const line = JSON.parse(text) as BatchResponseLine
      // The caller has no timeout.
      attempt.hold()
      yield line
      attempt.resume()
      if (line.kind === 'summary') return
    }
  } catch (error) {
    throw failure(error, request, source)
  }
  throw new ConnectionError(request, new Error('The response was cut: it has no summary'))
}

/** @throws the reason why the caller or its lines ended the batch. */
function failure(error: unknown, request: ApiRequest, source: Source): ConnectionError {
  source.requireIntact()
  request.signal.throwIfAborted()
  return new ConnectionError(request, error)
}

/** The lines that are not empty. */
async function* textLines(
  stream: ReadableStream<Uint8Array> | null,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  const reader = stream?.getReader()
  let rest = ''
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    yield* lines.filter((line) => line.trim() !== '')
    if (done) return
  }
}
