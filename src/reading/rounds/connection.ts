import { connectClient, longestSilenceMs, type ClientOptions } from '../../database/connect.ts'
import { isSilence } from '../../database/failure.ts'
import type { Ask, Rows } from './ask.ts'
import { Batch } from './batch.ts'
import { watchBatches } from './watch-batches.ts'
import { answersIn, inTransaction, setForTransaction } from './pooled-batch-queries.ts'

export interface Connection {
  /** All in one snapshot and one round trip; it is sent at once, behind what was asked before. */
  ask(asks: readonly Ask[]): Promise<readonly Rows[]>
  isOpen(): boolean
  /** Whatever is still asked fails. */
  close(): Promise<void>
}

/** For a server that is not heard of. */
const LEAVE_WITHIN_MS = 200

/**
 * What is read here has one right plan, which is known, and statements are prepared for any values:
 * what PostgreSQL would guess of tables that it has not looked at yet is left out of account.
 */
const SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_sort=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]

/** So that each batch is in one snapshot. */
const TRANSACTIONS = [
  'default_transaction_isolation=repeatable\\ read',
  'default_transaction_read_only=on',
]

/** A batch that has no answer after the time of a statement, and a little, takes the connection with it. */
export async function openConnection(options: ClientOptions): Promise<Connection> {
  const client = await connectClient(options, [...TRANSACTIONS, ...SETTINGS])
  const { isPooled = false, statementTimeoutMs } = options
  const settings = setForTransaction([...SETTINGS, `statement_timeout=${statementTimeoutMs}`])
  const watch = watchBatches(longestSilenceMs(options), (batch) => {
    batch.handleError(new Error('Query read timeout'))
    client.connection.stream.destroy()
  })
  let isOpen = true
  const noteEnd = (): void => {
    isOpen = false
  }
  client.on('error', noteEnd).on('end', noteEnd)
  const prepared = new Set<string>()
  return {
    ask: (asks) =>
      new Promise((resolve, reject) => {
        const sent = isPooled ? inTransaction(asks, settings) : asks
        const batch = new Batch(sent, prepared, (error, answers) => {
          watch.noteEnd()
          if (isSilence(error)) options.onSilence?.()
          if (error !== undefined) reject(error)
          else resolve(isPooled ? answersIn(answers) : answers)
        })
        watch.noteBegin(batch)
        client.query(batch)
      }),
    isOpen: () => isOpen,
    async close() {
      const cut = setTimeout(() => client.connection.stream.destroy(), LEAVE_WITHIN_MS)
      await client.end()
      clearTimeout(cut)
    },
  }
}
