export const JSON_TYPE = 'application/json'

/** Newline-delimited JSON: one value in each line. */
export const NDJSON_TYPE = 'application/x-ndjson'

/** A request that can be sent more than once. */
export interface ApiRequest {
  /** In capitals. */
  readonly method: string
  readonly url: string
  /** `Accept` is the media type of a success. */
  readonly headers: Headers
  readonly signal: AbortSignal
  /** The body, unless it is a stream of lines. */
  readonly content?: string | undefined
}

/** The parts of a request that depend on the call. */
export interface RequestParts {
  readonly method: string
  /** Below the base URL, with the values of its parameters. */
  readonly path: string
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is, all else as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

export type MakeRequest = (parts: RequestParts) => ApiRequest

/** Of ClientOptions, what each request has. */
interface RequestOptions {
  readonly baseUrl: string
  readonly key?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The requests of a client: each has its address, its credential and its signal. */
export function createRequests({ baseUrl, key, signal }: RequestOptions): MakeRequest {
  // In a browser, the base URL may be relative to the page.
  const base = new Request(baseUrl).url.replace(/\/$/, '')
  return ({ method, path, query = {}, headers, body, signal: own }) => ({
    method: method.toUpperCase(),
    url: `${base}${path}${searchOf(query)}`,
    headers: new Headers({
      Accept: JSON_TYPE,
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    }),
    signal: AbortSignal.any([signal, own].filter((each) => each !== undefined)),
    content: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
  })
}

/** The path of a request. @param target the value of its parameter, for a path that has one. */
export function pathOf(template: string, target: unknown): string {
  return template.replace(/\{\w+\}/, encodeURIComponent(String(target)))
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? '' : `?${search.toString()}`
}
