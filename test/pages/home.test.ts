import { describe, expect, it } from 'vitest'
import { tagsOf } from './html.ts'
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
    const lists = paths.filter(({ template }) => /^\/[^/{]+\/$/.test(template))
    expect(lists.length).toBeGreaterThan(6)
    for (const { template } of lists) expect(hrefs).toContain(`/api/v1${template}`)
    const hero = tagsOf(answer.text).find(({ name }) => name === 'img')
    expect(await test.send({ url: hero?.attributes['src'] ?? '' })).toMatchObject({ status: 200 })
    expect(hrefs).toEqual(expect.arrayContaining(['/docs/guide', '/docs', '/openapi/v1.yaml']))
  })

  it.each(['*/*', 'application/json', ''])('is the index for programs: "%s"', async (accept) => {
    const headers = { accept }
    const answer = await sendUnjudged(test.app, { url, headers })
    const index = await test.send({ path: '/', headers })
    expect(answer).toMatchObject({ status: 200, text: index.text })
    expect(answer.headers).toMatchObject({
      allow: 'GET, HEAD, OPTIONS',
      'content-type': 'application/json',
      etag: index.headers['etag'],
    })
  })

  it('is not sent again to whoever has it, and HEAD tells of the same', async () => {
    const headers = { accept: 'text/html' }
    const { headers: first } = await sendUnjudged(test.app, { url, headers })
    const known = { ...headers, 'if-none-match': first['etag'] ?? '' }
    const again = await sendUnjudged(test.app, { url, headers: known })
    expect(again).toMatchObject({ status: 304, text: '' })
    const head = await sendUnjudged(test.app, { url, headers, method: 'HEAD' })
    // Node drops the body, which needs a connection.
    expect(head.status).toBe(200)
    expect(head.headers['content-length']).toBe(first['content-length'])
  })

  it.each(['GET', 'OPTIONS', 'POST', 'DELETE'])('answers %s as the index does', async (method) => {
    const [answer, index] = await Promise.all([
      sendUnjudged(test.app, { url: `${url}?format=json`, method }),
      test.send({ path: '/?format=json', method }),
    ])
    expect(answer.status).toBe(index.status)
    expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS')
    expect(answer.text.length).toBe(index.text.length)
  })

  it.each(['?limit=1', '?format=xml'])('has no other parameters: "%s"', async (query) => {
    expect((await sendUnjudged(test.app, { url: `${url}${query}` })).status).toBe(400)
  })
})
