import { connectClient, responseTimeoutMs, type ClientOptions } from '../../database/connect.ts'
import { isResponseTimeout } from '../../database/failure.ts'
import type { Statement, Rows } from './ask.ts'
import { Batch } from './batch.ts'
import { watchBatchTimeouts } from './watch-batches.ts'
import { resultsInTransaction, inTransaction, setForTransaction } from './pooled-batch-queries.ts'

export interface PipelinedConnection {
  /** All in one snapshot and one round trip; it is sent at once, behind what was asked before. */
  send(asks: readonly Statement[]): Promise<readonly Rows[]>
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
export async function openPipelinedConnection(
  options: ClientOptions,
): Promise<PipelinedConnection> {
  const client = await connectClient(options, [...TRANSACTIONS, ...SETTINGS])
  const { isPooled = false, statementTimeoutMs } = options
  const settings = setForTransaction([...SETTINGS, `statement_timeout=${statementTimeoutMs}`])
  const watch = watchBatchTimeouts(responseTimeoutMs(options), (batch) => {
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
    send: (asks) =>
      new Promise((resolve, reject) => {
        const sent = isPooled ? inTransaction(asks, settings) : asks
        const batch = new Batch(sent, prepared, (error, answers) => {
          watch.end()
          if (isResponseTimeout(error)) options.onSilence?.()
          if (error !== undefined) reject(error)
          else resolve(isPooled ? resultsInTransaction(answers) : answers)
        })
        watch.begin(batch)
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
