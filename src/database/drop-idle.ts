import type pg from 'pg'

/**
 * Watches the connections of `pool` that nobody uses.
 * @returns what breaks all that are idle now, for when their server has fallen silent: it may have
 *   forgotten them, which nobody would be told of, and each would cost its next user a whole timeout.
 */
export function idleConnectionDropper(pool: pg.Pool): () => void {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('release', (error: unknown, client) => {
    if (!(error instanceof Error)) idle.add(client)
  })
  pool.on('remove', (client) => idle.delete(client))
  return () => {
    // The pool hears of the end, and takes them out.
    for (const client of idle) (client as pg.Client & pg.PoolClient).connection.stream.destroy()
  }
}
