import type { components } from '../../generated/v1.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import type { Json } from '../json-sql/json.ts'
import { sparseRequest } from '../lists/sparse-records.ts'
import type { ReadContext } from '../operation-context.ts'
import { listRecords } from '../records/list-records.ts'
import { eventJson } from './event-resource.ts'

/** One page of the same events as in the list, each with the fields that the request names. */
export async function listSparseEvents(
  input: Input<'listSparseEvents'>,
  context: ReadContext,
): Promise<Reply<'listSparseEvents'>> {
  const json: Json<components['schemas']['SparseEvent']> = eventJson
  return { status: 200, body: await listRecords('events', json, sparseRequest(input), context) }
}
