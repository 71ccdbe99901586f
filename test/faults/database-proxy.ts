import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export interface DatabaseProxy extends TcpProxy {
  /** Connection URL of the same database, through this proxy. */
  readonly url: string
}

/** @param databaseUrl of a database on 127.0.0.1, or on a Unix socket that `host` names in its query. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl.replace('@/', '@127.0.0.1/'))
  const port = Number(url.port || 5432)
  const directory = url.searchParams.get('host')
  const proxy = await startTcpProxy(
    directory === null ? { host: url.hostname, port } : { path: `${directory}/.s.PGSQL.${port}` },
  )
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
