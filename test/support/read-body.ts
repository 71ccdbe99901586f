import { EVENT_STREAM_TYPE } from '../../src/contract/document.ts'

/** The bytes of a body. A stream of events has no end: it is cut after the first one. */
export async function readBody(
  chunks: AsyncIterable<Buffer>,
  contentType: unknown,
): Promise<Buffer> {
  const isEndless = contentType === EVENT_STREAM_TYPE
  const read: Buffer[] = []
  for await (const chunk of chunks) {
    read.push(chunk)
    if (isEndless && String(chunk).endsWith('\n\n')) break
  }
  return Buffer.concat(read)
}
