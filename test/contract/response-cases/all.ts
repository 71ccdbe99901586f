import { batches } from './batches.ts'
import { indexCases, reads } from './reads.ts'
import type { ResponseCases } from './response-case.ts'
import { writes } from './writes.ts'

/** The cases of every operation; only those of the index do not follow from the contract. */
export const responseCases: ResponseCases = { ...reads, ...writes, ...batches, ...indexCases }
