import { beforeAll } from 'vitest'
import type { ReadId } from '../../src/pages/components/view.ts'
import { isJsonRead, operations } from '../contract/document.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { makeFullRecords } from '../contract/full-records.ts'
import { useService } from '../support/app.ts'
import { makeApiKey } from '../support/make-api-key.ts'

/** A GET operation, its path and its response. */
export interface FullResponse {
  readonly id: ReadId
  readonly path: string
  body: Record<string, unknown>
}

/** By operationId. */
const PATHS = Object.fromEntries(
  operations.filter(isJsonRead).map(({ id, template }) => [id, template.replace('{id}', '1')]),
)

/** The response of each GET operation, with records in which every field has a value. */
export function useFullResponses(): readonly FullResponse[] {
  const test = useService()
  const responses = Object.entries(PATHS).map(([id, path]): FullResponse => ({
    id: id as ReadId,
    path,
    body: {},
  }))
  beforeAll(async () => {
    await makeFullRecords(test.db)
    await settleFeeds(test.db)
    const { key } = await makeApiKey(test.db, { scopes: ['admin'] })
    for (const response of responses) {
      const { path } = response
      const { status, json } = await test.send({
        path,
        headers: { authorization: `Bearer ${key}` },
      })
      if (status !== 200) throw new Error(`${path} gets ${status}`)
      response.body = json()
    }
  })
  return responses
}
