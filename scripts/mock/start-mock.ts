import type { Urls } from '../../src/contract/operation-types.ts'
import { readConfig } from '../../src/config.ts'
import { atFreePort, close, listen, urlsOf } from '../../src/server/listen.ts'
import { buildMock } from './build-mock.ts'
import type { MockOptions } from './mock-arguments.ts'

interface RunningMock {
  readonly urls: Urls
  close(): Promise<void>
}

/** The port that partners know from other mock servers. */
const FIRST_PORT = 4_010

/** @param environment the settings of the service that the mock has, too; others are not read. */
export async function startMock(
  { host, port }: MockOptions,
  { PUBLIC_URL, MEDIA_URL, LOG_LEVEL }: NodeJS.ProcessEnv,
): Promise<RunningMock> {
  const config = readConfig({ PUBLIC_URL, MEDIA_URL, LOG_LEVEL })
  const serveAt = async (chosen: number): Promise<RunningMock> => {
    const urls = urlsOf({ ...config, host }, chosen)
    const app = await buildMock(urls, config.logLevel)
    await listen(app, host, chosen)
    return { urls, close: () => close(app) }
  }
  return port === undefined ? atFreePort(host, serveAt, FIRST_PORT) : serveAt(port)
}
