import type pg from 'pg'
import { DatabaseBusy } from './failure.ts'

type Connect = (...given: readonly unknown[]) => Promise<pg.PoolClient> | undefined

/**
 * From now on, whoever asks `pool` for a connection while `most` wait for one is refused at once: they
 * would wait for their time to be over.
 */
export function limitConnectionWait(pool: pg.Pool, most: number): void {
  const connect = pool.connect.bind(pool) as Connect
  const connectOrRefuse: Connect = (...given) => {
    // Those for whom one is free are counted until the end of the tick.
    if (pool.waitingCount - pool.idleCount < most) return connect(...given)
    const [callback] = given
    if (typeof callback !== 'function') return Promise.reject(new DatabaseBusy())
    callback(new DatabaseBusy(), undefined, () => {})
    return undefined
  }
  pool.connect = connectOrRefuse as typeof pool.connect
}
