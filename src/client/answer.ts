/** A complete response. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** Sends a request and waits for the complete response. */
export type Send = (request: Request) => Promise<Answer>

/** Whether the response has this media type; parameters are ignored. */
export function hasType({ headers }: Answer, mediaType: string): boolean {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  return type.trim().toLowerCase() === mediaType
}

/** The value of a JSON text; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
