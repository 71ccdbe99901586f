import { sql, type Kysely, type RawBuilder } from 'kysely'
import { together } from '../database/kysely.ts'
import type { Database } from '../database/tables.ts'
import type { Viewer } from '../database/visibility.ts'
import { pictureColumns, type NewPicture, type StoredPicture } from '../images/picture-queries.ts'
import type { SlugChoice } from '../writes/slug.ts'
import type { LinkTable, ListingTable, LockedListing } from './listing-kind.ts'

/** Locks the listings of a condition until the end of the transaction, in the order of their ids. */
export async function lockListings(
  trx: Kysely<Database>,
  { table, pictures, owner, ruleColumns }: ListingTable,
  condition: RawBuilder<boolean>,
): Promise<LockedListing[]> {
  const columns = sql.raw([...(owner === 'gallery_id' ? [owner] : []), ...ruleColumns].join(', '))
  // A statement that waits for a lock does not see what the other transaction has inserted, such as a new picture.
  const [{ rows }, found] = await together([
    sql<LockedListing>`
      SELECT id, publish_status, featured_image_id, author_id, external_id, price, price_currency, updated_at, ${columns}
      FROM ${sql.table(table)} WHERE ${condition} ORDER BY id FOR UPDATE`.execute(trx),
    sql<{ picture: StoredPicture }>`
      SELECT to_jsonb(picture) AS picture FROM ${sql.table(pictures)} AS picture
      WHERE id IN (SELECT featured_image_id FROM ${sql.table(table)} WHERE ${condition})`.execute(
      trx,
    ),
  ])
  const stored = new Map(found.rows.map(({ picture }) => [picture.id, picture]))
  return rows.map((row) => ({ ...row, picture: stored.get(row.featured_image_id) }))
}

/** The listing with an id, if the viewer may see it. */
export function isListing(
  { table, isVisible }: ListingTable,
  id: number,
  viewer: Viewer,
): RawBuilder<boolean> {
  return sql`${sql.ref(`${table}.id`)} = ${id} AND ${isVisible(viewer)}`
}

/** The listings with these external ids of these owners, pairwise. */
export function hasExternalId(
  { owner }: ListingTable,
  owners: readonly (string | number)[],
  externalIds: readonly string[],
): RawBuilder<boolean> {
  const type = sql.raw(owner === 'gallery_id' ? 'integer' : 'uuid')
  return sql`(${sql.ref(owner)}, external_id) IN (
    SELECT * FROM unnest(${owners}::${type}[], ${externalIds}::text[]))`
}

/** The listings with these ids. */
export function hasId({ table }: ListingTable, ids: readonly number[]): RawBuilder<boolean> {
  return sql`${sql.ref(`${table}.id`)} = ANY (${ids})`
}

/** A listing to insert or update. Absent columns of a change, and absent references, stay as they are. */
export interface ListingLine {
  readonly id: number
  readonly columns: Readonly<Record<string, unknown>>
  readonly links: Readonly<Record<string, readonly number[] | undefined>>
  /** The new picture; without it the listing has the picture `picture_id`. */
  readonly picture?: NewPicture | undefined
  readonly picture_id: number
  /** Whether a change that changes nothing is not written, so that the listing keeps its ETag. */
  readonly skips_same?: boolean
}

export interface NewListingLine extends ListingLine, SlugChoice {}

/** Inserts listings, their pictures and references in one statement. @returns the ids of those with a free slug. */
export async function insertListings(
  trx: Kysely<Database>,
  kind: ListingTable,
  lines: readonly NewListingLine[],
): Promise<number[]> {
  return writtenIds(trx, statements(kind).insert(jsonOf(kind, lines)))
}

/**
 * Updates locked listings, their pictures and references in one statement. A trigger increases `updated_at`, so no two
 * states of a listing have the same ETag.
 * @returns the ids of those that were written.
 */
export async function updateListings(
  trx: Kysely<Database>,
  kind: ListingTable,
  lines: readonly ListingLine[],
): Promise<number[]> {
  return writtenIds(trx, statements(kind).update(jsonOf(kind, lines)))
}

async function writtenIds(
  trx: Kysely<Database>,
  statement: RawBuilder<{ id: number }>,
): Promise<number[]> {
  const { rows } = await statement.execute(trx)
  return rows.map(({ id }) => id)
}

