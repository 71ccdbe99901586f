import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { newApiKey } from '../../src/auth/api-key.ts'
import { clientFinder, clientKey, knownCredentials } from '../../src/limits/client-key.ts'

describe('the rate-limit key of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:2'],
    ['fe80::1%eth0', 'fe80::2'],
  ])('is the same for %s and %s', (one, other) => {
    expect(clientKey(one)).toBe(clientKey(other))
  })

  it.each([
    ['203.0.113.9', '203.0.113.10'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1:2::', '203.0.113.9'],
  ])('differs between %s and %s', (one, other) => {
    expect(clientKey(one)).not.toBe(clientKey(other))
  })

  it.each(['', 'localhost', '203.0.113.x'])(
    'is shared by all senders without an address: %j',
    (text) => {
      expect(clientKey(text)).toBe('address unknown')
    },
  )
})

describe('the client of a request', () => {
  it.each([
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8:1:2::1]:5678, [::1]:80', '2001:db8:1:2::7'],
    ['203.0.113.9, 10.0.0.1:443,10.0.0.2', '203.0.113.9'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::7'],
  ])('has the address before trusted proxies, also with a port: %s', (forwarded, address) => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: '10.0.0.3' })
    const request = new IncomingMessage(socket)
    request.headers['x-forwarded-for'] = forwarded
    const clients = clientFinder(knownCredentials(), ['10.0.0.0/8', '::1'])
    expect(clients.ofRequest(request)).toBe(clientKey(address))
  })

  it('is a key for the rate limit, and its user where clients take turns', () => {
    const known = knownCredentials()
    const keys = [newApiKey(), newApiKey()]
    for (const { hint, hash } of keys) known.add({ hint, hash }, 'the user')
    const requests = [...keys, newApiKey()].map(({ key }) => {
      const request = new IncomingMessage(new Socket())
      request.headers.authorization = `Bearer ${key}`
      return request
    })
    const clients = clientFinder(known, [])
    expect(new Set(requests.map(clients.ofRequest)).size).toBe(3)
    expect(requests.map(clients.inTurn)).toEqual(['the user', 'the user', 'address unknown'])
  })
})
