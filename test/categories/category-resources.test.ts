import { expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeArtworkCategory } from '../support/make-categories.ts'
import { makeUser } from '../support/make-user.ts'

const test = useService()

it('the migrations create the categories that clients know by their ids', async () => {
  const namesOf = async (path: string) => {
    const { results } = await test.get(`${path}?ordering=id`)
    return (results as { id: number; name: string }[]).map(({ id, name }) => `${id} ${name}`)
  }
  expect(await namesOf('/artwork-categories/')).toEqual([
    '1 Prints',
    '2 Paintings',
    '3 Works On Paper',
    '4 Photography',
    '5 Sculptures And Ceramics',
  ])
  expect(await namesOf('/event-categories/')).toEqual(['1 Gallery Shows'])
})

it('the category of an artwork lists its own collectors by id', async () => {
  const users = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
  const ids = users.map((user) => user.id)
  const other = await makeArtworkCategory(test.db, { collectors: ids.slice(0, 1) })
  const category = await makeArtworkCategory(test.db, { collectors: ids.toReversed() })
  const collectorsOf = async ({ id }: { id: number }) =>
    (await test.get(`/artwork-categories/${id}/`))['collectors']
  expect(await collectorsOf(category)).toEqual(ids.toSorted())
  expect(await collectorsOf(other)).toEqual(ids.slice(0, 1))
})
