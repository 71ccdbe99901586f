import { beforeAll } from 'vitest'
import type { ReadId } from '../../src/pages/components/view.ts'
import { operations } from '../contract/document.ts'
import { makeFullArtwork, makeFullEvent, makeFullVenue } from '../contract/full-records.ts'
import { useService } from '../support/app.ts'

/** An operation that reads, the path to ask and what it answers. */
export interface FullAnswer {
  readonly id: ReadId
  readonly path: string
  body: Record<string, unknown>
}

/** By operationId. */
const PATHS = Object.fromEntries(
  operations
    .filter(({ method }) => method === 'GET')
    .map(({ id, template }) => [id, template.replace('{id}', '1')]),
)

/** The answer of every operation that reads, of records in which every field has a value. */
export function useFullAnswers(): readonly FullAnswer[] {
  const test = useService()
  const answers = Object.entries(PATHS).map(([id, path]): FullAnswer => ({
    id: id as ReadId,
    path,
    body: {},
  }))
  beforeAll(async () => {
    await makeFullArtwork(test.db)
    await makeFullEvent(test.db)
    await makeFullVenue(test.db)
    for (const answer of answers) answer.body = await test.get(answer.path)
  })
  return answers
}
