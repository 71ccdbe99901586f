import type { Config } from '../config.ts'
import { startEmbeddedServer } from './embedded-server.ts'

export interface OpenDatabase {
  /** Connection URL. */
  readonly databaseUrl: string
  /** Whether it is the embedded one, which this project fills with a demo catalogue. */
  readonly embedded: boolean
  /** Call it last, after every connection is closed. */
  close(): Promise<void>
}

/** The database that the configuration names, or the embedded one, started when it is not running. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    return { databaseUrl: config.databaseUrl, embedded: false, close: () => Promise.resolve() }
  }
  const server = await startEmbeddedServer(config.dataDirectory)
  return { databaseUrl: server.url(), embedded: true, close: () => server.release() }
}
