import autocannon from 'autocannon'

export interface Load {
  /** Of the service's root. */
  readonly url: string
  /** What a connection asks for, one after the other, then from the beginning. */
  paths(connection: number): readonly string[]
  readonly connections: number
  readonly seconds: number
  readonly signal: AbortSignal
}

export interface Measurement {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Head and body. */
  readonly bytesPerResponse: number
  /** Answers other than 200, and requests without an answer. */
  readonly errors: number
}

/** Asks for as much as the service can answer. */
export async function putUnderLoad(load: Load): Promise<Measurement> {
  const latencies: number[] = []
  let bytes = 0
  let failures = 0
  const result = await runAutocannon(load, (status, size, milliseconds) => {
    if (status !== 200) failures += 1
    latencies.push(milliseconds)
    bytes += size
  })
  latencies.sort((a, b) => a - b)
  return {
    requestsPerSecond: latencies.length / result.duration,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    bytesPerResponse: latencies.length === 0 ? 0 : bytes / latencies.length,
    errors: failures + result.errors,
  }
}

/** autocannon's own latencies are whole milliseconds, which is too coarse here. */
type OnResponse = (status: number, bytes: number, milliseconds: number) => void

function runAutocannon(load: Load, onResponse: OnResponse): Promise<autocannon.Result> {
  const { signal } = load
  return new Promise((resolve, reject) => {
    const running = autocannon(autocannonOptions(load), (error: Error | null, result) => {
      signal.removeEventListener('abort', stop)
      if (error) reject(error)
      else resolve(result)
    })
    const stop = (): void => running.stop()
    signal.addEventListener('abort', stop)
    running.on('response', (_client, status, bytes, ms) => onResponse(status, bytes, ms))
  })
}

function autocannonOptions({ url, paths, connections, seconds }: Load): autocannon.Options {
  let connection = 0
  const setupClient = (client: autocannon.Client): void => {
    client.setRequests(paths(connection).map((path) => ({ path })))
    connection += 1
  }
  return { url, connections, duration: seconds, setupClient }
}

/** The least value that this share of the values does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}
