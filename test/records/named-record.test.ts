import { beforeAll, describe, expect, it } from 'vitest'
import { makeFullRecords } from '../contract/full-records.ts'
import { needsKey, operations } from '../contract/document.ts'
import { useService } from '../support/app.ts'

const test = useService()
let ids: Readonly<Record<string, number>>

beforeAll(async () => {
  ids = await makeFullRecords(test.db)
})

/** `event category` for `retrieveEventCategory`. */
const nounOf = (id: string) =>
  id
    .slice('retrieve'.length)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()

const records = operations
  .filter(({ id, template }) => id.startsWith('retrieve') && template.endsWith('/{id}/'))
  .filter((operation) => !needsKey(operation))
  .filter(({ id }) => !['retrieveMarketplaceArtwork', 'retrieveEvent'].includes(id))
  .map(({ id, template }) => ({ noun: nounOf(id), list: template.replace('{id}/', '') }))

describe.each(records)('a retrieved $noun', ({ noun, list }) => {
  it('equals the record of the list', async () => {
    const id = ids[`${list}{id}/`]
    const { results } = await test.get(`${list}?ordering=-id&limit=100`)
    const listed = (results as { id: number }[]).find((record) => record.id === id)
    expect(listed).toBeDefined()
    expect(await test.get(`${list}${id}/`)).toEqual(listed)
  })

  it('is 404 for a missing id', async () => {
    const response = await test.send({ path: `${list}2147483647/` })
    expect(response.status).toBe(404)
    expect(response.json()).toMatchObject({
      code: 'not_found',
      detail: `No ${noun} has the id 2147483647.`,
    })
  })
})
