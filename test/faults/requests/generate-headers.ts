import type { Random } from '../../../scripts/demo/random.ts'

const ODD: Readonly<Record<string, readonly string[]>> = {
  accept: [
    '*/*',
    'application/json',
    'text/html;q=0.1, application/json;q=0.9',
    'image/png',
    'application/json;q=0',
    ';;;',
    'application/*;q=2',
    'a'.repeat(2_000),
  ],
  'if-none-match': ['*', '"a"', 'W/"a", "b"', 'garbage', '"'],
  'x-forwarded-for': ['127.0.0.1', '::1, 10.0.0.1', 'a\tb', '1'.repeat(500)],
  'x-forwarded-host': ['evil.example'],
  'x-forwarded-proto': ['javascript'],
  'x-http-method-override': ['DELETE'],
  forwarded: ['for=1.2.3.4;host=evil.example'],
  traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '00-0-0-0', 'ff'],
  origin: ['https://evil.example', 'null'],
  range: ['bytes=0-1', 'bytes=9-1'],
  expect: ['100-continue', 'foo'],
  'content-encoding': ['gzip', 'identity'],
  upgrade: ['h2c', 'websocket'],
  cookie: ['a=b; __proto__=1'],
  'user-agent': ['', '<script>', "'"],
}
const ODD_NAMES = Object.keys(ODD)
const KEYS = ['"a"', 'a', '', 'k'.repeat(256), 'a b', 'é', '"']
const MATCHES = ['*', '*', '*', '"a"', 'W/"a"', '"a", "b"', 'garbage', '']
const CREDENTIALS = ['Bearer', 'Bearer amk_1', 'Basic YTpi', 'Bearer amk_' + '0'.repeat(43), 'x']
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Headers beside those of the content: mostly the required ones, sometimes arbitrary ones. */
export function oddHeaders(random: Random, key: string, method: string): Record<string, string> {
  const headers: Record<string, string> = {}
  const isWrite = WRITES.has(method)
  if (random.chance(isWrite ? 0.93 : 0.2)) headers['authorization'] = `Bearer ${key}`
  else if (random.chance(0.2)) headers['authorization'] = random.pick(CREDENTIALS)
  if (isWrite && random.chance(0.9)) headers['if-match'] = random.pick(MATCHES)
  if (method === 'POST' && random.chance(0.4)) {
    headers['idempotency-key'] = random.chance(0.7)
      ? `key ${random.below(1_000_000)}`
      : random.pick(KEYS)
  }
  while (random.chance(0.15)) {
    const name = random.pick(ODD_NAMES)
    headers[name] = random.pick(ODD[name] ?? [''])
  }
  return headers
}
