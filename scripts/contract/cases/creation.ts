import { randomUUID } from 'node:crypto'
import { jsonSchema, type Json } from '../collection.ts'
import type { Case, Trial } from '../run.ts'
import { bodyOf, type Answer } from '../validate/answer.ts'
import type { Schema } from '../validate/document.ts'
import type { Writing } from '../values.ts'
import { checkAddress, authorized, write, type FindTarget } from './author.ts'
import { checkPointers } from './body-errors.ts'

/** The record that a chain works on: where it is, its present tag and the one before. */
export interface RecordState {
  url: string
  etag: string
  oldEtag: string
}

/** Related records that do not exist: they fit the document and break a rule. */
export function relatedRecordCase(writing: Writing, find: FindTarget): Case[] {
  const { operation, schema, place, body, related } = writing
  const fields = [...related].filter((name) => name in body)
  const absent = Object.fromEntries(
    fields.map((name) => {
      const { type, items, maximum } = schema.properties?.[name] ?? {}
      return [name, type === 'array' ? [items?.maximum ?? 1] : maximum]
    }),
  )
  if (fields.length === 0) return []
  const run = async (trial: Trial): Promise<void> => {
    const answer = await write(trial, find(trial), { ...body, ...absent }, 422)
    const pointers = fields.map((name) => (Array.isArray(absent[name]) ? `${name}/0` : name))
    checkPointers(trial, answer, pointers, `${place}/properties`)
  }
  return [{ group: operation.id, name: `refuses unknown ${fields.join(', ')}`, run }]
}

/** A new record, and the same request again. Records that cannot be deleted are made only with --write-permanent. */
export function creationCases(
  writing: Writing,
  find: FindTarget,
  canDelete: boolean,
  state: RecordState,
): Case[] {
  const { operation, body } = writing
  const { id: group } = operation
  const name = randomUUID()
  const send = (trial: Trial, key: string, change: Json, ...statuses: number[]) => {
    const target = find(trial)
    const headers = { ...target.headers, 'idempotency-key': key }
    return write(trial, { ...target, headers }, { ...body, ...change }, ...statuses)
  }
  const requireLeave = (trial: Trial): void => {
    const isAllowed = canDelete || trial.session.options.writePermanent
    if (!isAllowed) trial.skip('it needs --write-permanent, as nothing deletes the record again')
  }
  let first: Answer | undefined
  const requireFirst = (trial: Trial): Answer => {
    authorized(trial)
    requireLeave(trial)
    return first ?? trial.skip('nothing could be made before')
  }
  return [
    {
      group,
      name: 'makes a record',
      run: async (trial) => {
        requireLeave(trial)
        const answer = await send(trial, name, {}, 201)
        if (answer.status !== 201) return
        first = answer
        const { id } = bodyOf(answer) as { id: number }
        state.url = `${find(trial).url}${id}/`
        state.etag = answer.headers['etag'] ?? ''
        checkStored(trial, writing, answer)
        const location = answer.headers['location'] ?? ''
        if (location !== '') checkAddress(trial, answer, 'Location', location)
        const again = await trial.ask({ url: state.url, headers: authorized(trial) })
        const isThere = again.status === 200 && again.text === answer.text
        trial.claim(isThere, 'A GET afterwards answers something else', operation.place, again)
      },
    },
    {
      group,
      name: 'answers the same Idempotency-Key and body as before',
      run: async (trial) => {
        const before = requireFirst(trial)
        const answer = await send(trial, name, {}, 201)
        const isSame = answer.text === before.text
        trial.claim(isSame, 'It is another answer than the first', PLACE, answer)
      },
    },
    {
      group,
      name: 'refuses another body with the same Idempotency-Key',
      run: async (trial) => {
        requireFirst(trial)
        const field = 'title' in body ? 'title' : 'name'
        await send(trial, name, { [field]: `${String(body[field])}, another` }, 422)
      },
    },
    {
      group,
      name: 'refuses an Idempotency-Key of another form',
      run: async (trial) => {
        for (const odd of ['', 'x'.repeat(256), '"contract']) await send(trial, odd, {}, 400)
      },
    },
    {
      group,
      name: 'takes the Idempotency-Key of a POST that failed again',
      run: async (trial) => {
        requireFirst(trial)
        const key = randomUUID()
        await send(trial, key, { contract_test: 1 }, 400)
        await send(trial, key, {}, 201)
      },
    },
    {
      group,
      name: 'makes one record of two requests at the same moment',
      run: async (trial) => {
        requireFirst(trial)
        const key = randomUUID()
        const both = [send(trial, key, {}, 201, 409), send(trial, key, {}, 201, 409)]
        const made = (await Promise.all(both)).filter(({ status }) => status === 201)
        const ids = new Set(made.map((answer) => (bodyOf(answer) as { id: number }).id))
        trial.claim(ids.size === 1, `${ids.size} records were made`, PLACE, made[0])
      },
    },
  ]
}

const PLACE = '/components/parameters/IdempotencyKey'

function checkStored(trial: Trial, { operation, body, related }: Writing, answer: Answer): void {
  const schema = trial.session.contract.resolve(jsonSchema(operation, 201) ?? {})
  const fields = differingFields(schema, body, answer, related)
  const message = `It holds something else than was sent as ${fields.join(', ')}`
  trial.claim(fields.length === 0, message, `${operation.place}/responses/201`, answer)
}

/** Personal data is never public (section "People" of the document). */
const PLACEHOLDER = /^<[A-Z]+>$/

/**
 * The fields of a body that the answer shows with another value. Where the answer shows a whole record
 * for an id, the ids must agree; other fields of another type are the service's own making.
 */
export function differingFields(
  made: Schema,
  sent: Json,
  answer: Answer,
  related: ReadonlySet<string>,
): string[] {
  const stored = (bodyOf(answer) ?? {}) as Json
  return Object.entries(sent).flatMap(([name, value]) => {
    const { format } = made.properties?.[name] ?? {}
    const shown = related.has(name) ? idsIn(stored[name]) : stored[name]
    if (format === 'date-time') return isSameMoment(value, shown) ? [] : [name]
    const isMade = typeof shown === 'object' && shown !== null && !related.has(name)
    if (isMade || (value === null && shown !== undefined && name.endsWith('image'))) return []
    const isSame = JSON.stringify(shown) === JSON.stringify(value)
    return isSame || PLACEHOLDER.test(String(shown)) ? [] : [name]
  })
}

function idsIn(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(idsIn)
  return (shown as { id?: unknown } | null)?.id
}

function isSameMoment(sent: unknown, shown: unknown): boolean {
  return Date.parse(String(sent)) === Date.parse(String(shown))
}
