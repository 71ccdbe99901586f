import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the process under load says: where it listens, once it does, and its memory, when asked. */
export type FromServer = { readonly url: string } | { readonly rssBytes: number }

export interface Service {
  /** Of its root, without a slash at the end. */
  readonly url: string
  rssBytes(): Promise<number>
  stop(): Promise<void>
}

/**
 * Starts the service on `databaseUrl` in a process of its own. Its log goes the way it goes in
 * production, and from there to nowhere.
 */
export async function startService(databaseUrl: string): Promise<Service> {
  const child = fork(serverFile(), [databaseUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A Ctrl-C reaches the bench alone, which then stops the service.
    detached: true,
  })
  const { url } = (await nextMessage(child)) as { url: string }
  return {
    url,
    async rssBytes() {
      child.send('memory')
      const { rssBytes } = (await nextMessage(child)) as { rssBytes: number }
      return rssBytes
    },
    async stop() {
      if (child.exitCode !== null || !child.kill('SIGTERM')) return
      await once(child, 'exit')
    },
  }
}

/** Beside this file, in the sources as well as in what is built of them. */
function serverFile(): string {
  const here = fileURLToPath(import.meta.url)
  return path.join(path.dirname(here), `server${path.extname(here)}`)
}

function nextMessage(child: ChildProcess): Promise<FromServer> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('The service has ended.'))
    child.once('exit', onExit)
    child.once('message', (message) => {
      child.off('exit', onExit)
      resolve(message as FromServer)
    })
  })
}
