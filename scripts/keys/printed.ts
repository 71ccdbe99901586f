import type { IssuedKey } from './issue-key.ts'
import { readableTime } from './readable-time.ts'

/** What a command prints. */
export interface Printed {
  readonly output: string
  /** For standard error, so that a new key is all there is on standard output. */
  readonly notes?: string
}

/** A new key and what there is to know of it; `notes` come before how to use it. */
export function printedKey(
  { id, key, expires_at }: IssuedKey,
  { owner, scopes, notes = [] }: { owner: string; scopes: readonly string[]; notes?: string[] },
  serviceUrl: string | undefined,
): Printed {
  const lines = [
    `Key ${id}`,
    `  owner    ${owner}`,
    `  scopes   ${scopes.join(', ')}`,
    `  expires  ${expires_at === null ? 'never' : readableTime(expires_at)}`,
    ...notes,
    'The key is shown only now: the database has no more than its hash. To use it as $KEY' +
      (serviceUrl === undefined ? ', with the address that the service printed as $SERVICE:' : ':'),
    `  curl -H "Authorization: Bearer $KEY" ${serviceUrl ?? '$SERVICE'}/api/v1/events/`,
  ]
  return { output: key, notes: lines.join('\n') }
}
