import { describe, expect, it } from 'vitest'
import { securityText } from '../../src/pages/serve-well-known.ts'
import { testApp, useService } from '../support/app.ts'
import { sendUnvalidated } from '../support/send.ts'

const test = useService()

describe('/favicon.ico', () => {
  it('is an icon with one image', async () => {
    const { rawPayload, headers } = await test.app.inject({ url: '/favicon.ico' })
    expect(headers).toMatchObject({
      'content-type': 'image/x-icon',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    // Reserved, the type of the file, the number of images; then the PNG.
    expect([...rawPayload.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0])
    expect(rawPayload.subarray(rawPayload.readUInt32LE(18) + 1).toString('latin1')).toMatch(/^PNG/)
  })
})

describe('/robots.txt', () => {
  it('allows crawlers all pages without a query', async () => {
    const { status, text, headers } = await test.send({ url: '/robots.txt' })
    expect([status, text]).toEqual([
      200,
      'User-agent: *\nDisallow: /*?\nSitemap: https://art.example/sitemap.xml\n',
    ])
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const known = { 'if-none-match': headers['etag'] ?? '' }
    expect(await test.send({ url: '/robots.txt', headers: known })).toMatchObject({ status: 304 })
  })
})

describe('/.well-known/security.txt', () => {
  const url = '/.well-known/security.txt'

  it('has the contact and the canonical address', async () => {
    const securityContact = 'mailto:security@art.example'
    const app = await testApp(test, { securityContact })
    const { status, headers, text } = await sendUnvalidated(app, { url })
    await app.close()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/, 2)))
    expect(fields).toMatchObject({
      Contact: securityContact,
      Canonical: `https://art.example${url}`,
    })
  })

  // RFC 9116, section 2.5.5: less than a year ahead.
  it.each([
    ['2026-12-01T23:59:59.999Z', '2027-03-01T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', '2028-05-29T00:00:00.000Z'],
  ])('requested at %s expires at %s', (now, expires) => {
    const text = securityText('https://a.example', 'tel:+45', new Date(now))
    expect(text).toContain(`\nExpires: ${expires}\n`)
  })

  it('is absent without a contact', async () => {
    expect(await test.send({ url })).toMatchObject({ status: 404 })
  })
})
