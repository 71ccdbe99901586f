import { describe, expect, it } from 'vitest'
import { tagsOf } from '../browse/html.ts'
import { paths } from '../contract/document.ts'
import { useService } from '../support/app.ts'
import { sendUnjudged } from '../support/send.ts'

const test = useService()
const url = '/'

describe('/', () => {
  it('is a page for people that names every collection and every document', async () => {
    const answer = await sendUnjudged(test.app, { url, headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Accept, Accept-Encoding' },
    })
    const hrefs = tagsOf(answer.text).map(({ attributes }) => attributes['href'])
    const lists = paths.filter(({ template }) => !template.includes('{'))
    expect(lists.length).toBeGreaterThan(6)
    for (const { template } of lists) expect(hrefs).toContain(`/api/v1${template}`)
    const [hero] = tagsOf(answer.text).filter(({ name }) => name === 'img')
    expect(await test.send({ url: hero?.attributes['src'] ?? '' })).toMatchObject({ status: 200 })
    expect(hrefs).toEqual(expect.arrayContaining(['/docs/guide', '/docs', '/openapi/v1.yaml']))
  })

  it.each(['*/*', 'application/json', ''])('is nothing for programs: "%s"', async (accept) => {
    const answer = await test.send({ url, headers: { accept } })
    expect(answer).toMatchObject({ status: 404 })
    expect(answer.json()).toMatchObject({ code: 'not_found', detail: expect.any(String) })
  })

  it('is not sent again to whoever has it, and HEAD sends none', async () => {
    const headers = { accept: 'text/html' }
    const { headers: first } = await sendUnjudged(test.app, { url, headers })
    const known = { ...headers, 'if-none-match': first['etag'] ?? '' }
    const again = await sendUnjudged(test.app, { url, headers: known })
    expect(again).toMatchObject({ status: 304, text: '' })
    const head = await sendUnjudged(test.app, { url, headers, method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe(first['content-length'])
  })

  it('takes no other method', async () => {
    const answer = await test.send({ url, method: 'POST' })
    expect(answer.status).toBe(404)
  })
})
