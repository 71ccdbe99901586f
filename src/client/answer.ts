/** An answer that has come to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Sends a request and waits for the whole answer. */
export type Send = (request: Request) => Promise<Answer>

/** Whether the answer has this media type, whatever its parameters. */
export function hasType({ headers }: Answer, mediaType: string): boolean {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  return type.trim().toLowerCase() === mediaType
}

/** The value that a JSON text stands for; undefined for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
