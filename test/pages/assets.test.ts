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
] as const)('the asset %s', (key, file, mediaType) => {
  it('is the file, and immutable for caches', async () => {
    const response = await test.send({ url: assetPaths('')[key] })
    expect(response.status).toBe(200)
    expect(response.text).toBe(readText(`src/pages/${file}`))
    expect(response.headers).toMatchObject({
      'content-type': mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('an asset', () => {
  it('is below the path of the public URL', () => {
    expect(assetPaths('/art').style).toMatch(/^\/art\/assets\/style\.[\w-]{10}\.css$/)
  })

  it('is only at its hashed address', async () => {
    expect((await test.send({ url: '/assets/style.css' })).status).toBe(404)
  })
})
