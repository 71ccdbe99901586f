import { bodyOf, type Answer } from '../judge/answer.ts'
import type { Operation } from '../judge/contract.ts'
import { jsonSchema, type Json } from '../collection.ts'
import type { Trial } from '../run/trial.ts'
import type { Writing } from '../values/valid-body.ts'
import { authorized, targetOf, write } from './author.ts'
import type { RecordState } from './creation.ts'
import { differingFields } from './stored-fields.ts'

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
export async function change(
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
