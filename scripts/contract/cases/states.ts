import type { Case } from '../run/case.ts'
import type { Trial } from '../run/trial.ts'
import type { Writing } from '../values/valid-body.ts'
import { targetOf, write } from './author.ts'
import { change, requireRecord, type Life } from './life.ts'

/** The table of the section "States" of the document. */
export function stateCases(writings: readonly Writing[], life: Life): Case[] {
  return writings
    .filter(({ schema }) => 'publish_status' in (schema.properties ?? {}))
    .flatMap((writing) => [
      forbiddenCase(writing, life, 'draft', 'archived'),
      endBeforeStartCase(writing, life),
      // Once is enough: a published record never becomes a draft again.
      ...(writing.operation.method === 'PATCH' ? [publicationCase(writing, life)] : []),
    ])
}

function refuseState(trial: Trial, writing: Writing, life: Life, publish_status: string) {
  const { url, etag } = requireRecord(trial, life)
  const target = targetOf(writing, url, { 'if-match': etag })
  return write(trial, target, { ...writing.body, publish_status }, 409)
}

function forbiddenCase(writing: Writing, life: Life, from: string, to: string): Case {
  return {
    group: writing.operation.id,
    name: `does not let ${from} become ${to}`,
    run: async (trial) => {
      await refuseState(trial, writing, life, to)
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
      await refuseState(trial, writing, life, 'draft')
      await change(trial, writing, life, { publish_status: 'archived' })
      await isSeen(404)
      await refuseState(trial, writing, life, 'draft')
    },
  }
}
