import type { Schema } from '../../src/contract/document.ts'
import type { FileKind } from './file-kinds.ts'
import type { FileOptions } from './file-options.ts'
import type { ImportReport } from './import-report.ts'
import type { Cell } from './row.ts'

/** What the headings and the options say of the cells of a file. */
export interface MappedFile {
  /** What a cell means, by its field and `nameKey` (`field:word`). */
  readonly replacements: ReadonlyMap<string, string>
  /** Whether the file is an export, whose texts and ids are exact. */
  readonly isExport: boolean
  /** Whether the column of countries has states. */
  readonly hasStates: boolean
}

/** What readers of cells know of their file. */
export interface FileContext {
  readonly kind: FileKind
  readonly mapping: MappedFile
  readonly options: FileOptions
  readonly report: ImportReport
}

/** A column of a file, as the readers of its cells need it. */
export interface ColumnContext extends FileContext {
  readonly field: string
  readonly schema: Schema
  /** In the file: several for columns that make one field, none for a value for all rows. */
  readonly headings: readonly string[]
  readonly isLenient: boolean
}

/** A row whose cells have been read one by one. */
export interface RowContext extends FileContext {
  readonly columns: ReadonlyMap<string, ColumnContext>
  readonly cells: ReadonlyMap<string, Cell>
  /** The cells that the row itself gives, by field. */
  readonly own: ReadonlyMap<string, Cell>
  /** Fields whose cells cannot be read. */
  readonly failed: ReadonlySet<string>
}
