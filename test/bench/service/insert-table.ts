import { resolve, contract, type Schema } from '../../../src/contract/document.ts'

/** The name of a schema of the contract whose objects are stored. */
export type InputName = 'ArtworkInput' | 'EventInput'

/** A table with a column for each field of an input, and nothing else: no index, reference or trigger. */
interface InsertTable {
  /** The fields, in the order of the columns and of the parameters of `insert`. */
  readonly fields: readonly string[]
  readonly create: string
  readonly insert: string
}

export function insertTable(name: InputName): InsertTable {
  const properties = Object.entries(contract.components.schemas[name]?.properties ?? {})
  const fields = properties.map(([field]) => field)
  const columns = properties.map(([field, schema]) => `"${field}" ${columnType(schema)}`)
  const table = `bench."${name}"`
  const list = fields.map((field) => `"${field}"`).join(', ')
  const parameters = fields.map((_, place) => `$${place + 1}`).join(', ')
  return {
    fields,
    create: `CREATE SCHEMA IF NOT EXISTS bench;
      DROP TABLE IF EXISTS ${table};
      CREATE TABLE ${table} (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${columns.join(', ')})`,
    insert: `INSERT INTO ${table} (${list}) VALUES (${parameters}) RETURNING id`,
  }
}

type Column = Schema & { readonly format?: string; readonly 'x-maximum-decimals'?: number }

function columnType(schema: Schema): string {
  const { type, format, items, 'x-maximum-decimals': decimals } = resolve<Column>(schema)
  const kind = [type].flat().find((one) => one !== 'null')
  if (kind === 'integer') return format === 'int32' ? 'integer' : 'bigint'
  if (kind === 'number') return decimals === undefined ? 'double precision' : 'numeric'
  if (kind === 'array') return `${columnType(items ?? {})}[]`
  if (kind === 'string') return format === 'date-time' ? 'timestamptz' : 'text'
  return kind === 'boolean' ? 'boolean' : 'jsonb'
}
