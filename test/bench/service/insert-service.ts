import { forkBeside, nextMessage, stopChild } from '../forked.ts'
import type { InsertAddress } from './insert-server.ts'
import { nodeFlags } from './node-flags.ts'
import { productionEnvironment } from './service.ts'

/** Runs `use` with the URL of a process that only validates bodies and inserts them as rows. */
export async function withInsertService<Result>(
  databaseUrl: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const environment = productionEnvironment(databaseUrl)
  const child = forkBeside(import.meta.url, 'insert-server', environment, nodeFlags())
  try {
    const { url } = await nextMessage<InsertAddress>(child)
    return await use(url)
  } finally {
    await stopChild(child)
  }
}
