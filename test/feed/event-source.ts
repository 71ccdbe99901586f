import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

/** A part of a stream: an event, or a comment, which has no fields. */
export interface ReceivedEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly retry?: string
}

/** Opens a stream on a connection of its own. */
export async function openStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  const request = get(url, {
    agent: new Agent(),
    headers: { accept: 'text/event-stream', ...headers },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response.setEncoding('utf8')
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
