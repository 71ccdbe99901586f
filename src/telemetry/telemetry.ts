/** A span of a trace: a request, or a part of it. */
export interface Span {
  readonly spanId: string
  /** Whether the trace is sampled, so that the span is sent. */
  readonly isRecording: boolean
}

interface StartedRequest {
  readonly method: string
  readonly traceId: string
  /** The span of the client. */
  readonly parent: { readonly spanId: string; readonly isSampled: boolean } | undefined
}

interface EndedRequest {
  readonly method: string
  /** Undefined if the request has reached no operation. */
  readonly operationId: string | undefined
  /** The path of the operation, with the names of its parameters. */
  readonly route: string | undefined
  readonly status: number
}

/** Traces and log lines for an OpenTelemetry collector. */
export interface Telemetry {
  startRequest(request: StartedRequest): Span
  endRequest(span: Span, request: EndedRequest): void
  /** Runs work so that `current` is this span in all that it calls and awaits. */
  run<Result>(span: Span | undefined, work: () => Result): Result
  current(): Span | undefined
  /** Runs work in a span below the current one, if that is recorded. */
  inSpan<Result>(part: Part, work: () => Promise<Result>): Promise<Result>
  /** Sends a line of the log, which is JSON. */
  log(line: string): void
  /** Sends the rest, as far as the collector takes it in time. */
  stop(): Promise<void>
}

/** A part of a request. */
export interface Part {
  readonly name: string
  /** Whether it is a request to the database. */
  readonly isQuery: boolean
  readonly attributes?: Readonly<Record<string, string | number>>
  /** The spans that wait for it, if these are others than the current one. */
  readonly waiting?: readonly (Span | undefined)[]
}

/** Undefined while nothing is sent: then nothing of OpenTelemetry is loaded, and no code here runs. */
export let telemetry: Telemetry | undefined

export function setTelemetry(started: Telemetry | undefined): void {
  telemetry = started
}
