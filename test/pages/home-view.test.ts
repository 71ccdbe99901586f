import { beforeAll, describe, expect, it } from 'vitest'
import { tagsOf } from './html.ts'
import { needsKey, operations } from '../contract/document.ts'
import { openFirstPage, useService } from '../support/app.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeArtworkCategory } from '../support/make-categories.ts'
import { makeArtworkImage } from '../support/make-images.ts'
import { makeTag } from '../support/make-tag.ts'
import { sendUnvalidated } from '../support/send.ts'

const test = useService()
const url = '/'

beforeAll(() => openFirstPage(test))

const PICTURE = { full_size: 'https://pictures.example/a.jpg' }

describe('/', () => {
  it('is HTML for browsers, with links to each public GET operation and document', async () => {
    const response = await sendUnvalidated(test.app, {
      url,
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect(response).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', vary: 'Accept, Accept-Encoding' },
    })
    const hrefs = tagsOf(response.text).map(({ attributes }) => attributes['href'])
    const lists = operations.filter(
      (each) =>
        each.method === 'GET' &&
        !/\{id\}|^\/$|\/(changes|digest|facets|rpde|snapshot|sparse)\/$/.test(each.template) &&
        !needsKey(each),
    )
    expect(lists.length).toBeGreaterThan(6)
    for (const { template } of lists) {
      expect(hrefs, 'Add it to src/pages/views/home-view.tsx').toContain(`/api/v1${template}`)
    }
    const hero = tagsOf(response.text).find(({ name }) => name === 'img')
    expect(await test.send({ url: hero?.attributes['src'] ?? '' })).toMatchObject({ status: 200 })
    expect(hrefs).toEqual(expect.arrayContaining(['/docs/guide', '/docs', '/openapi/v1.yaml']))
  })

  it('leads to all categories where it does not name each', async () => {
    const hrefs = async () => {
      const { text } = await sendUnvalidated(test.app, { url, headers: { accept: 'text/html' } })
      const [, kinds = ''] = /<dl class="kinds">(.*?)<\/dl>/su.exec(text) ?? []
      return tagsOf(kinds).flatMap(({ attributes }) => attributes['href'] ?? [])
    }
    expect(await hrefs()).not.toContain('/api/v1/artwork-categories/')
    for (let made = 0; made < 25; made += 1) await makeArtworkCategory(test.db)
    const links = await hrefs()
    expect(links).toContain('/api/v1/artwork-categories/')
    expect(links).not.toContain('/api/v1/event-categories/')
  })

  it.each(['/', '/api/v1/tags/{id}/'])('%s suggests the names on its cards', async (page) => {
    const { id: artist, name } = await makeArtist(test.db)
    const { id: tag } = await makeTag(test.db)
    const { id: featured_image_id } = await makeArtworkImage(test.db, PICTURE)
    await makeArtwork(test.db, { artists: [artist], tags: [tag], featured_image_id })
    const { text } = await sendUnvalidated(test.app, {
      url: page.replace('{id}', String(tag)),
      headers: { accept: 'text/html' },
    })
    const [, list = ''] = /<datalist id="names">(.*?)<\/datalist>/su.exec(text) ?? []
    expect(tagsOf(list).map(({ attributes }) => attributes['value'])).toContain(name)
  })

  it.each(['*/*', 'application/json', ''])(
    'is the JSON index for programs: "%s"',
    async (accept) => {
      const headers = { accept }
      const response = await sendUnvalidated(test.app, { url, headers })
      const index = await test.send({ path: '/', headers })
      expect(response).toMatchObject({ status: 200, text: index.text })
      expect(response.headers).toMatchObject({
        allow: 'GET, HEAD, OPTIONS',
        'content-type': 'application/json',
        etag: index.headers['etag'],
      })
    },
  )

  it('gives 304 for its entity tag, and the same length for HEAD', async () => {
    const headers = { accept: 'text/html' }
    const { headers: first } = await sendUnvalidated(test.app, { url, headers })
    const known = { ...headers, 'if-none-match': first['etag'] ?? '' }
    const again = await sendUnvalidated(test.app, { url, headers: known })
    expect(again).toMatchObject({ status: 304, text: '' })
    const head = await sendUnvalidated(test.app, { url, headers, method: 'HEAD' })
    // Node's HTTP server removes the body.
    expect(head.status).toBe(200)
    expect(head.headers['content-length']).toBe(first['content-length'])
  })

  it.each(['GET', 'OPTIONS', 'POST', 'DELETE'])('handles %s like the index', async (method) => {
    const [response, index] = await Promise.all([
      sendUnvalidated(test.app, { url: `${url}?format=json`, method }),
      test.send({ path: '/?format=json', method }),
    ])
    expect(response.status).toBe(index.status)
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS')
    expect(response.text.length).toBe(index.text.length)
  })

  it.each(['?limit=1', '?format=xml'])('rejects other parameters: "%s"', async (query) => {
    expect((await sendUnvalidated(test.app, { url: `${url}${query}` })).status).toBe(400)
  })
})
