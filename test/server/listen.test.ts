import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { listen } from '../../src/server/listen.ts'

it('an app that cannot listen is closed, so that its background work ends', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const app = fastify()
  let isClosed = false
  app.addHook('onClose', async () => {
    isClosed = true
  })
  const { port } = taken.address() as AddressInfo
  await expect(listen(app, '127.0.0.1', port)).rejects.toThrow(`Port ${port}`)
  expect(isClosed).toBe(true)
  taken.close()
})
