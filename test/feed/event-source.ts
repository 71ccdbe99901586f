import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A part of a stream: an event, or a comment, which has no fields. */
export interface ReceivedEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retry?: string
}

const RETRY_MS = 100

/** Opens a stream on a connection of its own, and again while it gets 503, as clients do: a busy machine rejects some. */
export async function openStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const request = get(url, {
    agent: new Agent(),
    headers: { accept: 'text/event-stream', ...headers },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 503) return response.setEncoding('utf8')
  response.destroy()
  await sleep(RETRY_MS)
  return openStream(url, headers)
}

/** The complete parts of a stream until it ends or is cut, as an `EventSource` parses them. */
export async function* eventsIn(response: IncomingMessage): AsyncGenerator<ReceivedEvent> {
  let rest = ''
  try {
    for await (const text of response) {
      const parts = `${rest}${text}`.split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const fields = part.matchAll(/^(\w+): ?(.*)$/gm)
        yield Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
      }
    }
  } catch (error) {
    if (!response.destroyed) throw error
  }
}