export async function deleteListings(
  trx: Kysely<Database>,
  { table }: ListingTable,
  ids: readonly number[],
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ANY (${ids})`.execute(trx)
}

function jsonOf({ links }: ListingTable, lines: readonly ListingLine[]): string {
  return JSON.stringify(
    lines.map(({ links: own, picture, ...line }) => ({
      ...line,
      ...Object.fromEntries(Object.keys(links).map((name) => [name, own[name]])),
      picture: picture?.row,
      colors_of: picture?.colorsOf,
    })),
  )
}

type Statement = (lines: string) => RawBuilder<{ id: number }>

/** The statements of a kind. Their texts are the same for any number of lines, so that they are prepared once. */
interface Statements {
  readonly insert: Statement
  readonly update: Statement
}

const texts = new Map<string, Statements>()

function statements(kind: ListingTable): Statements {
  const known = texts.get(kind.table)
  if (known !== undefined) return known
  const made = { insert: insertStatement(kind), update: updateStatement(kind) }
  texts.set(kind.table, made)
  return made
}

function insertStatement({ table, pictures, columns, links }: ListingTable): Statement {
  const names = [...columns, 'author_id', 'external_id']
  const head = sql.raw(
    `WITH lines AS MATERIALIZED (
      SELECT line.*, ${newPictureId(pictures)}
      FROM jsonb_to_recordset(`,
  )
  const tail = sql.raw(
    `) AS line(id integer, slug text, spare_slug text, columns jsonb, picture jsonb, colors_of integer, picture_id integer${linkTypes(links)})),
    written AS (
      INSERT INTO ${table} (id, slug, featured_image_id, ${names.join(', ')})
      SELECT lines.id,
        coalesce((SELECT lines.spare_slug FROM ${table} AS stored WHERE stored.slug = lines.slug), lines.slug),
        new_picture_id, ${names.map((name) => `listing.${name}`).join(', ')}
      FROM lines, jsonb_populate_record(NULL::${table}, lines.columns) AS listing
      ON CONFLICT (slug) DO NOTHING RETURNING id),
    ${insertPictures(pictures)}${insertLinks(table, links)}
    SELECT id FROM written`,
  )
  return (lines) => sql`${head}${lines}::jsonb${tail}`
}

function updateStatement({ table, pictures, columns, links }: ListingTable): Statement {
  const head = sql.raw(
    `WITH lines AS MATERIALIZED (
      SELECT line.*, ${newPictureId(pictures)}
      FROM jsonb_to_recordset(`,
  )
  const differs = Object.entries(links).map(
    ([name, link]) =>
      `OR (lines.${name} IS NOT NULL AND ${referencesOf(table, link, `lines.${name}`)})`,
  )
  const tail = sql.raw(
    `) AS line(id integer, skips_same boolean, columns jsonb, picture jsonb, colors_of integer, picture_id integer${linkTypes(links)})),
    becomes AS MATERIALIZED (
      SELECT lines.new_picture_id, changed.*
      FROM lines JOIN ${table} AS stored ON stored.id = lines.id,
        jsonb_populate_record(stored, lines.columns) AS changed
      WHERE lines.skips_same IS NOT TRUE OR changed IS DISTINCT FROM stored OR lines.new_picture_id <> stored.featured_image_id ${differs.join(' ')}),
    written AS (
      UPDATE ${table} SET featured_image_id = becomes.new_picture_id,
        ${columns.map((name) => `${name} = becomes.${name}`).join(', ')}
      FROM becomes WHERE ${table}.id = becomes.id RETURNING ${table}.id),
    ${insertPictures(pictures)}${replaceLinks(table, links)}
    SELECT id FROM written`,
  )
  return (lines) => sql`${head}${lines}::jsonb${tail}`
}

function newPictureId(pictures: string): string {
  return `CASE WHEN line.picture IS NULL THEN line.picture_id ELSE nextval('${pictures}_id_seq')::integer END AS new_picture_id`
}

function linkTypes(links: Readonly<Record<string, LinkTable>>): string {
  return Object.keys(links)
    .map((name) => `, ${name} integer[]`)
    .join('')
}

/** Foreign keys are checked at the end of the statement, so the pictures follow the listings that have them. */
function insertPictures(pictures: 'artwork_images' | 'event_images'): string {
  const names = pictureColumns(pictures)
  const colors =
    pictures === 'artwork_images'
      ? `, colors AS (
      INSERT INTO artwork_image_colors (artwork_image_id, position, color_id)
      SELECT new_picture_id, position, color_id FROM lines JOIN written USING (id)
      JOIN artwork_image_colors ON artwork_image_id = lines.colors_of)`
      : ''
  return `pictures AS (
      INSERT INTO ${pictures} (id, created_at, is_converted_to_webp, ${names.join(', ')})
      SELECT new_picture_id, coalesce(picture.created_at, now()), coalesce(picture.is_converted_to_webp, false),
        ${names.map((name) => `picture.${name}`).join(', ')}
      FROM lines JOIN written USING (id), jsonb_populate_record(NULL::${pictures}, lines.picture) AS picture
      WHERE lines.picture IS NOT NULL)${colors}`
}

/** Whether the stored references differ from an array of ids. */
function referencesOf(
  table: string,
  { table: linkTable, column, isOrdered }: LinkTable,
  ids: string,
): string {
  const order = isOrdered ? 'position' : column
  const given = isOrdered ? ids : `ARRAY(SELECT unnest(${ids}) ORDER BY 1)`
  return `ARRAY(SELECT ${column} FROM ${linkTable} WHERE ${foreignKey(table)} = lines.id ORDER BY ${order}) <> ${given}`
}

function foreignKey(table: string): string {
  return `${table.replace(/s$/, '')}_id`
}

function insertLinks(
  table: string,
  links: Readonly<Record<string, LinkTable>>,
  after = '',
): string {
  return Object.entries(links)
    .map(([name, { table: linkTable, column, isOrdered }]) => {
      const position = isOrdered ? ', position' : ''
      return `, new_${name} AS (
      INSERT INTO ${linkTable} (${foreignKey(table)}, ${column}${position})
      SELECT lines.id, link.id${isOrdered ? ', link.place - 1' : ''} FROM lines JOIN written USING (id),
        unnest(lines.${name}) WITH ORDINALITY AS link(id, place)${after && ` ${after.replaceAll('NAME', name)}`})`
    })
    .join('')
}

/** The insertion reads the deletion, so that it runs after it. */
function replaceLinks(table: string, links: Readonly<Record<string, LinkTable>>): string {
  const deleted = Object.entries(links)
    .map(
      ([name, { table: linkTable }]) => `, old_${name} AS (
      DELETE FROM ${linkTable} USING lines JOIN written USING (id)
      WHERE ${foreignKey(table)} = lines.id AND lines.${name} IS NOT NULL RETURNING 1)`,
    )
    .join('')
  return `${deleted}${insertLinks(table, links, 'WHERE (SELECT count(*) FROM old_NAME) >= 0')}`
}
