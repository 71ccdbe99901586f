import type { Urls } from '../../src/contract/operation-types.ts'
import type { ImportPlan, Step } from '../files/import-plan.ts'
import { carnegie } from './carnegie.ts'
import { planExhibitions } from './exhibitions.ts'
import { planMuseum } from './museum-works.ts'
import { planRates } from './rates.ts'
import { tate } from './tate.ts'

/** A publisher's file to import. */
export type ImportRequest =
  | { readonly kind: 'carnegie' | 'tate'; readonly file: string }
  | { readonly kind: 'rates'; readonly file: string; readonly allowsJumps?: boolean }
  | { readonly kind: 'exhibitions'; readonly file: string; readonly museumsFile: string }

/**
 * Reads the files of a request to their ends, without a database.
 * @param urls of the service, for those of stored pictures.
 * @throws {ImportError} when one of them cannot be imported.
 */
export async function planImport(
  request: ImportRequest,
  urls: Urls,
  signal?: AbortSignal,
): Promise<ImportPlan> {
  return { kind: request.kind, steps: await stepsOf(request, urls, signal) }
}

async function stepsOf(request: ImportRequest, urls: Urls, signal?: AbortSignal): Promise<Step[]> {
  if (request.kind === 'rates') return [await planRates(request, signal)]
  if (request.kind === 'exhibitions') return planExhibitions(request, urls, signal)
  return planMuseum(request.kind === 'tate' ? tate : carnegie, request.file, urls, signal)
}
