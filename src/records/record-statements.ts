import { RENDITIONS, type PictureTable } from './picture-resource.ts'
import type { LinkTable, RecordTable } from './record-kind.ts'

// The statements that write records of a kind. Their texts are the same for any number of records, so that they are
// prepared once.

/** The text before and after the parameter, JSON of an array of `WriteLine` (record-queries.ts). */
export type StatementText = readonly [before: string, after: string]

type Links = NonNullable<RecordTable['links']>

function statementOf(
  { pictures, links = {} }: RecordTable,
  columns: string,
  written: string,
  linked: string,
): StatementText {
  const types = Object.keys(links).map((name) => `, ${name} integer[]`)
  const newPictureId =
    pictures === undefined
      ? ''
      : `, CASE WHEN line.picture IS NULL THEN line.picture_id ELSE nextval('${pictures}_id_seq')::integer END AS new_picture_id`
  return [
    `WITH lines AS MATERIALIZED (
      SELECT line.*${newPictureId}
      FROM jsonb_to_recordset(`,
    `::jsonb) AS line(id integer, ${columns}, columns jsonb, picture jsonb, colors_of integer, picture_id integer${types.join('')})),
    ${written}${insertPictures(pictures)}${linked}
    SELECT id FROM written`,
  ]
}

export function insertStatement(kind: RecordTable): StatementText {
  const { table, pictures, columns, newColumns = [], slugFrom, links = {} } = kind
  const names = [...Object.keys(columns), ...newColumns]
  const slug = `coalesce((SELECT lines.spare_slug FROM ${table} AS stored WHERE stored.slug = lines.slug), lines.slug)`
  const targets = ['id', slugFrom && 'slug', pictures && 'featured_image_id', ...names]
  const values = [
    'lines.id',
    slugFrom && slug,
    pictures && 'new_picture_id',
    ...names.map((name) => `record.${name}`),
  ]
  return statementOf(
    kind,
    'slug text, spare_slug text',
    `written AS (
      INSERT INTO ${table} (${targets.filter(Boolean).join(', ')})
      SELECT ${values.filter(Boolean).join(', ')}
      FROM lines, jsonb_populate_record(NULL::${table}, lines.columns) AS record
      ${slugFrom ? 'ON CONFLICT (slug) DO NOTHING ' : ''}RETURNING id)`,
    insertLinks(table, links),
  )
}

export function updateStatement(kind: RecordTable): StatementText {
  const { table, pictures, columns, links = {} } = kind
  const differs = [
    'changed IS DISTINCT FROM stored',
    pictures && 'lines.new_picture_id IS DISTINCT FROM stored.featured_image_id',
    ...Object.entries(links).map(
      ([name, link]) =>
        `(lines.${name} IS NOT NULL AND ${differentLinks(table, link, `lines.${name}`)})`,
    ),
  ]
  const picture = pictures ? 'featured_image_id = becomes.new_picture_id, ' : ''
  return statementOf(
    kind,
    'skips_same boolean',
    `becomes AS MATERIALIZED (
      SELECT ${pictures ? 'lines.new_picture_id, ' : ''}changed.*
      FROM lines JOIN ${table} AS stored ON stored.id = lines.id,
        jsonb_populate_record(stored, lines.columns) AS changed
      WHERE lines.skips_same IS NOT TRUE OR ${differs.filter(Boolean).join(' OR ')}),
    written AS (
      UPDATE ${table} SET ${picture}${Object.keys(columns)
        .map((name) => `${name} = becomes.${name}`)
        .join(', ')}
      FROM becomes WHERE ${table}.id = becomes.id RETURNING ${table}.id)`,
    replaceLinks(table, links),
  )
}

/** Foreign keys are checked at the end of the statement, so the pictures follow the records that have them. */
function insertPictures(pictures: PictureTable | undefined): string {
  if (pictures === undefined) return ''
  const names = ['caption', 'alt_text', 'description', 'uploaded_by', ...RENDITIONS[pictures]]
  const colors =
    pictures === 'artwork_images'
      ? `, colors AS (
      INSERT INTO artwork_image_colors (artwork_image_id, position, color_id)
      SELECT new_picture_id, position, color_id FROM lines JOIN written USING (id)
      JOIN artwork_image_colors ON artwork_image_id = lines.colors_of)`
      : ''
  return `, pictures AS (
      INSERT INTO ${pictures} (id, created_at, is_converted_to_webp, ${names.join(', ')})
      SELECT new_picture_id, coalesce(picture.created_at, now()), coalesce(picture.is_converted_to_webp, false),
        ${names.map((name) => `picture.${name}`).join(', ')}
      FROM lines JOIN written USING (id), jsonb_populate_record(NULL::${pictures}, lines.picture) AS picture
      WHERE lines.picture IS NOT NULL)${colors}`
}

/** Whether the stored references differ from an array of ids. */
function differentLinks(
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

function insertLinks(table: string, links: Links, after = ''): string {
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
function replaceLinks(table: string, links: Links): string {
  const deleted = Object.entries(links)
    .map(
      ([name, { table: linkTable }]) => `, old_${name} AS (
      DELETE FROM ${linkTable} USING lines JOIN written USING (id)
      WHERE ${foreignKey(table)} = lines.id AND lines.${name} IS NOT NULL RETURNING 1)`,
    )
    .join('')
  return `${deleted}${insertLinks(table, links, 'WHERE (SELECT count(*) FROM old_NAME) >= 0')}`
}
