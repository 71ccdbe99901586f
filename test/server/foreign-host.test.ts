import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createGatedServer } from '../../src/http/request-gate.ts'
import { ForeignHost } from '../../src/server/foreign-host.ts'

const URL = 'http://127.0.0.1:8080'

async function watched(): Promise<{
  foreign: ForeignHost
  logged: string[]
  get: (host: string, others?: object) => Promise<void>
}> {
  const server = createGatedServer((_request, response) => void response.end())
  const foreign = new ForeignHost()
  const logged: string[] = []
  foreign.watch(server, URL, (warning) => logged.push(warning))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const get = async (host: string, others = {}): Promise<void> => {
    const headers = { host, ...others }
    const sent = httpRequest({ port, host: '127.0.0.1', headers, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
  }
  return { foreign, logged, get }
}

it('names the first foreign host once, and no name of this machine', async () => {
  const { foreign, logged, get } = await watched()
  for (const host of ['127.0.0.1:8080', 'localhost:8080', '[::1]:8080', '127.0.0.2:8080']) {
    await get(host)
  }
  expect([foreign.warnings(), logged]).toEqual([[], []])
  for (const host of ['shop.example', 'other.example:8443']) await get(host)
  const warning = `A client uses the host shop.example, but links lead to ${URL}. Set PUBLIC_URL to the address that clients use.`
  expect([foreign.warnings(), logged]).toEqual([[warning], [warning]])
})

it.each<[string, object, string]>([
  ['localhost:3000', {}, 'localhost:3000'],
  ['localhost', {}, 'localhost'],
  ['127.0.0.1:8080', { 'x-forwarded-host': 'shop.example, inner' }, 'shop.example'],
])('notices a port mapping and a proxy: %s %j', async (host, headers, named) => {
  const { logged, get } = await watched()
  await get(host, headers)
  expect(logged).toEqual([expect.stringContaining(`the host ${named},`)])
})
