import type { Kysely } from 'kysely'
import { createArtist } from '../../src/artists/create-artist.ts'
import { partialUpdateArtist } from '../../src/artists/partial-update-artist.ts'
import type { Principal } from '../../src/auth/principal.ts'
import type { Database } from '../../src/database/tables.ts'
import { createGallery } from '../../src/galleries/create-gallery.ts'
import { partialUpdateGallery } from '../../src/galleries/partial-update-gallery.ts'
import { nameKey } from '../../src/records/name-key.ts'
import type { Scope } from '../../src/batches/transactions.ts'
import type { Outcome } from '../../src/batches/line-groups.ts'
import type { Context } from '../../src/operation-context.ts'
import { toProblem, unprocessable } from '../../src/problems/problem.ts'
import { createTag } from '../../src/tags/create-tag.ts'
import { partialUpdateTag } from '../../src/tags/partial-update-tag.ts'
import { createVenue } from '../../src/venues/create-venue.ts'
import { partialUpdateVenue } from '../../src/venues/partial-update-venue.ts'
import type { FileKind, FileKindName } from './file-kinds.ts'
import type { FileSender, Line } from './line.ts'
import { fieldsOf, isUnchanged } from './record-fields.ts'
import { selectRowsOf, withSavepoint, type StoredRow } from './record-queries.ts'

type NamedKindName = Exclude<FileKindName, 'artworks' | 'events'>

/** The operations of the contract, so that a file follows their rules. */
const OPERATIONS = {
  artists: { create: createArtist, update: partialUpdateArtist },
  galleries: { create: createGallery, update: partialUpdateGallery },
  venues: { create: createVenue, update: partialUpdateVenue },
  tags: { create: createTag, update: partialUpdateTag },
} as const satisfies Record<NamedKindName, unknown>

/** The operations of any kind. A line is valid for its kind, and this is all that they use of a request. */
interface NamedOperations {
  create(
    request: NamedRequest,
    context: Pick<Context, 'db' | 'urls'>,
  ): Promise<{ readonly body: { readonly id: number } }>
  update(request: NamedRequest, context: Pick<Context, 'db' | 'urls'>): Promise<unknown>
}

interface NamedRequest {
  readonly principal: Principal
  readonly path: { readonly id: number }
  readonly header: { readonly 'If-Match': '*' }
  readonly body: object
}

/** Writes lines of records with a name, such as artists. No two lines have the same key. */
export function writeNamedLines(
  kind: FileKind,
  lines: readonly Line[],
  sender: FileSender,
  scope: Scope,
): Promise<Map<Line, Outcome>> {
  return scope(async (trx) => {
    const stored = await loadStored(trx, kind, lines)
    const outcomes = new Map<Line, Outcome>()
    // Lines with an id come first, so that no other line draws the id that one of them names.
    for (const line of lines.toSorted((one, other) => Number(!idOf(one)) - Number(!idOf(other)))) {
      outcomes.set(line, await writeLine(trx, kind, line, stored(line), sender))
    }
    return outcomes
  })
}

function idOf({ body }: Line): number | undefined {
  return body['id'] as number | undefined
}

/**
 * Identifies the record of a line without an id: by its name, and a venue also by its city, because museums of two cities
 * can have the same name. Equal for names that are equal (`nameKey`).
 */
export function naturalKey(
  { name: kind }: FileKind,
  { name, city }: Readonly<Record<string, unknown>>,
): string {
  const parts = kind === 'venues' ? [name, city] : [name]
  return JSON.stringify(parts.map((part) => nameKey(typeof part === 'string' ? part : '')))
}

/** @returns a function that gives the stored records to which a line can refer. */
async function loadStored(trx: Kysely<Database>, kind: FileKind, lines: readonly Line[]) {
  const names = lines.flatMap((line) =>
    idOf(line) === undefined ? [nameKey(line.fields?.['name'] as string)] : [],
  )
  const rows = await selectRowsOf(
    trx,
    kind.name,
    lines.flatMap((line) => idOf(line) ?? []),
    names,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byKey = new Map<string, StoredRow[]>()
  for (const row of rows) {
    const key = naturalKey(kind, row)
    byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  return (line: Line): readonly StoredRow[] => {
    const id = idOf(line)
    if (id !== undefined) return [byId.get(id) ?? []].flat()
    const found = byKey.get(naturalKey(kind, line.fields ?? {})) ?? []
    // Of names that differ in case, the same one is meant.
    const same = found.filter(({ name }) => name === line.fields?.['name'])
    return same.length === 1 ? same : found
  }
}

/** What finds a record does not change it: only a line with its id gives it another spelling. */
function changesOf(line: Line, { name, city }: StoredRow): Record<string, unknown> {
  const { fields = {} } = line
  if (idOf(line) !== undefined) return fields
  return { ...fields, name, ...('city' in fields && { city }) }
}

async function writeLine(
  trx: Kysely<Database>,
  kind: FileKind,
  line: Line,
  [found, ...others]: readonly StoredRow[],
  { principal, urls, isDryRun }: FileSender,
): Promise<Outcome> {
  const operations = OPERATIONS[kind.name as NamedKindName] as unknown as NamedOperations
  const fields = found === undefined ? { ...line.fields } : changesOf(line, found)
  if (others.length > 0) return { kind: 'failed', problem: ambiguous(kind, others.length + 1) }
  if (found !== undefined && isUnchanged(fields, fieldsOf(kind, found, urls))) {
    return { kind: 'unchanged', id: found.id }
  }
  const id = idOf(line)
  const request = { principal, path: { id: found?.id ?? 0 }, header: { 'If-Match': '*' } } as const
  const context = { db: trx, urls }
  // A new record gets the id of its line, which no request can name. A rollback would not give back skipped ids.
  const hasOwnId = found === undefined && id !== undefined && !isDryRun
  const body = hasOwnId ? { ...fields, id } : fields
  let writtenId = found?.id
  try {
    await withSavepoint(trx, async () => {
      if (found !== undefined) await operations.update({ ...request, body }, context)
      else writtenId = (await operations.create({ ...request, body }, context)).body.id
    })
  } catch (error) {
    const problem = toProblem(error)
    if (problem.status >= 500) throw error
    return { kind: 'failed', problem }
  }
  return { kind: found === undefined ? 'created' : 'changed', id: writtenId }
}

function ambiguous({ noun, name }: FileKind, count: number) {
  const detail = `${count} ${name} have this name. Name one of them: add the id of the ${noun} to the line.`
  return unprocessable([{ pointer: `/${noun}/name`, detail }])
}
