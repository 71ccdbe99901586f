import type pg from 'pg'
import { createPool } from '../../src/database/pool.ts'

/** Loads of several processes take turns. */
const LOAD_LOCK = 5_432_019
const CONNECTIONS = 3

/** A pool whose commits need not reach the disk at once: what a crash loses is loaded again. */
export function createLoadPool(databaseUrl: string): pg.Pool {
  const pool = createPool({
    databaseUrl,
    poolSize: CONNECTIONS,
    statementTimeoutMs: 0,
    onConnectionError: () => {},
  })
  pool.on('connect', (client) => {
    void client.query('SET synchronous_commit = off')
  })
  return pool
}

/** Runs `work` while no other load runs on this database. */
export async function withLoadLock<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOAD_LOCK])
    try {
      return await work(client)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOAD_LOCK])
    }
  })
}

/** All of `work` or nothing of it. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  })
}

/** A client that failed is not used again: what it was doing ends with its connection. */
async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
