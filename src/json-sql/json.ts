import type { Selectable } from 'kysely'
import type { components } from '../../generated/v1.ts'
import { contract } from '../contract/document.ts'
import type { Database } from '../database/tables.ts'

/**
 * JSON text as an SQL expression, declared once for each record of the contract.
 *
 * `Value` is the type of the JSON, so the compiler checks a declaration against the contract: a missing or
 * misspelt field, or one of another type, does not compile. Fields have the order of the contract. An expression
 * has no parameters, so it can be part of any statement (expression.ts).
 */
export interface Json<Value> {
  readonly pieces: readonly Piece[]
  /** For the compiler only. */
  readonly value?: Value
}

export type Piece =
  | { readonly json: string }
  /** Never NULL. */
  | { readonly sql: string }
  /** The column of a picture's address (picture-url.ts). */
  | { readonly media: string }
  /** A record that other records also embed, found by the SQL `id`. */
  | { readonly fragment: Fragment; readonly id: string; readonly isNullable: boolean }
  | { readonly subquery: Json<unknown>; readonly from: string; readonly isNullable: boolean }
  /** A converted price. A document has a placeholder with the original price. */
  | { readonly converted: ConvertedPrice; readonly price: string; readonly currency: string }
  | { readonly array: Json<unknown>; readonly from: string; readonly orderBy: string }

/**
 * A record that many documents embed. A stored document has a placeholder with the kind and the id
 * (expression.ts), so it does not change when the fragment changes.
 */
export interface Fragment<Value = unknown> {
  readonly kind: FragmentKind
  /** The schema in the contract. */
  readonly component: keyof Schemas
  readonly json: Json<Value>
  /** The FROM clause for `json` and `id`. */
  readonly from: string
  readonly id: string
  /** The default is `integer`. */
  readonly idType?: 'uuid'
}

export const FRAGMENT_LETTERS = {
  artist: 'a',
  artwork_category: 'c',
  event_category: 'e',
  gallery: 'g',
  gallery_owner: 'o',
  tag: 't',
  user: 'u',
  venue: 'v',
} as const

export type FragmentKind = keyof typeof FRAGMENT_LETTERS

/** The prices that a process converts by the latest rates, with the letters of their placeholders. */
export const PRICE_LETTERS = { price_usd: 'p', price_eur: 'q' } as const

export type ConvertedPrice = keyof typeof PRICE_LETTERS

/** Lets the compiler infer the type of the JSON. */
export function defineFragment<Value>(declared: Fragment<Value>): Fragment<Value> {
  return declared
}

/** A fragment that is a row of a table. */
export function rowFragment<Value>(
  kind: FragmentKind,
  component: keyof Schemas,
  json: Json<Value>,
  table: keyof Database,
): Fragment<Value> {
  return { kind, component, json, from: table, id: `${table}.id` }
}

type Schemas = components['schemas']
type Columns<Table extends keyof Database> = Selectable<Database[Table]>

/** The columns of a table with values of the type `Value`, nullable or not. */
type ColumnOf<Table extends keyof Database, Value> = {
  [Column in keyof Columns<Table>]: Columns<Table>[Column] extends Value | null ? Column : never
}[keyof Columns<Table>] &
  string

type NullAs<Column, Value> = null extends Column ? Value | null : Value

export function constant<const Value>(value: Value): Json<Value> {
  return { pieces: [{ json: JSON.stringify(value) }] }
}

/** @param sql an expression of JSON text that is never NULL. */
export function expression<Value>(sql: string): Json<Value> {
  return { pieces: [{ sql }] }
}

/**
 * A JSON string.
 * @param sql an expression of the type text.
 */
export function escaped(sql: string): string {
  return `to_json(${sql})::text`
}

