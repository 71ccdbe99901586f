import pg from 'pg'
import type { World } from '../world.ts'
import { selectBackend } from './database-queries.ts'

/**
 * Kills the process of one connection of the service. PostgreSQL then ends all others and recovers.
 * @returns when it accepts connections again.
 */
export async function killBackend({ server, ownerUrl }: World): Promise<number> {
  const witness = new pg.Client({ connectionString: ownerUrl })
  witness.on('error', () => {})
  await witness.connect()
  // Before that it would seem to accept connections as if nothing had happened.
  const hasNoticed = new Promise((resolve) => witness.once('end', resolve))
  const pid = await selectBackend(ownerUrl)
  if (pid === undefined) throw new Error('The service has no connection to kill.')
  process.kill(pid, 'SIGKILL')
  await hasNoticed
  return server.untilAccepting()
}
