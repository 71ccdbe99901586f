import { connectClient, type ClientOptions } from '../../database/connect.ts'
import type { Ask, Rows } from './ask.ts'
import { Batch } from './batch.ts'

export interface Connection {
  /** All in one snapshot and one round trip; it is sent at once, behind what was asked before. */
  ask(asks: readonly Ask[]): Promise<readonly Rows[]>
  isOpen(): boolean
  close(): Promise<void>
}

/**
 * What is read here has one right plan, which is known, and statements are prepared for any values:
 * what PostgreSQL would guess of tables that it has not looked at yet is left out of account.
 */
const SETTINGS = [
  'default_transaction_isolation=repeatable\\ read',
  'default_transaction_read_only=on',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_sort=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]

export async function openConnection(options: ClientOptions): Promise<Connection> {
  const client = await connectClient(options, SETTINGS)
  let isOpen = true
  const noteEnd = (): void => {
    isOpen = false
  }
  client.on('error', noteEnd).on('end', noteEnd)
  const prepared = new Set<string>()
  return {
    ask: (asks) =>
      new Promise((resolve, reject) => {
        const batch = new Batch(asks, prepared, (error, answers) => {
          if (error === undefined) resolve(answers)
          else reject(error)
        })
        client.query(batch)
      }),
    isOpen: () => isOpen,
    close: () => client.end(),
  }
}
