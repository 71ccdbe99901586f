/** One request and its response, from any client. */
export interface ReceivedResponse {
  readonly method: string
  /** From the path on. */
  readonly url: string
  /** The headers of the request, their names in lower case. */
  readonly sent: Readonly<Record<string, string>>
  readonly status: number
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Something that the document does not allow. */
export interface ValidationError {
  readonly message: string
  /** The place in the document that says otherwise, as a JSON Pointer. */
  readonly place: string
}

/** The body as JSON, or undefined where it is none. */
export function bodyOf({ text }: Pick<ReceivedResponse, 'text'>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
