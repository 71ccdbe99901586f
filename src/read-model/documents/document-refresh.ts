import type { Latin1Text } from '../../response-body.ts'
import { ContractViolation } from '../../contract/response-validator.ts'
import type { ValidateDocument } from './validate-document.ts'
import type { RefreshTask } from './background-refresh.ts'
import {
  deleteDocuments,
  lockMissing,
  selectLastId,
  selectWindow,
  storeDocuments,
  type StoredDocument,
} from './document-queries.ts'
import type { DocumentSpec } from './document-spec.ts'

/** Stores the missing documents of a list. A reader builds a document that is still missing in its own statement. */
export function documentRefresh(spec: DocumentSpec, validate: ValidateDocument): RefreshTask {
  const { list } = spec
  return {
    subjects: [list],
    // Readers are slower until the documents are stored.
    idleRatio: 1,
    lastId: (db) => selectLastId(db, list),
    window: (trx, after, size) => selectWindow(trx, spec, after, size),
    async refresh(trx, ids) {
      const locked = await lockMissing(trx, spec, ids)
      if (locked.length === 0) return
      const invalid = invalidIds(await storeDocuments(trx, spec, locked), (text, digest) =>
        validate(list, text, digest),
      )
      if (invalid.length > 0) await deleteDocuments(trx, spec, invalid)
    },
  }
}

/** The documents that violate the contract: each fails only the requests that read it. */
function invalidIds(
  documents: readonly StoredDocument[],
  validate: (text: Latin1Text, digest: string) => void,
): number[] {
  return documents.flatMap(({ id, text, digest }) => {
    try {
      validate(text, digest)
      return []
    } catch (error) {
      if (error instanceof ContractViolation) return [id]
      throw error
    }
  })
}
