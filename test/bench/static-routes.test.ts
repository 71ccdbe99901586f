import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { capture } from './service/capture.ts'
import { addStaticRoutes, staticPath } from './service/static-routes.ts'
import { tinyServer } from './tiny-server.ts'

it('a static route sends the bytes and headers of a captured response, also of a 304', async () => {
  const original = await tinyServer((request, response) => {
    const known = request.headers['if-none-match'] === '"1"'
    response.writeHead(known ? 304 : 200, {
      etag: '"1"',
      vary: 'Accept',
      'content-type': 'application/json',
      'x-request-id': 'of this one',
    })
    response.end(known ? undefined : '{"é":1}')
  })
  const app = fastify()
  const hold = addStaticRoutes(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  hold([await capture(`${original}/`), await capture(`${original}/`, { 'if-none-match': '"1"' })])

  const whole = await app.inject(staticPath(0))
  expect([whole.statusCode, whole.body]).toEqual([200, '{"é":1}'])
  expect(whole.headers).toMatchObject({ etag: '"1"', 'content-type': 'application/json' })
  expect(whole.headers).not.toHaveProperty('x-request-id')
  const short = await app.inject(staticPath(1))
  expect([short.statusCode, short.body, short.headers['etag']]).toEqual([304, '', '"1"'])
})
