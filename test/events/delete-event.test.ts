import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeEventImage } from '../support/make-images.ts'
import { expectProblem, makeAuthor, shown, type Author } from './author.ts'

const test = useService()
let author: Author
let other: Author
let admin: Author

beforeAll(async () => {
  author = await makeAuthor(test)
  other = await makeAuthor(test)
  admin = await makeAuthor(test, 'admin')
})

async function hasPicture(id: number): Promise<boolean> {
  const row = test.db.selectFrom('event_images').select('id').where('id', '=', id)
  return (await row.executeTakeFirst()) !== undefined
}

describe('a deleted event', () => {
  it('D10 does not exist for any client', async () => {
    const event = await author.create({ publish_status: 'published' })
    const { count } = await test.get('/events/')
    const response = await author.remove(event)
    expect([response.status, response.text]).toEqual([204, ''])
    expect(await test.get('/events/')).toMatchObject({ count: Number(count) - 1 })
    for (const reader of [author, other, admin]) {
      expectProblem(await reader.read(event.id), 'not_found')
    }
    expectProblem(await author.remove(event), 'not_found')
  })

  it('frees its slug, and not its id', async () => {
    const event = await author.create({ title: 'Once', publish_status: 'published' })
    await author.remove(event)
    const next = await author.create({ title: 'Once', publish_status: 'published' })
    expect(next.record.slug).toBe('once')
    expect(next.id).toBeGreaterThan(event.id)
  })

  it('is deleted with its picture', async () => {
    const event = await author.create({ featured_image: { full_size: 'https://a.example/1.jpg' } })
    const { id } = event.record.featured_image
    expect(await hasPicture(id)).toBe(true)
    await author.remove(event)
    expect(await hasPicture(id)).toBe(false)
  })

  it('leaves the placeholder, and a picture that another event shows', async () => {
    const { id: featured_image_id } = await makeEventImage(test.db)
    const values = { author_id: author.userId, featured_image_id }
    const [one, two] = [await makeEvent(test.db, values), await makeEvent(test.db, values)]
    await author.remove(shown(await author.read(one.id)))
    expect((await author.read(two.id)).status).toBe(200)
    await author.remove(await author.create())
    expect(await hasPicture(1)).toBe(true)
  })

  it('can be an imported event', async () => {
    const { id } = await makeEvent(test.db, { author_id: author.userId })
    const values = { source: 'test', external_id: '1', event_id: id, fingerprint: 'none' }
    await test.db.insertInto('event_sources').values(values).execute()
    expect((await author.remove(shown(await author.read(id)))).status).toBe(204)
  })
})

describe('a deletion', () => {
  it('with a stale ETag deletes nothing', async () => {
    const event = await author.create()
    const changed = await author.patch(event, { title: 'Changed' })
    expectProblem(await author.remove(event), 'precondition_failed')
    expect((await author.read(event.id)).text).toBe(changed.text)
  })

  it('D2 is for the author and admin; for others a draft does not exist', async () => {
    const published = await author.create({ publish_status: 'published' })
    const draft = await author.create()
    expectProblem(await other.remove(published), 'forbidden')
    expectProblem(await other.remove(draft), 'not_found')
    expect((await admin.remove(draft)).status).toBe(204)
  })
})
