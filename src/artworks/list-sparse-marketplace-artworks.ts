import type { components } from '../../generated/v1.ts'
import type { Input, Reply } from '../contract/operation-types.ts'
import type { Json } from '../json-sql/json.ts'
import { sparseRequest } from '../lists/sparse-records.ts'
import type { ReadContext } from '../operation-context.ts'
import { listRecords } from '../records/list-records.ts'
import { artworkJson } from './artwork-resource.ts'

/** One page of the same artworks as in the list, each with the fields that the request names. */
export async function listSparseMarketplaceArtworks(
  input: Input<'listSparseMarketplaceArtworks'>,
  context: ReadContext,
): Promise<Reply<'listSparseMarketplaceArtworks'>> {
  const json: Json<components['schemas']['SparseArtwork']> = artworkJson
  return { status: 200, body: await listRecords('artworks', json, sparseRequest(input), context) }
}
