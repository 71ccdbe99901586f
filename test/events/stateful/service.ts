import { expect } from 'vitest'
import type { TestService } from '../../support/app.ts'
import type { Answer, Sent } from '../../support/send.ts'
import { currentTag, type Caller, type EventRecord, type ModelEvent } from './model.ts'
import type { World } from './world.ts'

/** The service that the commands are sent to. */
export interface Service {
  readonly world: World
  /** Sends a request with the caller's key and holds the answer against the contract. */
  send(caller: Caller, sent: Sent): Promise<Answer>
}

/** What can be no key, and one that could be but is nobody's. */
const STRANGE_KEY = `amk_${'x'.repeat(42)}A`

export function serviceFor(test: TestService, world: World): Service {
  const tags = new Map<string, string>()
  const keys = {
    ...Object.fromEntries(Object.entries(world.writers).map(([name, { key }]) => [name, key])),
    stranger: STRANGE_KEY,
  } as Partial<Record<Caller, string>>
  return {
    world,
    send: async (caller, sent) => {
      const key = keys[caller]
      const authorization = key !== undefined && { authorization: `Bearer ${key}` }
      const answer = await test.send({ ...sent, headers: { ...sent.headers, ...authorization } })
      expectOneTag(tags, answer)
      return answer
    },
  }
}

/** Representations have the same ETag exactly when they are the same. */
function expectOneTag(known: Map<string, string>, { text, headers }: Answer): void {
  const tag = headers['etag']
  if (tag === undefined || text === '') return
  expect(known.get(tag) ?? text).toBe(text)
  expect(known.get(text) ?? tag).toBe(tag)
  known.set(tag, text).set(text, tag)
}

/** Its author is shown the event as the model has it. */
export async function expectStored(service: Service, event: ModelEvent): Promise<void> {
  const { author, record } = event
  const answer = await service.send(author, { path: `/events/${record.id}/` })
  expect([answer.status, answer.json()]).toEqual([200, record])
  expect(answer.headers['etag']).toBe(currentTag(event))
}

/** As records show the caller. */
export function writerOf({ writers }: World, caller: Caller): EventRecord['author'] {
  const writer = (writers as Partial<Record<Caller, World['writers']['first']>>)[caller]
  if (writer === undefined) throw new Error(`${caller} writes nothing`)
  return writer.user
}

/** Those that have a value. */
export function headersOf(values: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Record<string, string>
}
