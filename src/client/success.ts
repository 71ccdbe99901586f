import { hasType, parseJson, type Answer } from './answer.ts'

/**
 * Whether this is a documented response to the request, as far as the client relies on it. A captive portal
 * also sends 200, a truncated response of a proxy may still be declared as JSON, and a cache may return another
 * resource.
 */
export function isSuccess(request: Request, answer: Answer): boolean {
  const { method, headers, url } = request
  const { status, body } = answer
  if (status === 304) return headers.has('If-None-Match')
  if (status === 204) return method === 'DELETE'
  if (status < 200 || status > 299 || !hasType(answer, 'application/json')) return false
  if (method === 'HEAD') return true
  const value = parseJson(body)
  return isObject(value) && (method !== 'GET' || !isListUrl(url) || isPageAt(url, value))
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The path of a list ends neither in an id nor in the version. */
function isListUrl(url: string): boolean {
  return !/\/v?\d+\/$/.test(new URL(url).pathname)
}

/** A `next` that does not increase the offset would be an endless loop. */
function isPageAt(url: string, { results, next }: JsonObject): boolean {
  if (!Array.isArray(results)) return false
  return next === null || (typeof next === 'string' && offsetIn(next) > offsetIn(url))
}

/** 0 by default; NaN for an invalid URL, so that every comparison is false. */
function offsetIn(url: string): number {
  try {
    return Number(new URL(url).searchParams.get('offset'))
  } catch {
    return NaN
  }
}
