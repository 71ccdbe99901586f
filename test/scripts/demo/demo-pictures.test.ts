import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDemoCatalogue } from '../../../scripts/demo/load-demo-catalogue.ts'
import { painting, serveDemoPictures } from '../../../scripts/demo/serve-demo-pictures.ts'
import { tagsOf } from '../../pages/html.ts'
import { MEDIA_URL, testApp } from '../../support/app.ts'
import { useDatabase } from '../../support/database.ts'
import { sendUnvalidated } from '../../support/send.ts'

const test = useDatabase()
let app: FastifyInstance

beforeAll(async () => {
  await loadDemoCatalogue(test.url, { artworks: 40, events: 20 })
  app = await testApp(test)
  await app.register(serveDemoPictures)
})

afterAll(() => app.close())

/** Every address of the media host in the lists, by its path there. */
async function picturePaths(): Promise<Set<string>> {
  const addresses: string[] = []
  // One after another: a busy machine may answer one of many at once with 503.
  for (const list of ['marketplace-artworks', 'events', 'venues', 'artists', 'galleries']) {
    const { status, text } = await sendUnvalidated(app, { path: `/${list}/?limit=100` })
    expect([list, status]).toEqual([list, 200])
    addresses.push(...(text.match(/"https:\/\/media[^"]+"/g) ?? []))
  }
  return new Set(addresses.map((address) => address.slice(MEDIA_URL.length + 1, -1)))
}

describe('the pictures of the demo catalogue', () => {
  it('are all served, with the type of their names', async () => {
    const paths = await picturePaths()
    expect(paths.size).toBeGreaterThan(200)
    for (const path of paths) {
      const { status, headers } = await sendUnvalidated(app, { url: `/media${path}` })
      expect([path, status]).toEqual([path, 200])
      expect(headers['content-type']).toBe('image/svg+xml')
      expect(path).toMatch(/\.svg$/)
    }
  })

  it('execute nothing, and may be cached', async () => {
    const { headers } = await sendUnvalidated(app, { url: '/media/artworks/1/full_size.svg' })
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    })
  })

  it.each([
    '/media/artworks/0/thumbnail.svg',
    '/media/artworks/01/thumbnail.svg',
    '/media/artworks/2147483648/thumbnail.svg',
    '/media/artworks/x/thumbnail.svg',
    '/media/artworks/1/thumbnail.jpg',
    '/media/sculptures/1/thumbnail.svg',
    '/media/constructor/1.svg',
  ])('are not served at %s', async (url) => {
    const response = await sendUnvalidated(app, { url })
    expect(response).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    })
  })

  it('leave the placeholder picture where it is', async () => {
    const { status, text } = await sendUnvalidated(app, { url: '/media/placeholder.svg' })
    expect([status, text.includes('No picture yet')]).toEqual([200, true])
  })
})

describe.each(['artworks', 'events', 'venues', 'galleries', 'artists'] as const)(
  'paintings of %s',
  (kind) => {
    const paintings = Array.from({ length: 60 }, (_, n) => painting(kind, n))

    it('are always the same, and all different', () => {
      expect(Array.from({ length: 60 }, (_, n) => painting(kind, n))).toEqual(paintings)
      expect(new Set(paintings).size).toBe(paintings.length)
    })

    it('are whole drawings of numbers and colours', () => {
      for (const svg of paintings) {
        expect(svg).not.toMatch(/NaN|undefined|Infinity/)
        const open = svg.match(/<(svg|g)[ >]/g)?.length
        expect(svg.match(/<\/(svg|g)>/g)?.length).toBe(open)
        expect(tagsOf(svg).length).toBeGreaterThan(2)
        expect(Buffer.byteLength(svg)).toBeLessThan(30_000)
      }
    })
  },
)
