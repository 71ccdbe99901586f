import type { components } from '../../../generated/v1.ts'
import type { Urls } from '../../contract/operation-types.ts'
import type { Fragment, FragmentKind, Json } from '../../json-sql/json.ts'
import type { ListName } from '../../lists/list.ts'

/** How the prepared documents of a list's public records are built and stored. */
export interface DocumentSpec {
  readonly list: ListName
  readonly json: Json<unknown>
  /** The schema of the contract that a record must fit. */
  readonly component: keyof components['schemas']
  readonly table: string
  /**
   * The format version of the document builder. A change of the expression of `json` or of the schema of `component`
   * needs the next number (`test/read-model/documents/document-spec.test.ts`). A process reads documents of its own
   * version only.
   */
  readonly format: number
  /** The SQL condition for records that are stored. */
  readonly isPublic: string
}

/** The format of stored documents as a whole: their texts also contain the URLs of the service. */
export interface DocumentFormat extends DocumentSpec {
  readonly urls: Urls
}

export type DocumentSpecs = Readonly<Record<ListName, DocumentSpec>>

/** The resources that the read model serves: it depends on them only through these data. */
export interface ReadModelResources {
  readonly documents: DocumentSpecs
  /** The fragments that documents have placeholders for. */
  readonly fragments: Readonly<Record<FragmentKind, Fragment>>
}
