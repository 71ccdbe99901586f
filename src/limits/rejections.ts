/** The requests that this process has rejected since its start, for the metrics. */
export const rejections = {
  /** Overload: 503 `overloaded`. */
  shed: 0,
  /** Rate limit of one client: 429 `too_many_requests`. */
  limited: 0,
}

/** The counters of the rate limit that processes share in Redis, for the metrics. */
export const sharedCounters = {
  /** Undefined without Redis. */
  isUp: undefined as boolean | undefined,
  failures: 0,
}
