import { ContractViolation } from '../../contract/response-validator.ts'
import { validateDocument } from './accept-document.ts'
import type { RefreshTask } from './background-work.ts'
import {
  deleteDocuments,
  lockMissing,
  selectLastId,
  selectWindow,
  storeDocuments,
  type StoredDocument,
} from './document-queries.ts'
import type { DocumentList } from './stored-documents.ts'

/** Stores the documents of a list that are missing. One that is still missing is made by its reader. */
export function documentRefresh(list: DocumentList): RefreshTask {
  return {
    subjects: [list],
    // The sooner they are stored, the sooner readers are as fast as before.
    idleRatio: 1,
    lastId: (db) => selectLastId(db, list),
    window: (trx, after, size) => selectWindow(trx, list, after, size),
    async refresh(trx, ids) {
      const locked = await lockMissing(trx, list, ids)
      if (locked.length === 0) return
      const refused = refusedOf(list, await storeDocuments(trx, list, locked))
      if (refused.length > 0) await deleteDocuments(trx, list, refused)
    },
  }
}

/** Those that the contract does not allow. Their readers are told, each by its own request. */
function refusedOf(list: DocumentList, documents: readonly StoredDocument[]): number[] {
  return documents.flatMap(({ id, text, digest }) => {
    try {
      validateDocument(list, text, digest)
      return []
    } catch (error) {
      if (error instanceof ContractViolation) return [id]
      throw error
    }
  })
}
