import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Latin1Text } from '../../response-body.ts'
import { ContractViolation } from '../../contract/response-validator.ts'
import type { ValidateDocument } from './validate-document.ts'
import type { Refresh } from './refresh-task.ts'
import {
  claimFormat,
  completeClaim,
  deleteDocuments,
  holdFormat,
  lockMissing,
  selectClaim,
  selectLastId,
  selectWindow,
  storeDocuments,
  type Claim,
  type StoredDocument,
} from './document-queries.ts'
import type { DocumentFormat } from './document-spec.ts'

/**
 * Stores the missing documents of a list. A reader builds a document that is still missing in its own statement.
 *
 * Processes can have different formats, during an upgrade or with other URLs. The one that started
 * last claims the list, and the others store nothing: they would overwrite each other's documents without end.
 */
export function documentRefresh(format: DocumentFormat, validate: ValidateDocument): Refresh {
  const { list } = format
  let claim: Claim | undefined
  let hasSkipped = false
  return {
    name: `documents_of_${list}`,
    subjects: [list],
    // Readers are slower until the documents are stored.
    pauseRatio: 1,
    lastId: (db) => selectLastId(db, list),
    begin: (db) => claimFormat(db, format),
    async window(trx, after, size) {
      if (after === 0) {
        claim = await selectClaim(trx, format)
        hasSkipped = false
      }
      if (claim === undefined) return { last: null, stale: [] }
      const window = await selectWindow(trx, format, claim, after, size)
      if (window.last === null && !hasSkipped) await completeClaim(trx, format, claim)
      return window
    },
    async refresh(trx, ids) {
      if (!(await holdFormat(trx, format))) return
      const locked = await lockMissing(trx, format, ids)
      // A locked record may keep its document of another format.
      hasSkipped ||= locked.length < ids.length
      if (locked.length === 0) return
      const invalid = await invalidIds(await storeDocuments(trx, format, locked), (text, digest) =>
        validate(list, text, digest),
      )
      if (invalid.length > 0) await deleteDocuments(trx, format, invalid)
    },
  }
}

/** The documents that violate the contract: each fails only the requests that read it. */
async function invalidIds(
  documents: readonly StoredDocument[],
  validate: (text: Latin1Text, digest: string) => void,
): Promise<number[]> {
  const invalid: number[] = []
  for (const { id, text, digest } of documents) {
    // Long documents take a millisecond each.
    await nextTurn()
    try {
      validate(text, digest)
    } catch (error) {
      if (!(error instanceof ContractViolation)) throw error
      invalid.push(id)
    }
  }
  return invalid
}
