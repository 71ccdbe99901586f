/** Names the span of whoever sent a request, in the terms of its traces. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
}

/** Version 00: trace id, parent id and flags (W3C Trace Context, section 3.2.2). */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

const ALL_ZERO = /^0+$/

/**
 * Reads a `traceparent` header. What does not fit is as if it were not there, as the standard has it;
 * so is a later version, whose further fields are not known.
 */
export function traceContext(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId, spanId] = TRACEPARENT.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined
  return { traceId, spanId }
}
