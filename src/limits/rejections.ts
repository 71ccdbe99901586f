/** What this process has refused since its start; for the metrics. */
export const rejections = {
  /** Because there was too much to do: 503 `overloaded`. */
  shed: 0,
  /** Because one client asked for too much: 429 `too_many_requests`. */
  limited: 0,
}
