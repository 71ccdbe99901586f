import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Urls } from '../../src/contract/operation-types.ts'
import { allocateIds } from '../../src/database/ids.ts'
import type { Database } from '../../src/database/tables.ts'
import { transaction, type Scope } from '../../src/batches/transactions.ts'
import type { Outcome } from '../../src/batches/line-groups.ts'
import { findOrCreateUser } from '../../src/users/find-or-create-user.ts'
import { fileKind, type FileKind, type FileKindName } from '../files/file-kinds.ts'
import type { Step } from '../files/import-plan.ts'
import type { FileSender, Line } from '../files/line.ts'
import { LineLoader, writeLines } from '../files/load-lines.ts'
import { withSavepoint } from '../files/record-queries.ts'
import { ImportError, type Row } from '../files/row.ts'
import { savePublished, selectPublished, type Source } from './publisher-queries.ts'

/** Records of one kind that a publisher's file becomes: lines with its ids in `external_id`. */
export interface PublishedLines {
  readonly kind: FileKindName
  /** Name of the publisher's list, in `<noun>_sources`. */
  readonly source: string
  /** As the summary shows it; the name of the list by default. */
  readonly shown?: string
  readonly total: number
  rows(session: Kysely<Database>, sender: FileSender): AsyncIterable<Row> | Iterable<Row>
}

/** @param username the user in whose name the records are written; created with the first import. */
export function stepOf(
  { kind: kindName, source: name, shown = name, total, rows }: PublishedLines,
  username: string,
  urls: Urls,
): Step {
  const kind = publishedKind(kindName)
  return {
    source: shown,
    async run(session, options) {
      const user = await session.transaction().execute((trx) => findOrCreateUser(trx, username))
      if (user === undefined) throw new ImportError(`The slug of the user ${username} is taken.`)
      const principal = { keyId: 0, userId: user.id, scopes: ['admin'] } as const
      const sender = { principal, urls, isDryRun: false }
      const scope = transaction(session)
      const source = { noun: kind.noun, name }
      const write = (lines: readonly Line[]) => writePublished(kind, source, lines, sender, scope)
      return new LineLoader(kind, { write }, options).run(rows(session, sender), total)
    },
  }
}

/** In files of publishers, lines of all kinds have external ids. */
function publishedKind(name: FileKindName): FileKind {
  const kind = fileKind(name)
  const externalId = fileKind('artworks')?.line.properties?.['external_id']
  if (kind === undefined || externalId === undefined) throw new Error(`${name} is no kind`)
  const properties = { ...kind.line.properties, external_id: externalId }
  return { ...kind, line: { ...kind.line, properties } }
}

/**
 * Writes the lines that are new, or that the publisher has changed, each with the service's id of its record. What people
 * have changed in the records of other lines stays.
 */
function writePublished(
  kind: FileKind,
  source: Source,
  lines: readonly Line[],
  sender: FileSender,
  scope: Scope,
): Promise<Map<Line, Outcome>> {
  return scope(async (trx) => {
    const stored = await selectPublished(trx, source, lines.map(externalIdOf))
    const outcomes = new Map<Line, Outcome>()
    const changed = lines.filter((line) => {
      const known = stored.get(externalIdOf(line))
      if (known?.fingerprint !== fingerprintOf(line)) return true
      outcomes.set(line, { kind: 'unchanged', id: known.id })
      return false
    })
    const added = changed.filter((line) => !stored.has(externalIdOf(line)))
    const ids = await allocateIds(trx, kind.name, added.length)
    const idOf = new Map(added.map((line, at) => [line, ids[at]]))
    const identified = changed.map((line) => {
      const known = stored.get(externalIdOf(line))?.id
      return known === undefined ? withId(kind, line, idOf.get(line)) : asPatch(kind, line, known)
    })
    const parts: Scope = (work) => withSavepoint(trx, () => work(trx))
    const written = await writeLines(kind, trx, identified, sender, parts)
    const records = changed.flatMap((line, at) => {
      const outcome = written.get(identified[at] ?? line)
      if (outcome !== undefined) outcomes.set(line, outcome)
      if (outcome?.id === undefined || outcome.kind === 'failed') return []
      const [externalId, fingerprint] = [externalIdOf(line), fingerprintOf(line)]
      return [{ externalId, id: outcome.id, fingerprint }]
    })
    await savePublished(trx, source, records)
    return outcomes
  })
}

function externalIdOf({ body }: Line): string {
  return body['external_id'] as string
}

/** Equal for two lines exactly when all their fields are equal. */
function fingerprintOf({ fields }: Line): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url')
}

function withId({ noun }: FileKind, line: Line, id: number | undefined): Line {
  return { ...line, body: { id, [noun]: line.fields } }
}

/** Fields that people may have changed since. */
const WRITTEN_ONCE: Readonly<Partial<Record<FileKindName, readonly string[]>>> = {
  artworks: ['gallery', 'price_display', 'publish_status'],
  events: ['category', 'publish_status'],
}

function asPatch(kind: FileKind, line: Line, id: number): Line {
  if (!kind.isListing) return withId(kind, line, id)
  const { fields = {} } = line
  const once = WRITTEN_ONCE[kind.name] ?? []
  const patch = Object.fromEntries(Object.entries(fields).filter(([name]) => !once.includes(name)))
  const { gallery } = fields
  return { ...line, body: { id, ...(gallery !== undefined && { gallery }), patch } }
}
