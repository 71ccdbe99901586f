import type { Operations, Seen, Tagged } from './operations.ts'
import type { CallOptions } from './options.ts'
import { ProblemError } from './response.ts'
import type { Event, EventPatch } from './schemas.ts'

/** Each conflict means that another client made progress, so this many in a row are not expected. */
const ATTEMPTS = 5

/** One function for each record that a patch changes: `changeEvent` for `partialUpdateEvent`. */
export type Changes = {
  readonly [Id in keyof Operations as ChangeName<Id>]: ChangeCall<Operations[Id]>
}

type ChangeName<Id> = Id extends `partialUpdate${infer Noun}` ? `change${Noun}` : never

type ChangeCall<Call> = Call extends (
  seen: Seen,
  patch: infer Patch,
  options?: CallOptions,
) => Promise<Tagged<infer Item>>
  ? (id: number, change: (record: Item) => Patch, options?: CallOptions) => Promise<Tagged<Item>>
  : never

/** Computes the change from the current event; may be called again. */
export type Change = (event: Event) => EventPatch

export type ChangeEvent = Changes['changeEvent']

type Retrieve = (id: number, options?: CallOptions) => Promise<Seen>

type Update = (seen: Seen, patch: unknown, options?: CallOptions) => Promise<Seen>

/**
 * Each reads the record and sends the patch that `change` computes. After a 412 it reads the record again and repeats
 * the change. The client never retries a PATCH that may have been done (retry.ts), so a 412 means that this
 * change was not written.
 */
export function createChanges(operations: Operations): Changes {
  const calls = operations as unknown as Readonly<Record<string, unknown>>
  const nouns = Object.keys(calls).flatMap((id) => /^partialUpdate(.+)/.exec(id)?.[1] ?? [])
  const changes = nouns.map((noun) => {
    const retrieve = calls[`retrieve${noun}`] as Retrieve
    const update = calls[`partialUpdate${noun}`] as Update
    return [`change${noun}`, changeOf(retrieve, update)]
  })
  return Object.fromEntries(changes) as Changes
}

function changeOf(retrieve: Retrieve, update: Update) {
  return async (id: number, change: (record: unknown) => unknown, options?: CallOptions) => {
    for (let attempt = 1; ; attempt += 1) {
      const seen = await retrieve(id, options)
      try {
        return await update(seen, change(seen.record), options)
      } catch (error) {
        if (!isStale(error) || attempt === ATTEMPTS) throw error
      }
    }
  }
}

function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'precondition_failed'
}
