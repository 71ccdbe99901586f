import { unauthorized } from '../credentials/bearer-key.ts'
import { hasScope, type Principal, type Scope } from '../credentials/principal.ts'
import { Problem } from '../problem.ts'
import type { Backing } from './backing.ts'
import type { Operation } from './document.ts'

/**
 * Who sends a request, by what the contract says under `security`. Where nobody needs a credential,
 * one that is sent must be valid all the same, so that a partner never takes the public's view for
 * its own; where none is taken, none is looked at.
 * @throws 401 without a valid credential, 403 without the scopes; what `authenticate` throws.
 */
export async function authorize(
  { security }: Operation,
  authenticate: Backing['authenticate'],
  authorization: string | undefined,
): Promise<Principal | undefined> {
  if (security.length === 0) return undefined
  const principal = await authenticate(authorization)
  if (principal !== undefined) return requireScopes(principal, security.flatMap(scopesOf))
  if (security.some((requirement) => Object.keys(requirement).length === 0)) return undefined
  throw unauthorized()
}

function scopesOf(requirement: Operation['security'][number]): readonly Scope[] {
  return Object.values(requirement).flat()
}

function requireScopes(principal: Principal, scopes: readonly Scope[]): Principal {
  const missing = scopes.filter((scope) => !hasScope(principal, scope))
  if (missing.length === 0) return principal
  throw new Problem('forbidden', `The scope ${missing.join(', ')} is needed.`)
}
