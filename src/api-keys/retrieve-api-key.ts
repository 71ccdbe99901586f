import type { Input, Reply } from '../contract/operation-types.ts'
import type { ReadContext } from '../operation-context.ts'
import { findApiKey } from './find-api-key.ts'

/** One key, as the list shows it. */
export async function retrieveApiKey(
  { path, principal }: Input<'retrieveApiKey'>,
  context: ReadContext,
): Promise<Reply<'retrieveApiKey'>> {
  return { status: 200, ...(await findApiKey(context, path.id, principal)) }
}
