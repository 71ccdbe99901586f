import { randomUUID } from 'node:crypto'
import { jsonSchema, type Json } from '../collection.ts'
import { casesOf, type Case, type Trial } from '../run.ts'
import { bodyOf, type ReceivedResponse } from '../validate/received-response.ts'
import type { Writing } from '../values.ts'
import { checkAddress, authorized, write, type FindTarget } from './author.ts'
import { checkPointers } from './body-errors.ts'

/** The record that a chain works on: its URL, its entity tag and the tag before. */
export interface RecordState {
  url: string
  etag: string
  oldEtag: string
  /** Whether the key has not the scope to delete it. */
  isDenied: boolean
}

/** Related records that do not exist: they fit the document and break a rule. */
export function relatedRecordCase(writing: Writing, find: FindTarget): Case[] {
  const { operation, schema, place, body, related } = writing
  const fields = [...related].filter((name) => name in body)
  if (fields.length === 0) return []
  const absent = Object.fromEntries(
    fields.map((name) => {
      const { type, items, maximum } = schema.properties?.[name] ?? {}
      return [name, type === 'array' ? [items?.maximum ?? 1] : maximum]
    }),
  )
  return casesOf(operation.id, {
    [`refuses unknown ${fields.join(', ')}`]: async (trial) => {
      const response = await write(trial, find(trial), { ...body, ...absent }, 422)
      const pointers = fields.map((name) => (Array.isArray(absent[name]) ? `${name}/0` : name))
      checkPointers(trial, response, pointers, `${place}/properties`)
    },
  })
}

const PLACE = '/components/parameters/IdempotencyKey'

/** A new record, and its repeated request. Records that the public would see need --write-permanent. */
export function creationCases(
  writing: Writing,
  find: FindTarget,
  isHidden: boolean,
  state: RecordState,
): Case[] {
  const { operation, body } = writing
  const name = randomUUID()
  const send = (trial: Trial, key: string, change: Json, ...statuses: number[]) => {
    const target = find(trial)
    const headers = { ...target.headers, 'idempotency-key': key }
    return write(trial, { ...target, headers }, { ...body, ...change }, ...statuses)
  }
  const field = 'title' in body ? 'title' : 'name'
  /** Some names must be unique. */
  const renamed = (key: string): Json => ({ [field]: `${String(body[field])}, ${key}` })
  const requirePermission = (trial: Trial): void => {
    const isAllowed = isHidden || trial.session.options.writePermanent
    if (!isAllowed) trial.skip('it needs --write-permanent, as the public would see it')
  }
  let first: ReceivedResponse | undefined
  const requireFirst = (trial: Trial): ReceivedResponse => {
    authorized(trial)
    requirePermission(trial)
    return first ?? trial.skip('nothing could be made before')
  }
  return casesOf(operation.id, {
    'creates a record': async (trial) => {
      requirePermission(trial)
      const response = await send(trial, name, {}, 201)
      if (response.status !== 201) return
      first = response
      const { id } = bodyOf(response) as { id: number }
      state.url = `${find(trial).url}${id}/`
      state.etag = response.headers['etag'] ?? ''
      checkStored(trial, writing, body, response)
      const location = response.headers['location'] ?? ''
      if (location !== '') checkAddress(trial, response, 'Location', location)
      const again = await trial.send({ url: state.url, headers: authorized(trial) })
      const isThere = again.status === 200 && again.text === response.text
      trial.check(isThere, 'A GET afterwards gets another response', operation.place, again)
    },
    'returns the first response to the same Idempotency-Key and body': async (trial) => {
      const before = requireFirst(trial)
      const response = await send(trial, name, {}, 201)
      const isSame = response.text === before.text
      trial.check(isSame, 'It is another response than the first', PLACE, response)
    },
    'rejects another body with the same Idempotency-Key': (trial) => {
      requireFirst(trial)
      return send(trial, name, renamed('another'), 422)
    },
    'rejects an invalid Idempotency-Key': async (trial) => {
      for (const odd of ['', 'x'.repeat(256), '"contract']) await send(trial, odd, {}, 400)
    },
    'accepts the Idempotency-Key of a failed POST again': async (trial) => {
      requireFirst(trial)
      const key = randomUUID()
      await send(trial, key, { contract_test: 1 }, 400)
      await send(trial, key, renamed(key), 201)
    },
    'creates one record for two concurrent requests': async (trial) => {
      requireFirst(trial)
      const key = randomUUID()
      const both = [1, 2].map(() => send(trial, key, renamed(key), 201, 409))
      const made = (await Promise.all(both)).filter(({ status }) => status === 201)
      const ids = new Set(made.map((response) => (bodyOf(response) as { id: number }).id))
      trial.check(ids.size === 1, `${ids.size} records were made`, PLACE, made[0])
    },
  })
}

/** Personal data is never public (section "People" of the document). */
const PLACEHOLDER = /^<[A-Z]+>$/

/**
 * Fails for the fields of a sent body that a response shows with another value. Where the response shows a
 * whole record for an id, the ids must agree; other fields of another type are the service's own making.
 */
export function checkStored(
  trial: Trial,
  { operation, related }: Writing,
  sent: Json,
  response: ReceivedResponse,
): void {
  const { status } = response
  const schema = trial.session.contract.resolve(jsonSchema(operation, status) ?? {})
  const { properties = {}, required = [] } = schema
  const stored = (bodyOf(response) ?? {}) as Json
  const differing = Object.entries(sent).flatMap(([name, value]) => {
    const shown = related.has(name) ? idsIn(stored[name]) : stored[name]
    if (properties[name]?.format === 'date-time') {
      return Date.parse(String(value)) === Date.parse(String(shown)) ? [] : [name]
    }
    // Such a field can be one that a record has only if it is true.
    if (value === false && shown === undefined && !required.includes(name)) return []
    const isMade = typeof shown === 'object' && shown !== null && !related.has(name)
    if (isMade || (value === null && shown !== undefined && name.endsWith('image'))) return []
    const isSame = JSON.stringify(shown) === JSON.stringify(value)
    return isSame || PLACEHOLDER.test(String(shown)) ? [] : [name]
  })
  const message = `It holds something else than was sent as ${differing.join(', ')}`
  const place = `${operation.place}/responses/${status}`
  trial.check(differing.length === 0, message, place, response)
}

function idsIn(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(idsIn)
  return (shown as { id?: unknown } | null)?.id
}
