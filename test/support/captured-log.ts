import type { FastifyInstance } from 'fastify'

interface LogStream {
  write(line: string): unknown
}

/** Captures the log from now on, instead of its output, as parsed lines. */
export function captureLog(app: FastifyInstance): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  const root = Object.getPrototypeOf(app.log) as object
  const holders = [app.log as object, root]
  const found = holders
    .flatMap((holder) => Object.getOwnPropertySymbols(holder).map((key) => ({ holder, key })))
    .find(({ key }) => key.description === 'pino.stream')
  if (found === undefined) throw new Error('The logger has no stream')
  const stream = (found.holder as Record<symbol, LogStream>)[found.key] as LogStream
  stream.write = (line) => lines.push(JSON.parse(line) as Record<string, unknown>)
  return lines
}
