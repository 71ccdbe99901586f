import type { components } from '../../../generated/v1.ts'
import type { Fragment, FragmentKind, Json } from '../../json-sql/json.ts'
import type { ListName } from '../sort-orders.ts'

/** What is stored of a list's public records, and how it is built. */
export interface DocumentSpec {
  readonly list: ListName
  readonly json: Json<unknown>
  /** The schema of the contract that a record must fit. */
  readonly component: keyof components['schemas']
  /** The table of documents. */
  readonly table: string
  /**
   * Stands for the expression of `json` and for the schema of `component`. A change of either needs the
   * next number; `test/read-model/formats.test.ts` fails otherwise. A process reads documents of its own
   * format only, and stores over earlier ones.
   */
  readonly format: number
  /** SQL of which records are stored. */
  readonly isPublic: string
}

export type DocumentSpecs = Readonly<Record<ListName, DocumentSpec>>

/** The resources that the read model serves. It knows nothing of them but these data. */
export interface ReadModelResources {
  readonly documents: DocumentSpecs
  /** What documents have placeholders for. */
  readonly fragments: Readonly<Record<FragmentKind, Fragment>>
}
