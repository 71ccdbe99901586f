import type { Json } from '../collection.ts'
import { casesOf, type Case, type Chain, type Trial } from '../run.ts'
import type { Survey } from '../survey.ts'
import { bodyOf } from '../validate/received-response.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import { batchesOf, fieldsOf, goodValues, isDraft, writingOf, type Writing } from '../values.ts'
import { authorized, write } from './author.ts'
import { bodyErrorCases } from './body-errors.ts'
import { relatedRecordCase, type RecordState, checkStored } from './creation.ts'

/** A record that a chain creates, changes and deletes. */
interface Life {
  readonly writing: Writing
  readonly title: string
  /** Those on the single record. */
  readonly retrieve: Operation
  readonly remove: Operation
  readonly changes: readonly Operation[]
  readonly state: RecordState
}

/** Every operation on a created record, up to its deletion. */
export function lifeCycle(contract: Contract, survey: Survey, life: Life): Chain {
  const writings = life.changes.flatMap(
    (operation) => writingOf(contract, survey, operation, life.title) ?? [],
  )
  return [
    ...visibilityCases(life),
    ...permissionCases(life),
    ...writings.flatMap((writing) => changeCases(contract, writing, life)),
    ...writings.flatMap((writing) => stateCases(writing, life)),
    ...deletionCases(life),
  ]
}

function visibilityCases({ writing, retrieve, state }: Life): Case[] {
  const expectPublicly = (status: number) => (trial: Trial) =>
    trial.expect(retrieve, { url: requireRecord(trial, { state }).url }, status)
  return isDraft(writing)
    ? casesOf(retrieve.id, { 'hides unpublished records from others': expectPublicly(404) })
    : casesOf(retrieve.id, { 'shows the record to everybody': expectPublicly(200) })
}

/** Whether the key may change what it created, which can need another scope; later cases are skipped if not. */
function permissionCases({ remove, state }: Life): Case[] {
  const { id: group, method } = remove
  return casesOf(group, {
    'checks the scope of the key before If-Match': async (trial) => {
      const { url } = requireRecord(trial, { state })
      const sent = { method, url, headers: authorized(trial) }
      state.isDenied = (await trial.expect(remove, sent, 428, 403)).status === 403
    },
  })
}

function changeCases(contract: Contract, writing: Writing, life: Life): Case[] {
  // `*` matches any version, so that the order of the cases does not matter here.
  const find = (trial: Trial) => changeTarget(trial, writing, life, '*')
  const { operation, schema, body } = writing
  const isPatch = operation.method === 'PATCH'
  const fields = Object.keys(schema.properties ?? {}).length
  return [
    ...preconditionCases(writing, life),
    ...bodyErrorCases(contract, writing, find),
    ...relatedRecordCase(isPatch ? { ...writing, body: life.writing.body } : writing, find),
    ...casesOf(operation.id, {
      // The whole body of the first example, whether it replaces or changes.
      'changes the record and its ETag': (trial) => change(trial, writing, life, body),
      ...(isPatch && {
        'accepts {} and creates a new version': (trial: Trial) => change(trial, writing, life, {}),
        [`stores values at the bounds of ${fields} fields`]: async (trial: Trial) => {
          for (const batch of goodBodies(contract, writing)) {
            await change(trial, writing, life, batch)
          }
        },
      }),
    }),
  ]
}

/** Fields with a rule on other fields or records, and `is_active`, which hides a record. */
const TIED = /^(title|name|owner|publish_status|is_active|(min_|max_)?price(_.*)?|automated_.*)$/

/** Good values of all fields but those that rules tie to others. */
function goodBodies(contract: Contract, { schema, related }: Writing): Json[] {
  const attempts = Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    related.has(name) || node.format === 'date-time' || TIED.test(name)
      ? []
      : goodValues(contract, node).map((value) => ({ name, value })),
  )
  return batchesOf(attempts).map(fieldsOf)
}

/** Skips the case when there is no record to work on. */
export function requireRecord(trial: Trial, { state }: Pick<Life, 'state'>): RecordState {
  authorized(trial)
  if (state.isDenied) trial.skip('the key may create the record, but not change it')
  return state.url === '' ? trial.skip('nothing could be made before') : state
}

/** @param tag the entity tag of `If-Match`, if it is not the current one. */
function changeTarget(trial: Trial, writing: Writing, life: Life, tag?: string) {
  const { url, etag } = requireRecord(trial, life)
  return { ...writing, url, headers: { 'if-match': tag ?? etag } }
}

