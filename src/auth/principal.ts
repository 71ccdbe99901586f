/** The scopes of API keys; a constraint of `api_keys` has the same list. */
export const SCOPES = [
  'artworks:write',
  'catalogue:write',
  'events:write',
  'webhooks',
  'admin',
] as const

export type Scope = (typeof SCOPES)[number]

/** Those of a partner. */
export const PARTNER_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'admin')

/** The authenticated user, and the API key with its scopes. */
export interface Principal {
  readonly keyId: number
  /** Of the user who owns the key. */
  readonly userId: string
  readonly scopes: readonly Scope[]
}

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text)
}

/** `admin` includes every other scope. */
export function hasScope(principal: Pick<Principal, 'scopes'>, scope: Scope): boolean {
  return principal.scopes.includes(scope) || isAdmin(principal)
}

/** Whether the principal may change records of other users. */
export function isAdmin({ scopes }: Pick<Principal, 'scopes'>): boolean {
  return scopes.includes('admin')
}
