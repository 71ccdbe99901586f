import { Readable } from 'node:stream'
import { memoizeByObject } from '../cache/memoize.ts'
import { escapeLineBreaks, type PrerenderedBody } from '../response-body.ts'
import { EVENT_STREAM_TYPE, type Operation } from './document.ts'
import { validateResponse } from './response-validator.ts'

/** An event of a stream (WHATWG HTML, section 9.2). */
export interface StreamEvent {
  /** In printable ASCII, like the name. */
  readonly id: string
  readonly name: string
  readonly data: PrerenderedBody
}

/** A client connects again after this time, so that those of a process that has stopped do not come at once. */
const RETRY_MS = { min: 1_000, max: 5_000 }

const COMMENT = Buffer.from(':\n\n')

/**
 * The bytes of a stream of events, which are made when the client has read those before. The same event takes its memory
 * once for all its streams.
 * @param events undefined is a comment, which only keeps the connection open.
 */
export function eventStream(
  operation: Operation,
  status: number,
  events: AsyncIterable<StreamEvent | undefined>,
): Readable {
  return Readable.from(chunksOf(operation, status, events), {
    objectMode: false,
    highWaterMark: 0,
  })
}

async function* chunksOf(
  operation: Operation,
  status: number,
  events: AsyncIterable<StreamEvent | undefined>,
): AsyncGenerator<Buffer> {
  const { min, max } = RETRY_MS
  let start: string | undefined = `retry: ${Math.round(min + Math.random() * (max - min))}\n`
  for await (const event of events) {
    if (event !== undefined)
      validateResponse(operation, status, EVENT_STREAM_TYPE, event.data.frame)
    // An error before the first event still gets a response of its own.
    if (start !== undefined) yield Buffer.from(start)
    start = undefined
    yield event === undefined ? COMMENT : eventBytes(event)
  }
}

const eventBytes = memoizeByObject(({ id, name, data }: StreamEvent): Buffer => {
  const json = data.json.texts.map(escapeLineBreaks).join('')
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${json}\n\n`, 'latin1')
})
