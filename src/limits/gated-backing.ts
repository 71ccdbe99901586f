import type { OperationExecutor } from '../contract/backing.ts'
import { bearerKey } from '../credentials/bearer-key.ts'
import { Problem } from '../problem.ts'
import type { KnownCredentials } from './known-credentials.ts'
import type { Limiters } from './overload.ts'

/**
 * The backing with each part that needs the database behind its gate. What can be no key is told so
 * without waiting for anybody; which keys have been found good, or no longer, is noted.
 */
export function limitedExecutor(
  backing: OperationExecutor,
  { reads, writes, credentials }: Limiters,
  known: KnownCredentials,
): OperationExecutor {
  return {
    async authenticate(authorization) {
      if (authorization === undefined) return undefined
      const key = bearerKey(authorization)
      try {
        const principal = await credentials.run(() => backing.authenticate(authorization))
        known.add(key)
        return principal
      } catch (error) {
        if (error instanceof Problem && error.code === 'unauthorized') known.forget(key)
        throw error
      }
    },
    read: (request, operation) => reads.run(() => backing.read(request, operation)),
    write: (request, operation) => writes.run(() => backing.write(request, operation)),
  }
}