/** The columns of a table as JSON; NULL is null. */
export function columnsOf<Table extends keyof Database>(table: Table) {
  type Row = Columns<Table>
  const column = <Name extends keyof Row & string, Value>(
    name: Name,
    json: (sql: string) => string,
  ): Json<NullAs<Row[Name], Value>> => expression(`coalesce(${json(`${table}.${name}`)}, 'null')`)
  return {
    text: <Name extends ColumnOf<Table, string>>(name: Name) => column<Name, string>(name, escaped),
    /** Text that JSON does not escape, guaranteed by a CHECK or by the type of the column. */
    plain: <Name extends ColumnOf<Table, string>>(name: Name) =>
      column<Name, string>(name, (sql) => `'"' || ${sql} || '"'`),
    number: <Name extends ColumnOf<Table, number>>(name: Name) =>
      column<Name, number>(name, (sql) => `${sql}::text`),
    /** An exact number without trailing zeros. */
    decimal: <Name extends ColumnOf<Table, string>>(name: Name) =>
      column<Name, number>(name, (sql) => `trim_scale(${sql})::text`),
    boolean: <Name extends ColumnOf<Table, boolean>>(name: Name) =>
      column<Name, boolean>(name, (sql) => `${sql}::text`),
    trueOrAbsent: (name: ColumnOf<Table, boolean>): TrueOrAbsent => ({
      isTrue: `${table}.${name}`,
    }),
    timestamp: <Name extends ColumnOf<Table, string>>(name: Name) =>
      column<Name, string>(name, timestamp),
    /** Personal data: `placeholder` in place of the value. An empty or null value stays so. */
    masked: <Name extends ColumnOf<Table, string>>(name: Name, placeholder: string) =>
      column<Name, string>(
        name,
        (sql) =>
          `CASE WHEN ${sql} = '' THEN '""' WHEN ${sql} IS NOT NULL THEN '"${placeholder}"' END`,
      ),
    /** An absolute URL of a picture. */
    media: <Name extends ColumnOf<Table, string>>(name: Name) =>
      ({ pieces: [{ media: `${table}.${name}` }] }) as Json<NullAs<Row[Name], string>>,
  }
}

/**
 * `"2024-05-07T09:30:00.123456Z"`, without a fraction when the microseconds are zero (contract,
 * Timestamps), whatever the time zone and date style of the session.
 * @param sql of the type timestamptz.
 */
export function timestamp(sql: string): string {
  const text = `to_char(${sql} AT TIME ZONE 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.US"Z\\""')`
  // to_char returns NULL for an infinite timestamp. The contract rejects the text below; null would be wrong data.
  return `coalesce(replace(${text}, '.000000Z', 'Z'), CASE WHEN ${sql} IS NOT NULL THEN '"infinite"' END)`
}

/** A field with the value true, which only the records have whose column is true. A new one changes no other record. */
interface TrueOrAbsent {
  readonly isTrue: string
}

/** A schema of the contract, its fields in the order of the contract. Its first field must be a required one. */
export function object<Name extends keyof Schemas>(
  name: Name,
  fields: {
    readonly [Field in keyof Schemas[Name]]-?: undefined extends Schemas[Name][Field]
      ? TrueOrAbsent
      : Json<Schemas[Name][Field]>
  },
): Json<Schemas[Name]> {
  const order = Object.keys(contract.components.schemas[name]?.properties ?? {})
  const given = fields as Readonly<Record<string, Json<unknown> | TrueOrAbsent>>
  const pieces = order.flatMap((field, at): readonly Piece[] => {
    const key = `${at === 0 ? '{' : ','}${JSON.stringify(field)}:`
    const value = given[field]
    if (value === undefined) return []
    if ('pieces' in value) return [{ json: key }, ...value.pieces]
    return [{ sql: `CASE WHEN ${value.isTrue} THEN '${key}true' ELSE '' END` }]
  })
  return { pieces: [...pieces, { json: '}' }] }
}

/** An embedded fragment. @param id SQL of its id, which is never NULL. */
export function embedded<Value>(fragment: Fragment<Value>, id: string): Json<Value> {
  return { pieces: [{ fragment, id, isNullable: false }] }
}

/** An embedded fragment, null where its id is NULL. */
export function embeddedOrNull<Value>(fragment: Fragment<Value>, id: string): Json<Value | null> {
  return { pieces: [{ fragment, id, isNullable: true }] }
}

/**
 * A price converted by the latest exchange rates, null without a price or a rate: US dollars as a number, euros
 * as a string with two decimals.
 * @param price SQL of the price, which can be NULL, and of its currency.
 */
export function convertedPrice<Value>(
  converted: ConvertedPrice,
  price: string,
  currency: string,
): Json<Value | null> {
  return { pieces: [{ converted, price, currency }] }
}

/** The only row of a FROM clause (with its WHERE clause), which always exists. */
export function one<Value>(json: Json<Value>, from: string): Json<Value> {
  return { pieces: [{ subquery: json, from, isNullable: false }] }
}

/** The only row of a FROM clause (with its WHERE clause), or null. */
export function oneOrNull<Value>(json: Json<Value>, from: string): Json<Value | null> {
  return { pieces: [{ subquery: json, from, isNullable: true }] }
}

/** All rows of a FROM clause (with its WHERE clause). */
export function array<Value>(json: Json<Value>, from: string, orderBy: string): Json<Value[]> {
  return { pieces: [{ array: json, from, orderBy }] }
}
