import { type Json, jsonSchema } from '../collection.ts'
import type { Case, Chain, Trial } from '../run.ts'
import type { Survey } from '../survey.ts'
import { bodyOf, type Answer } from '../validate/answer.ts'
import type { Contract, Operation } from '../validate/contract.ts'
import { goodValues, writingOf, type Writing } from '../values.ts'
import { targetOf, authorized, write } from './author.ts'
import { bodyErrorCases } from './body-errors.ts'
import { relatedRecordCase, type RecordState, differingFields } from './creation.ts'

/** What can be done to a record that was made, to its end. */
export function lifeCycle(contract: Contract, survey: Survey, life: Life): Chain {
  const writings = life.operations.flatMap(
    (operation) => writingOf(contract, survey, operation, life.title) ?? [],
  )
  return [
    hiddenCase(life),
    ...writings.flatMap((writing) => changeCases(contract, writing, life)),
    ...stateCases(writings, life),
    ...deletionCases(life),
  ]
}

function hiddenCase({ operations, ...life }: Life): Case {
  const retrieve = operations.find(({ method }) => method === 'GET')
  return {
    group: retrieve?.id ?? '',
    name: 'hides from others what is not published',
    run: async (trial) => {
      const { url } = requireRecord(trial, { operations, ...life })
      if (retrieve !== undefined) await trial.expect(retrieve, { url }, 404)
    },
  }
}

function changeCases(contract: Contract, writing: Writing, life: Life): Case[] {
  const find = (trial: Trial) => {
    const { url } = requireRecord(trial, life)
    // `*` matches any version, so that the order of the cases does not matter here.
    return targetOf(writing, url, { 'if-match': '*' })
  }
  const isPatch = writing.operation.method === 'PATCH'
  return [
    ...preconditionCases(writing, life),
    ...bodyErrorCases(contract, writing, find),
    ...relatedRecordCase(isPatch ? { ...writing, body: life.writing.body } : writing, find),
    replacementCase(writing, life),
    ...(isPatch ? patchCases(contract, writing, life) : []),
  ]
}

/** The whole body of the first example, whether it replaces or changes. */
function replacementCase(writing: Writing, life: Life): Case {
  return {
    group: writing.operation.id,
    name: 'changes the record and its ETag',
    run: async (trial) => {
      await change(trial, writing, life, writing.body)
    },
  }
}

function patchCases(contract: Contract, writing: Writing, life: Life): Case[] {
  const group = writing.operation.id
  const { properties = {} } = writing.schema
  const rounds = roundsOf(contract, writing)
  return [
    {
      group,
      name: 'takes {} and makes a new version',
      run: async (trial) => {
        await change(trial, writing, life, {})
      },
    },
    {
      group,
      name: `stores values at the bounds of ${Object.keys(properties).length} fields`,
      run: async (trial) => {
        for (const round of rounds) await change(trial, writing, life, round)
      },
    },
  ]
}

/** Good values of all fields but those that rules tie to others. */
function roundsOf(contract: Contract, { schema, related }: Writing): Json[] {
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name, { format }]) => !related.has(name) && format !== 'date-time')
    .filter(([name]) => name !== 'publish_status' && name !== 'title')
    .map(([name, node]) => [name, goodValues(contract, node)] as const)
  const rounds = Math.max(0, ...fields.map(([, values]) => values.length))
  return Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(
      fields.flatMap(([name, values]) => (round in values ? [[name, values[round]]] : [])),
    ),
  )
}

export interface Life {
  /** The creation. */
  readonly writing: Writing
  readonly title: string
  /** Those on the single record. */
  readonly operations: readonly Operation[]
  readonly state: RecordState
}

/** Skips the case when there is no record to work on. */
export function requireRecord(trial: Trial, { state }: Life): RecordState {
  authorized(trial)
  return state.url === '' ? trial.skip('nothing could be made before') : state
}

/** A change that is accepted: it is there afterwards, under another tag. */
async function change(
  trial: Trial,
  writing: Writing,
  life: Life,
  body: Json,
): Promise<Answer | undefined> {
  const state = requireRecord(trial, life)
  const { operation, related } = writing
  const headers = { 'if-match': state.etag }
  const answer = await write(trial, targetOf(writing, state.url, headers), body, 200)
  if (answer.status !== 200) return undefined
  const etag = answer.headers['etag'] ?? ''
  const place = `${operation.place}/responses/200`
  trial.claim(etag !== state.etag, 'The ETag is the one from before', place, answer)
  Object.assign(state, { etag, oldEtag: state.etag })
  const made = trial.session.contract.resolve(jsonSchema(operation, 200) ?? {})
  const fields = differingFields(made, body, answer, related)
  const message = `It holds something else than was sent as ${fields.join(', ')}`
  trial.claim(fields.length === 0, message, place, answer)
  const again = await trial.ask({ url: state.url, headers: authorized(trial) })
  const isThere = JSON.stringify(bodyOf(again)) === JSON.stringify(bodyOf(answer))
  trial.claim(isThere, 'A GET afterwards answers something else', place, again)
  return answer
}

