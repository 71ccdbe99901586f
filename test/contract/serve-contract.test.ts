import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { testApp, useService } from '../support/app.ts'
import { readText } from '../support/repository.ts'
import { sendUnvalidated } from '../support/send.ts'

const test = useService()

const ROOT = 'http://shop.example:8080/art'
let app: FastifyInstance

beforeAll(async () => {
  app = await testApp(test, { publicUrl: ROOT })
})

afterAll(() => app.close())

describe.each([
  ['/openapi/v1.yaml', 'application/yaml', 'generated/v1.json'],
  ['/openapi/v1.json', 'application/json', 'generated/v1.json'],
  ['/openapi/v1-3.0.json', 'application/json', 'generated/v1-3.0.json'],
])('GET %s', (url, mediaType, file) => {
  const read = (text: string): unknown =>
    mediaType === 'application/json' ? JSON.parse(text) : parse(text)

  it('returns the document of the repository with the URLs of the service', async () => {
    const response = await sendUnvalidated(app, { url })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe(mediaType)
    const served = read(response.text) as Record<string, unknown>
    const links = readText(file).replaceAll('](https://api.art-marketplace.example/', `](${ROOT}/`)
    const own = JSON.parse(links) as Record<string, unknown>
    const servers = [{ url: `${ROOT}/api/v1`, description: 'This service.' }]
    const guide = { url: `${ROOT}/docs/guide` }
    const externalDocs = { ...(own['externalDocs'] as object), ...guide }
    expect(served).toEqual({ ...own, externalDocs, servers })
    expect(Object.keys(served)).toEqual(Object.keys(own))
  })

  it('has no body under HEAD', async () => {
    const get = await test.send({ url })
    const head = await test.send({ url, method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['etag']).toBe(get.headers['etag'])
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.text)))
  })
})

describe('the published documents', () => {
  it('have different ETags', async () => {
    const urls = ['/openapi/v1.yaml', '/openapi/v1.json', '/openapi/v1-3.0.json']
    const responses = await Promise.all(urls.map((url) => test.send({ url })))
    expect(new Set(responses.map(({ headers }) => headers['etag'])).size).toBe(3)
  })

  it('have texts of several lines as such in YAML', async () => {
    const { text } = await test.send({ url: '/openapi/v1.yaml' })
    expect(text).toMatch(/^  description: \|\n    \w/m)
    expect(text).toContain('  /marketplace-artworks/:\n')
  })
})
