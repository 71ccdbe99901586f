import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  context as otelContext,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type SpanContext,
} from '@opentelemetry/api'
import { SeverityNumber, type AnyValueMap, type Logger } from '@opentelemetry/api-logs'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base'
import type { TelemetryConfig } from '../config.ts'
import type { Span, Telemetry } from './telemetry.ts'

interface Options extends TelemetryConfig {
  readonly version: string
  /** Called with each problem of the export, the same one once a minute at most. */
  readonly onWarning: (text: string) => void
}

const SCOPE = 'art-marketplace-listing-service'

/** A collector that does not respond delays the end of the process no longer. */
const STOP_DEADLINE_MS = 2_000

const WARNING_INTERVAL_MS = 60_000

/** Different ones in that time. */
const MAX_WARNINGS = 20

/** By the level of pino. */
const SEVERITIES: ReadonlyMap<number, SeverityNumber> = new Map([
  [10, SeverityNumber.TRACE],
  [20, SeverityNumber.DEBUG],
  [30, SeverityNumber.INFO],
  [40, SeverityNumber.WARN],
  [50, SeverityNumber.ERROR],
  [60, SeverityNumber.FATAL],
])

/**
 * Starts the export by the OpenTelemetry Protocol. The libraries read most of the standard variables themselves. No loader hook
 * and no patched module: each kind of span begins at the one place that all requests, statements or batches pass.
 */
export async function startOpenTelemetry(options: Options): Promise<Telemetry> {
  reportProblems(options.onWarning)
  const resource = resourceOf(options)
  const tracing = await startTraces(options, resource)
  const logging = await startLogs(options, resource)
  return {
    ...tracing,
    log: (line) => logging?.log(line),
    async stop() {
      const stopped = Promise.all([tracing.stop(), logging?.stop()]).catch(() => {})
      await Promise.race([stopped, sleep(STOP_DEADLINE_MS, undefined, { ref: false })])
    },
  }
}

function resourceOf({ serviceName, version }: Options): Resource {
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': SCOPE, 'service.version': version }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(serviceName === undefined ? {} : { 'service.name': serviceName }))
}

/** Errors of the export would otherwise be lost. */
function reportProblems(onWarning: (text: string) => void): void {
  const last = new Map<string, number>()
  const report = (message: string, ...details: unknown[]): void => {
    const text = [message, ...details].map(String).join(' ').slice(0, 500)
    const now = performance.now()
    for (const [each, at] of last) if (now - at >= WARNING_INTERVAL_MS) last.delete(each)
    if (last.has(text) || last.size === MAX_WARNINGS) return
    last.set(text, now)
    onWarning(text)
  }
  const ignore = (): void => {}
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}

class TracedSpan implements Span {
  readonly spanId: string
  readonly isRecording: boolean
  readonly inner: OtelSpan
  /** For the spans below it. */
  readonly context: Context

  constructor(inner: OtelSpan) {
    this.inner = inner
    this.spanId = inner.spanContext().spanId
    this.isRecording = inner.isRecording()
    this.context = trace.setSpan(ROOT_CONTEXT, inner)
  }
}

async function startTraces(
  { traces, onWarning: _, ...options }: Options,
  resource: Resource,
): Promise<Omit<Telemetry, 'log'>> {
  const ids = new RandomIdGenerator()
  let nextTraceId = ''
  const provider = new BasicTracerProvider({
    resource,
    // Only requests begin a trace.
    idGenerator: {
      generateTraceId: () => nextTraceId,
      generateSpanId: ids.generateSpanId,
    },
    ...(traces === undefined && { sampler: new AlwaysOffSampler() }),
    spanProcessors:
      traces === undefined ? [] : [new BatchSpanProcessor(await spanExporter(traces))],
  })
  const tracer = provider.getTracer(SCOPE, options.version)
  const storage = new AsyncLocalStorage<TracedSpan | undefined>()
  const run = <Result>(span: Span | undefined, work: () => Result): Result =>
    storage.run(span as TracedSpan | undefined, work)

  return {
    startRequest({ method, traceId, parent }) {
      nextTraceId = traceId
      const kind = SpanKind.SERVER
      const attributes = { 'http.request.method': method }
      const above = parent === undefined ? ROOT_CONTEXT : remote({ traceId, ...parent })
      return new TracedSpan(tracer.startSpan(method, { kind, attributes }, above))
    },
    endRequest(span, { method, operationId, route, status }) {
      const { inner } = span as TracedSpan
      if (route !== undefined) {
        inner.updateName(`${method} ${route}`)
        inner.setAttribute('http.route', route)
      }
      if (operationId !== undefined) inner.setAttribute('operation.id', operationId)
      inner.setAttribute('http.response.status_code', status)
      if (status >= 500) inner.setStatus({ code: SpanStatusCode.ERROR })
      inner.end()
    },
    run,
    current: () => storage.getStore(),
    async inSpan({ name, isQuery, attributes = {}, waiting = [storage.getStore()] }, work) {
      const recorded = waiting.filter((span) => span?.isRecording === true) as TracedSpan[]
      const [parent, ...others] = recorded
      if (parent === undefined) return work()
      const links = others.map(({ inner }) => ({ context: inner.spanContext() }))
      const kind = isQuery ? SpanKind.CLIENT : SpanKind.INTERNAL
      const span = tracer.startSpan(name, { kind, attributes, links }, parent.context)
      try {
        return await run(new TracedSpan(span), work)
      } catch (error) {
        // Messages of errors can have values of users.
        const { code, name: type } = error as { code?: unknown; name?: unknown }
        span.setAttribute('error.type', String(code ?? type))
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    stop: () => provider.shutdown(),
  }
}

/** The span of the client as a parent. */
function remote(parent: {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}): Context {
  const spanContext: SpanContext = {
    traceId: parent.traceId,
    spanId: parent.spanId,
    traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  }
  return trace.setSpanContext(ROOT_CONTEXT, spanContext)
}

async function spanExporter(protocol: NonNullable<TelemetryConfig['traces']>) {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

interface LogExport {
  log(line: string): void
  stop(): Promise<void>
}

async function startLogs({ logs }: Options, resource: Resource): Promise<LogExport | undefined> {
  if (logs === undefined) return undefined
  const { OTLPLogExporter } =
    logs === 'http/json'
      ? await import('@opentelemetry/exporter-logs-otlp-http')
      : await import('@opentelemetry/exporter-logs-otlp-proto')
  const processors = [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })]
  const provider = new LoggerProvider({ resource, processors })
  const logger = provider.getLogger(SCOPE)
  return { log: (line) => emit(logger, line), stop: () => provider.shutdown() }
}

interface Line extends AnyValueMap {
  readonly level: number
  readonly time: number
  readonly msg: string
  readonly traceId?: string
  readonly spanId?: string
}

/** Sends a line of pino as a record that has the same fields. */
function emit(logger: Logger, line: string): void {
  const {
    level,
    time,
    msg,
    traceId,
    spanId,
    pid: _,
    hostname: __,
    ...attributes
  } = JSON.parse(line) as Line
  const isOfSpan = traceId !== undefined && spanId !== undefined
  logger.emit({
    body: msg,
    timestamp: time,
    severityNumber: SEVERITIES.get(level) ?? SeverityNumber.UNSPECIFIED,
    attributes,
    context: isOfSpan
      ? trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED })
      : otelContext.active(),
  })
}