/** The table of the section "States" of the document. */
function stateCases(writings: readonly Writing[], life: Life): Case[] {
  return writings
    .filter(({ schema }) => 'publish_status' in (schema.properties ?? {}))
    .flatMap((writing) => [
      forbiddenCase(writing, life, 'draft', 'archived'),
      endBeforeStartCase(writing, life),
      // Once is enough: a published record never becomes a draft again.
      ...(writing.operation.method === 'PATCH' ? [publicationCase(writing, life)] : []),
    ])
}

function expectRejectedState(trial: Trial, writing: Writing, life: Life, publish_status: string) {
  const { url, etag } = requireRecord(trial, life)
  const target = targetOf(writing, url, { 'if-match': etag })
  return write(trial, target, { ...writing.body, publish_status }, 409)
}

function forbiddenCase(writing: Writing, life: Life, from: string, to: string): Case {
  return {
    group: writing.operation.id,
    name: `does not let ${from} become ${to}`,
    run: async (trial) => {
      await expectRejectedState(trial, writing, life, to)
    },
  }
}

/** A rule beyond the schema, of the section "Writing". */
function endBeforeStartCase(writing: Writing, life: Life): Case {
  return {
    group: writing.operation.id,
    name: 'refuses an end before the start',
    run: async (trial) => {
      const { url, etag } = requireRecord(trial, life)
      const target = targetOf(writing, url, { 'if-match': etag })
      const times = { start_time: '2031-03-14T10:00:00Z', end_time: '2031-03-14T09:59:59Z' }
      await write(trial, target, { ...writing.body, ...times }, 422)
    },
  }
}

function publicationCase(writing: Writing, life: Life): Case {
  const retrieve = life.operations.find(({ method }) => method === 'GET')
  return {
    group: writing.operation.id,
    name: 'publishes, archives, and never makes a draft again',
    run: async (trial) => {
      if (!trial.session.options.writePermanent) {
        trial.skip('it needs --write-permanent, as the public would see it')
      }
      const { url } = requireRecord(trial, life)
      const isSeen = async (status: number): Promise<void> => {
        if (retrieve !== undefined) await trial.expect(retrieve, { url }, status)
      }
      await change(trial, writing, life, { publish_status: 'published' })
      await isSeen(200)
      await expectRejectedState(trial, writing, life, 'draft')
      await change(trial, writing, life, { publish_status: 'archived' })
      await isSeen(404)
      await expectRejectedState(trial, writing, life, 'draft')
    },
  }
}

/** `If-Match`, as the section "Safe writes" of the document says. */
function preconditionCases(writing: Writing, life: Life): Case[] {
  const group = writing.operation.id
  return [
    {
      group,
      name: 'needs If-Match',
      run: async (trial) => {
        const { url } = requireRecord(trial, life)
        await write(trial, targetOf(writing, url), writing.body, 428)
      },
    },
    {
      group,
      name: 'refuses a stale If-Match',
      run: async (trial) => {
        const { url, etag, oldEtag } = requireRecord(trial, life)
        for (const stale of ['"contract-test"', `W/${etag}`, oldEtag || '"0.0"']) {
          const target = targetOf(writing, url, { 'if-match': stale })
          await write(trial, target, writing.body, 412)
        }
      },
    },
    {
      group,
      name: 'answers 404 to an id that is none',
      run: async (trial) => {
        const { url } = requireRecord(trial, life)
        for (const id of ['0', 'abc', '2147483647']) {
          const other = url.replace(/\d+\/$/, `${id}/`)
          await write(trial, targetOf(writing, other, { 'if-match': '*' }), writing.body, 404)
        }
      },
    },
  ]
}

/** The end of a record, for good. */
function deletionCases(life: Life): Case[] {
  const remove = life.operations.find(({ method }) => method === 'DELETE')
  const retrieve = life.operations.find(({ method }) => method === 'GET')
  if (remove === undefined || retrieve === undefined) return []
  const { id: group, method } = remove
  return [
    {
      group,
      name: 'needs an If-Match that is not stale',
      run: async (trial) => {
        const { url, oldEtag } = requireRecord(trial, life)
        await trial.expect(remove, { method, url, headers: authorized(trial) }, 428)
        const headers = authorized(trial, { 'if-match': oldEtag || '"0.0"' })
        await trial.expect(remove, { method, url, headers }, 412)
      },
    },
    {
      group,
      name: 'refuses a parameter that it has not',
      run: async (trial) => {
        const { url, etag } = requireRecord(trial, life)
        const headers = authorized(trial, { 'if-match': etag })
        await trial.expect(remove, { method, url: `${url}?contract_test=1`, headers }, 400)
      },
    },
    {
      group,
      name: 'deletes the record, and 404 follows',
      run: async (trial) => {
        const { url, etag } = requireRecord(trial, life)
        const headers = authorized(trial, { 'if-match': etag })
        await trial.expect(remove, { method, url, headers }, 204)
        await trial.expect(retrieve, { url, headers: authorized(trial) }, 404)
        await trial.expect(remove, { method, url, headers }, 404)
      },
    },
  ]
}
