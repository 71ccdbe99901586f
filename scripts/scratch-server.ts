import { rm } from 'node:fs/promises'
import { startEmbeddedServer, type EmbeddedServer } from '../src/database/embedded-server.ts'
import { makeScratchFolder } from './scratch-folder.ts'

export interface ScratchServer extends Pick<EmbeddedServer, 'url'> {
  /** Tests can add files to it. */
  readonly folder: string
  /** Stops the server and removes its files. */
  close(): Promise<void>
}

/**
 * A PostgreSQL in a scratch folder.
 * @param prefix the beginning of the path of the folder.
 * @param settings `name=value` pairs of postgresql.conf.
 */
export async function startScratchServer(
  prefix: string,
  settings: readonly string[],
): Promise<ScratchServer> {
  const folder = await makeScratchFolder(prefix)
  const server = await startEmbeddedServer(folder, settings)
  return {
    folder,
    url: server.url,
    async close() {
      await server.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
