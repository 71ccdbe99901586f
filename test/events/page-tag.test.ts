import { expect, it } from 'vitest'
import { useService } from '../support/app.ts'
import { sendUnjudged } from '../support/send.ts'
import { makeAuthor } from './author.ts'

const test = useService()

it('is not changed by the tag of its page, which names no version', async () => {
  const author = await makeAuthor(test)
  const { record } = await author.create({ publish_status: 'published' })
  const page = await sendUnjudged(test.app, {
    path: `/events/${record.id}/`,
    headers: { accept: 'text/html' },
  })
  expect(page.headers['content-type']).toContain('text/html')
  const etag = page.headers['etag'] ?? ''
  expect(etag).not.toBe('')
  expect(await author.patch({ id: record.id, etag }, { title: 'Other' })).toMatchObject({
    status: 412,
  })
})