/** Makes a change that the service accepts: a GET shows it, under another tag. */
async function change(trial: Trial, writing: Writing, life: Life, body: Json): Promise<void> {
  const { state } = life
  const response = await write(trial, changeTarget(trial, writing, life), body, 200)
  if (response.status !== 200) return
  const etag = response.headers['etag'] ?? ''
  const place = `${writing.operation.place}/responses/200`
  trial.check(etag !== state.etag, 'The ETag is the one from before', place, response)
  Object.assign(state, { etag, oldEtag: state.etag })
  checkStored(trial, writing, body, response)
  const again = await trial.send({ url: state.url, headers: authorized(trial) })
  const isThere = JSON.stringify(bodyOf(again)) === JSON.stringify(bodyOf(response))
  trial.check(isThere, 'A GET afterwards gets another response', place, again)
}

/** The transitions of the schema `PublishStatus`, and the state of a new record by the response `UnprocessableContent`. */
function stateCases(writing: Writing, life: Life): Case[] {
  const { operation, schema } = writing
  if (!('publish_status' in (schema.properties ?? {}))) return []
  const expectRejection = (trial: Trial, fields: Json, status: number) =>
    write(trial, changeTarget(trial, writing, life), { ...writing.body, ...fields }, status)
  return casesOf(operation.id, {
    'rejects the transition from draft to archived': (trial) =>
      expectRejection(trial, { publish_status: 'archived' }, 409),
    ...('end_time' in (schema.properties ?? {}) && {
      'rejects an end before the start': (trial: Trial) => {
        const times = { start_time: '2031-03-14T10:00:00Z', end_time: '2031-03-14T09:59:59Z' }
        return expectRejection(trial, times, 422)
      },
    }),
    // Once is enough: a published record never becomes a draft again.
    ...(operation.method === 'PATCH' && {
      'publishes and archives, and rejects the return to draft': async (trial: Trial) => {
        if (!trial.session.options.writePermanent) {
          trial.skip('it needs --write-permanent, as the public would see it')
        }
        const { url } = requireRecord(trial, life)
        for (const [publish_status, status] of Object.entries({ published: 200, archived: 404 })) {
          await change(trial, writing, life, { publish_status })
          await trial.expect(life.retrieve, { url }, status)
          await expectRejection(trial, { publish_status: 'draft' }, 409)
        }
      },
    }),
  })
}

/** `If-Match`, as the parameter of this name describes it. */
function preconditionCases(writing: Writing, life: Life): Case[] {
  const { operation, body } = writing
  return casesOf(operation.id, {
    'needs If-Match': (trial) => {
      const { url } = requireRecord(trial, life)
      return write(trial, { ...writing, url }, body, 428)
    },
    'rejects a stale If-Match': async (trial) => {
      const { etag, oldEtag } = requireRecord(trial, life)
      for (const stale of ['"contract-test"', `W/${etag}`, oldEtag || '"0.0"']) {
        await write(trial, changeTarget(trial, writing, life, stale), body, 412)
      }
    },
    'returns 404 for an invalid id': async (trial) => {
      const target = changeTarget(trial, writing, life, '*')
      for (const id of ['0', 'abc', '2147483647']) {
        const url = target.url.replace(/\d+\/$/, `${id}/`)
        await write(trial, { ...target, url }, body, 404)
      }
    },
  })
}

/** The end of a record. */
function deletionCases(life: Life): Case[] {
  const { remove, retrieve } = life
  const { id: group, method } = remove
  return casesOf(group, {
    'rejects a missing or stale If-Match': async (trial) => {
      const { url, oldEtag } = requireRecord(trial, life)
      await trial.expect(remove, { method, url, headers: authorized(trial) }, 428)
      const headers = authorized(trial, { 'if-match': oldEtag || '"0.0"' })
      await trial.expect(remove, { method, url, headers }, 412)
    },
    'rejects an unknown parameter': (trial) => {
      const { url, etag } = requireRecord(trial, life)
      const headers = authorized(trial, { 'if-match': etag })
      return trial.expect(remove, { method, url: `${url}?contract_test=1`, headers }, 400)
    },
    'deletes the record, which is 404 afterwards': async (trial) => {
      const { url, etag } = requireRecord(trial, life)
      const headers = authorized(trial, { 'if-match': etag })
      await trial.expect(remove, { method, url, headers }, 204)
      await trial.expect(retrieve, { url, headers: authorized(trial) }, 404)
      await trial.expect(remove, { method, url, headers }, 404)
    },
  })
}
