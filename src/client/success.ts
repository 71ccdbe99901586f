import { hasType, parseJson, type Answer } from './answer.ts'

/**
 * Whether this is an answer that the request can have by the contract, as far as the client relies on
 * it. A captive portal answers 200 as well, what a proxy has cut short may still say that it is JSON,
 * and a cache may answer what was never asked.
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

/** A path of the contract that ends in neither the id of a record nor the version is one of a list. */
function isListUrl(url: string): boolean {
  return !/\/v?\d+\/$/.test(new URL(url).pathname)
}

/** Whoever follows a `next` that does not lead on comes to no end. */
function isPageAt(url: string, { results, next }: JsonObject): boolean {
  if (!Array.isArray(results)) return false
  return next === null || (typeof next === 'string' && offsetIn(next) > offsetIn(url))
}

/** 0 where it is left out; NaN, which is greater than no number, of what is no absolute URL. */
function offsetIn(url: string): number {
  try {
    return Number(new URL(url).searchParams.get('offset'))
  } catch {
    return NaN
  }
}
