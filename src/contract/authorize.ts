import { sentCredential, unauthorized } from '../credentials/bearer-key.ts'
import { hasScope, type Principal, type Scope } from '../credentials/principal.ts'
import { Problem } from '../problem.ts'
import type { OperationExecutor } from './backing.ts'
import type { Operation } from './document.ts'
import { memoizeByOperation } from './per-operation.ts'

/**
 * Who sends a request, by what the contract says under `security`. Where nobody needs a credential,
 * one that is sent must be valid all the same, so that a partner never takes the public's view for
 * its own.
 * @throws 401 without a valid credential, 403 without the scopes; what `authenticate` throws.
 */
export async function authorize(
  operation: Operation,
  authenticate: OperationExecutor['authenticate'],
  authorization: string | undefined,
): Promise<Principal | undefined> {
  const { isPublic, scopes } = demandsOf(operation)
  const principal = await authenticate(sentCredential(authorization))
  if (principal !== undefined) return requireScopes(principal, scopes)
  if (isPublic) return undefined
  throw unauthorized()
}

const demandsOf = memoizeByOperation(({ security }) => ({
  isPublic: security.some((requirement) => Object.keys(requirement).length === 0),
  scopes: security.flatMap((requirement) => Object.values(requirement).flat()),
}))

function requireScopes(principal: Principal, scopes: readonly Scope[]): Principal {
  const missing = scopes.filter((scope) => !hasScope(principal, scope))
  if (missing.length === 0) return principal
  throw new Problem('forbidden', `The scope ${missing.join(', ')} is needed.`)
}
