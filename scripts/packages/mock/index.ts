import { apiRoot } from '../../../src/contract/document.ts'
import { startMock as start } from '../../mock/start-mock.ts'

export interface MockOptions {
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string
  /** The port to listen on; by default the first free port from 4010 on. */
  readonly port?: number
}

export interface Mock {
  /** The base URL of clients, which ends in `/api/v1`. */
  readonly baseUrl: string
  /** Ends the mock, after the responses under way. */
  close(): Promise<void>
}

/** Starts a mock server in this process, for tests. It logs errors only. */
export async function startMock({ host = '127.0.0.1', port }: MockOptions = {}): Promise<Mock> {
  const { urls, close } = await start({ host, port }, { LOG_LEVEL: 'error' })
  return { baseUrl: `${urls.public}${apiRoot}`, close }
}
