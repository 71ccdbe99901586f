import { describe, expect, it } from 'vitest'
import { makeFullVenue } from '../contract/full-records.ts'
import { useService } from '../support/app.ts'

const test = useService()

describe('a retrieved venue', () => {
  it('is the record of the list', async () => {
    const id = await makeFullVenue(test.db)
    const { results } = await test.get('/venues/')
    expect(results).toMatchObject([{ id }])
    expect(await test.get(`/venues/${id}/`)).toEqual((results as unknown[])[0])
  })

  it('is not there for an id that no venue has', async () => {
    const answer = await test.send({ path: '/venues/2147483647/' })
    expect(answer.status).toBe(404)
    expect(answer.json()).toMatchObject({
      code: 'not_found',
      detail: 'No venue has the id 2147483647.',
    })
  })
})
