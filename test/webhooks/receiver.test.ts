import { spawn, spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSender } from '../../src/webhooks/receiver.ts'
import { statusOfRequest } from '../../src/webhooks/receiver-request.ts'
import { threadedRequests } from '../../src/webhooks/threaded-requests.ts'
import { closeReceivers, startReceiver } from './receivers.ts'

closeReceivers()

const NEVER = new AbortController().signal
const REFUSED = { status: null, error: 'address_not_allowed' }
const message = (url: string) => ({ url, headers: { 'webhook-id': 'msg_1' }, body: '{}' })

const SPECIAL = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.1 0x7f000001 2130706433 0177.0.0.1 169.254.169.254 172.16.0.1 192.0.0.8
  192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255
  [::] [::1] [::127.0.0.1] [::ffff:10.1.2.3] [::ffff:7f00:1] [fc00::1] [fd12::1] [fe80::1] [fec0::1] [ff02::1]
  [64:ff9b::7f00:1] [100::1] [2002:7f00:1::] [2001::1] [2001:db8::1] [5f00::1] [4000::1]`

/** The cipher suites and the groups of a ClientHello (RFC 8446, section 4.1.2). */
function offersOf(hello: Buffer): { readonly suites: number[]; readonly groups: number[] } {
  const numbersAt = (start: number): number[] =>
    Array.from({ length: hello.readUInt16BE(start) / 2 }, (_, index) =>
      hello.readUInt16BE(start + 2 + 2 * index),
    )
  const afterBytes = (start: number): number => start + 1 + hello.readUInt8(start)
  // After the headers of the record and the handshake, the version and the random bytes is the id of the session.
  const suitesAt = afterBytes(5 + 4 + 2 + 32)
  const suites = numbersAt(suitesAt)
  let at = afterBytes(suitesAt + 2 + 2 * suites.length) + 2
  const groupsType = 10
  while (hello.readUInt16BE(at) !== groupsType) at += 4 + hello.readUInt16BE(at + 2)
  return { suites, groups: numbersAt(at + 4) }
}

/** A key and a certificate that no authority has signed; empty where there is no openssl. */
const UNTRUSTED = spawnSync(
  'openssl',
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout - -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1'.split(
    ' ',
  ),
  { encoding: 'utf8' },
).stdout

describe('a receiver', () => {
  it('F27 whose name leads to another address later gets nothing there', async () => {
    const open = await startReceiver(204, { host: '127.0.0.2' })
    const hidden = await startReceiver(204, { port: open.port })
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.2']]
    const send = createSender({
      allowedRanges: ['127.0.0.2'],
      resolve: () => Promise.resolve(answers.shift() ?? []),
    })
    const outcomes = []
    for (let no = 0; no < 5; no += 1) {
      outcomes.push(await send(message(`http://rebinding.example:${open.port}/`), NEVER))
    }
    const delivered = { status: 204, error: null }
    // Nothing tells whether a name is that of an internal network.
    const unknown = REFUSED
    expect(outcomes).toEqual([delivered, REFUSED, REFUSED, delivered, unknown])
    expect(open.messages).toHaveLength(2)
    expect(hidden.messages).toEqual([])
  })

  it('whose name has many addresses gets connections to a few of them', async () => {
    const open = await startReceiver(204, { host: '127.0.0.9' })
    const closed = Array.from({ length: 4_000 }, (_, no) => `127.1.${no >> 8}.${no & 255}`)
    const deliver = (addresses: string[]) => {
      const resolve = () => Promise.resolve(addresses)
      const send = createSender({ allowedRanges: ['127.0.0.0/8'], resolve })
      return send(message(`http://many.example:${open.port}/`), NEVER)
    }
    const failed = { status: null, error: 'connection_failed' }
    expect(await deliver([...closed, '127.0.0.9'])).toEqual(failed)
    expect(open.messages).toEqual([])
    const some = ['::1', ...closed.slice(0, 2), '127.0.0.9']
    expect(await deliver(some)).toEqual(REFUSED)
    expect(await deliver(some.slice(1))).toEqual({ status: 204, error: null })
  })

  // IANA's registries of special-purpose addresses, and other spellings of the same addresses.
  it.each(SPECIAL.trim().split(/\s+/))(
    'with the address %s gets nothing, by its address or by a name',
    async (host) => {
      const address = new URL(`https://${host}/`).hostname.replaceAll(/[[\]]/g, '')
      const send = createSender({ resolve: () => Promise.resolve([address]) })
      for (const name of [host, 'a.example']) {
        expect(await send(message(`https://${name}/`), NEVER)).toEqual(REFUSED)
      }
    },
  )

  it('without TLS gets nothing unless its address is allowed', async () => {
    const send = createSender({ allowedRanges: ['10.0.0.0/8'] })
    expect(await send(message('http://1.1.1.1/'), NEVER)).toEqual(REFUSED)
  })

  const FLOODS: readonly (readonly [string, string, string, number | null])[] = [
    ['a body', 'HTTP/1.1 200 OK\r\n\r\n', 'x', 200],
    ['interim responses', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', null],
    ['empty lines', '', '\r\n', null],
  ]
  it.each(FLOODS)('that sends %s without end is left soon', async (_, start, unit, status) => {
    let sentBytes = 0
    const flood = (socket: Socket): void => {
      sentBytes += unit.length * 1_000
      if (socket.write(unit.repeat(1_000))) setImmediate(flood, socket)
      else socket.once('drain', () => flood(socket))
    }
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(start)
        flood(socket)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const send = createSender({ allowedRanges: ['127.0.0.1'] })
    const outcome = await send(message(`http://127.0.0.1:${port}/`), NEVER)
    expect(outcome).toEqual({ status, error: status === null ? 'connection_failed' : null })
    // Most of it is in buffers.
    expect(sentBytes).toBeLessThan(20_000_000)
    server.close()
  })

  it.skipIf(!UNTRUSTED)(
    'with a certificate that no authority has signed gets nothing',
    async () => {
      let requests = 0
      const server = createTlsServer({ key: UNTRUSTED, cert: UNTRUSTED }, (_request, response) => {
        requests += 1
        response.end()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const send = createSender({ allowedRanges: ['127.0.0.1'] })
      expect(await send(message(`https://127.0.0.1:${port}/`), NEVER)).toEqual({
        status: null,
        error: 'connection_failed',
      })
      expect(requests).toBe(0)
      server.close()
    },
  )

  it('is reached from another thread: TLS can take one for seconds', async () => {
    const { url, messages } = await startReceiver(200)
    const begun: unknown[] = []
    const onRequest = (sent: unknown): void => void begun.push(sent)
    subscribe('http.client.request.start', onRequest)
    const send = createSender({ allowedRanges: ['127.0.0.1'] })
    expect(await send(message(url), NEVER)).toEqual({ status: 200, error: null })
    unsubscribe('http.client.request.start', onRequest)
    expect([messages.length, begun.length]).toEqual([1, 0])
  })

  it('that never responds keeps no process alive', async () => {
    const request = { ...message((await startReceiver(undefined)).url), addresses: ['127.0.0.1'] }
    const url = (file: string): string => new URL(file, import.meta.url).href
    const program = `import { threadedRequests } from '${url('../../src/webhooks/threaded-requests.ts')}'
      void threadedRequests()(${JSON.stringify(request)}, new AbortController().signal)`
    const args = ['--import', url('../processes/register-typescript.js'), '--eval', program]
    const child = spawn(process.execPath, ['--input-type=module', ...args], { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('is reached again after the thread has ended, with an error for each request under way', async () => {
    const silent = await startReceiver(undefined)
    const statusOf = threadedRequests()
    const started = once(process, 'worker') as Promise<[Worker]>
    const request = { ...message(silent.url), addresses: ['127.0.0.1'] }
    const lost = [statusOf(request, NEVER), statusOf(request, NEVER)]
    const [thread] = await started
    while (!silent.isWaiting()) await sleep(5)
    await thread.terminate()
    const error = new Error('The thread of the webhooks ended with 1')
    expect(await Promise.allSettled(lost)).toEqual(
      lost.map(() => ({ status: 'rejected', reason: error })),
    )
    silent.status = 204
    // Such an error ends no thread.
    expect(await statusOf({ ...request, url: 'https://%@a.example/' }, NEVER)).toBeUndefined()
    expect(await statusOf(request, NEVER)).toBe(204)
  })

  it('that sends TLS tickets without end is left soon', async () => {
    const { url } = await startReceiver(undefined)
    // Node's own server cannot send more than two, so the event of each comes from here.
    const onRequest = (sent: unknown): void => {
      const { request } = sent as { request: ClientRequest }
      request.once('finish', () => {
        for (let no = 0; no < 1_000; no += 1) request.socket?.emit('session', Buffer.alloc(0))
      })
    }
    subscribe('http.client.request.start', onRequest)
    const request = { ...message(url), addresses: ['127.0.0.1'] }
    expect(await statusOfRequest(request, NEVER)).toBeUndefined()
    unsubscribe('http.client.request.start', onRequest)
  })

  it('is offered no key exchange over a finite field, which it could make slow', async () => {
    const server = createServer((socket) => socket.on('error', () => {}))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const connected = once(server, 'connection') as Promise<[Socket]>
    const send = createSender({ allowedRanges: ['127.0.0.1'] })
    const outcome = send(message(`https://127.0.0.1:${port}/`), NEVER)
    const [socket] = await connected
    const [hello] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    const { suites, groups } = offersOf(hello)
    // IANA, "TLS Parameters": ECDHE_RSA and DHE_RSA with AES_128_GCM_SHA256; secp256r1; ffdhe2048 to ffdhe8192.
    expect(suites).toContain(0xc02f)
    expect(suites).not.toContain(0x009e)
    expect(groups).toContain(23)
    expect(groups.filter((group) => group >= 256 && group <= 260)).toEqual([])
    expect(await outcome).toEqual({ status: null, error: 'connection_failed' })
    server.close()
  })

  it('that does not respond, or does not end its response, is left after ten seconds', async () => {
    const silent = await startReceiver(undefined)
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write('HTTP/1.1 202 Accepted\r\n\r\nx'))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const unresolved = new Promise<string[]>(() => {})
    const began = performance.now()
    const outcomes = await Promise.all([
      createSender({ allowedRanges: ['127.0.0.1'] })(message(silent.url), NEVER),
      createSender({ allowedRanges: ['127.0.0.1'] })(message(`http://127.0.0.1:${port}/`), NEVER),
      createSender({ resolve: () => unresolved })(message('https://a.example/'), NEVER),
    ])
    // Not before, however slow the machine is; the timeout of the test is the upper bound.
    expect(performance.now() - began).toBeGreaterThan(9_900)
    const late = { status: null, error: 'timeout' }
    expect(outcomes).toEqual([late, { status: 202, error: null }, late])
    server.close()
  })

  it('that has not responded is left when the service stops', async () => {
    const { url, isWaiting } = await startReceiver(undefined)
    const stopping = new AbortController()
    const send = createSender({ allowedRanges: ['127.0.0.1'] })
    const outcome = send(message(url), stopping.signal)
    while (!isWaiting()) await sleep(5)
    stopping.abort()
    expect(await outcome).toEqual({ status: null, error: 'connection_failed' })
  })

  it('may send 8 KiB of headers', async () => {
    const send = createSender({ allowedRanges: ['127.0.0.1'] })
    const outcomes = []
    for (const length of [7_000, 9_000]) {
      const { url } = await startReceiver(200, { headers: { padding: 'x'.repeat(length) } })
      outcomes.push(await send(message(url), NEVER))
    }
    const failed = { status: null, error: 'connection_failed' }
    expect(outcomes).toEqual([{ status: 200, error: null }, failed])
  })
})
