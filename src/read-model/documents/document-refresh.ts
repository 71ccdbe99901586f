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

/** Stores the documents of a list that are missing. One that is still missing is made by its reader. */
export function documentRefresh(spec: DocumentSpec, validate: ValidateDocument): RefreshTask {
  const { list } = spec
  return {
    subjects: [list],
    // The sooner they are stored, the sooner readers are as fast as before.
    idleRatio: 1,
    lastId: (db) => selectLastId(db, list),
    window: (trx, after, size) => selectWindow(trx, spec, after, size),
    async refresh(trx, ids) {
      const locked = await lockMissing(trx, spec, ids)
      if (locked.length === 0) return
      const refused = refusedOf(await storeDocuments(trx, spec, locked), (text, digest) =>
        validate(list, text, digest),
      )
      if (refused.length > 0) await deleteDocuments(trx, spec, refused)
    },
  }
}

/** Those that the contract does not allow. Their readers are told, each by its own request. */
function refusedOf(
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
