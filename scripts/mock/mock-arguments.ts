import { parseOptions, TEXT, wholeNumber } from '../command-line.ts'

/** @param command as the user enters it, such as `npm run mock --`. */
export const usageOf = (command: string): string => `Usage: ${command} [--port N] [--host ADDRESS]

  --port N          port to listen on; default: the first free port from 4010 on
  --host ADDRESS    address to listen on; default 127.0.0.1

PUBLIC_URL, MEDIA_URL and LOG_LEVEL are read from the environment, as the service reads them.`

export interface MockOptions {
  readonly host: string
  /** Undefined for the first free port. */
  readonly port: number | undefined
}

/** @throws naming the error of the command line. */
export function readArguments(args: readonly string[]): MockOptions {
  const { host, port } = parseOptions(args, {
    host: { ...TEXT, default: '127.0.0.1' },
    port: TEXT,
  }).values
  const range = { min: 1, max: 65_535 }
  return { host, port: port === undefined ? undefined : wholeNumber('port', port, range) }
}
