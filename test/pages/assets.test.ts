import { describe, expect, it } from 'vitest'
import { assetPaths } from '../../src/pages/assets.ts'
import { readText } from '../support/repository.ts'
import { useService } from '../support/app.ts'

const test = useService()

describe.each([
  ['style', 'style.css', 'text/css; charset=utf-8'],
  ['copy', 'copy.js', 'text/javascript; charset=utf-8'],
  ['localTime', 'local-time.js', 'text/javascript; charset=utf-8'],
  ['hero', 'hero.svg', 'image/svg+xml'],
  ['icon', 'icon.svg', 'image/svg+xml'],
] as const)('the %s of the pages', (key, file, mediaType) => {
  it('is the file, and may be kept for ever', async () => {
    const answer = await test.send({ url: assetPaths('')[key] })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(readText(`src/pages/${file}`))
    expect(answer.headers).toMatchObject({
      'content-type': mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('an asset', () => {
  it('lies below the path of the public URL', () => {
    expect(assetPaths('/art').style).toMatch(/^\/art\/assets\/style\.[\w-]{10}\.css$/)
  })

  it('has no address but its own', async () => {
    expect((await test.send({ url: '/assets/style.css' })).status).toBe(404)
  })
})
