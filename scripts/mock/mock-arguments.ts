import { parseArgs } from 'node:util'

export const USAGE = `Usage: npm run mock -- [--port N] [--host ADDRESS]

  --port N          port to listen on; the first free one from 4010 on when left out
  --host ADDRESS    address to listen on; 127.0.0.1 when left out

PUBLIC_URL and LOG_LEVEL are read from the environment, as the service reads them.`

export interface MockOptions {
  readonly host: string
  /** Undefined for the first free one. */
  readonly port: number | undefined
}

/** @throws naming what is wrong with the command line. */
export function readArguments(args: readonly string[]): MockOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { host: { type: 'string', default: '127.0.0.1' }, port: { type: 'string' } },
  })
  return { host: values.host, port: values.port === undefined ? undefined : readPort(values.port) }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Error(`--port is "${text}" but must be a whole number from 1 to 65535.`)
}
