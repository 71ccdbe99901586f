import { telemetry } from './telemetry.ts'

/** Version 00: trace id, parent id and flags (W3C Trace Context, section 3.2.2). */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

const ALL_ZERO = /^0+$/

const SAMPLED = 1

/** The client's span. */
interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  /** Whether the client may record the trace. */
  readonly isSampled: boolean
}

/**
 * Reads a `traceparent` header. An invalid one is ignored, as the standard requires; so is a later version,
 * whose further fields are unknown.
 */
export function traceContext(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

/**
 * The trace of a request: that of the client, or one that begins here. Its id is then that of the request, a UUID, which is as
 * random as the standard requires: one of them tells the other. Undefined for a request without a trace: nothing but the log
 * knows of it, where the id of the request finds it.
 */
export function traceIdOf(requestId: string, traceparent: unknown): string | undefined {
  const own = telemetry === undefined ? undefined : requestId.replaceAll('-', '')
  return traceContext(traceparent)?.traceId ?? own
}
