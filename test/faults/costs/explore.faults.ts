import { it, beforeAll } from 'vitest'
import { listenAnywhere } from '../../http/raw-exchange.ts'
import { useDatabase } from '../../support/database.ts'
import { testApp } from '../../support/app.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeApiKey } from '../../support/make-api-key.ts'
import { createMeter } from './meter.ts'

const test = useDatabase()
let port: number
let key: string
beforeAll(async () => {
  for (let n = 0; n < 60; n += 1) await makeEvent(test.db)
  for (let n = 0; n < 60; n += 1) await makeArtwork(test.db)
  ;({ key } = await makeApiKey(test.db))
  const app = await testApp(test, { limits: { perMinute: 1e9, poolSize: 8 }, trustedProxies: ['127.0.0.1'] })
  port = await listenAnywhere(app)
})
it('explores', async () => {
  const meter = createMeter(port)
  const h = (line: string, headers: string[] = [], body = '') =>
    Buffer.from(`${line} HTTP/1.1\r\nHost: a\r\n${headers.map((x) => x + '\r\n').join('')}\r\n${body}`, 'latin1')
  const post = (body: string, path = '/api/v1/events/', extra: string[] = []) => h(`POST ${path}`, [`Authorization: Bearer ${key}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, ...extra], body)
  const page = '/api/v1/events/'
  const L = 262144
  const rep = (unit: string, n: number) => unit.repeat(Math.floor(n / unit.length))
  const cases: Record<string, () => Buffer> = {
    'page identity': () => h(`GET ${page}`),
    'page priv': () => h(`GET ${page}`, [`Authorization: Bearer ${key}`]),
    'page priv br': () => h(`GET ${page}`, [`Authorization: Bearer ${key}`, 'Accept-Encoding: gzip, br']),
    'page offset 1': () => h(`GET ${page}?offset=${Math.floor(Math.random() * 30)}&limit=18&format=x${Math.random()}`),
    'page unmemoized': () => h(`GET ${page}?format=x${'x'.repeat(2100)}`),
    'page long accept priv': () => h(`GET ${page}`, [`Accept: application/json, ${'a/b,'.repeat(100)}`]),
    'page html priv': () => h(`GET ${page}`, [`Authorization: Bearer ${key}`, 'Accept: text/html']),
    'art page priv': () => h(`GET /api/v1/marketplace-artworks/`, [`Authorization: Bearer ${key}`]),
    'art page html priv': () => h(`GET /api/v1/marketplace-artworks/`, [`Authorization: Bearer ${key}`, 'Accept: text/html']),
    '404': () => h(`GET /nope`),
    '404 html': () => h(`GET /nope`, ['Accept: text/html']),
    '400 html': () => h(`GET ${page}?x=1`, ['Accept: text/html']),
    'A1': () => h(`GET /nope?${'%&'.repeat(7600)}`),
    'A1b': () => h(`OPTIONS ${page}?${'%&'.repeat(7600)}`),
    'A2': () => h(`GET ${page}?${Array.from({ length: 3000 }, (_, n) => n).join('&')}`),
    'A5': () => h(`GET ${page}`, [`Accept: ${'a/b,'.repeat(3700)}`]),
    'INM': () => h(`GET ${page}`, [`Authorization: Bearer ${key}`, `If-None-Match: ${'"a",'.repeat(3700)}"b"`]),
    'accept-enc': () => h(`GET ${page}`, [`Accept-Encoding: ${'ab,'.repeat(5000)}`]),
    'xff': () => h(`GET ${page}`, [`X-Forwarded-For: ${'127.0.0.1,'.repeat(1500)}`]),
    'home': () => h(`GET /`, ['Accept: text/html']),
    'guide': () => h(`GET /docs/guide`, ['Accept: text/html']),
    'yaml': () => h(`GET /openapi/v1.yaml`),
    'yaml br': () => h(`GET /openapi/v1.yaml`, ['Accept-Encoding: br']),
    'swagger': () => h(`GET /docs/assets/swagger-ui-bundle.js`),
    'POST short str': () => post('"a"'),
    'POST empty obj': () => post('{}'),
    'POST string': () => post(`"${'a'.repeat(L - 2)}"`),
    'POST string in object': () => post(`{"a":"${'a'.repeat(L - 8)}"}`),
    'POST content': () => post(`{"content":"${'a'.repeat(L - 14)}"}`),
    'POST {},': () => post(`{"artists":[${rep('{},', L - 20)}{}]}`),
    'POST [{},': () => post(`[${rep('{},', L - 20)}{}]`),
    'POST fields': () => post(`{${Array.from({ length: 20000 }, (_, n) => `"k${n}":1`).join(',')}}`),
    'POST dups': () => post(`{${rep('"a":1,', L - 20)}"a":1}`),
    'POST deep': () => post(rep('[', L)),
    'POST numbers': () => post(`{"a":[${rep('1,', L - 20)}1]}`),
    'POST \\u0000': () => post(`{"a":"${rep('\\u0000', L - 20)}"}`),
    'POST \\u0061': () => post(`{"a":"${rep('\\u0061', L - 20)}"}`),
    'POST \\"': () => post(`{"a":"${rep('\\"', L - 20)}"}`),
    'POST digits': () => post(`{"a":1${'0'.repeat(L - 20)}}`),
    'POST digits.': () => post(`{"a":0.${'1'.repeat(L - 20)}}`),
    'POST space': () => post(`{${' '.repeat(L - 20)}}`),
    'POST nl': () => post(`{${'\n'.repeat(L - 20)}x`),
    'POST utf8': () => { const b = Buffer.from(`{"a":"${rep('é', L / 2 - 20)}"}`); return Buffer.concat([h(`POST ${page}`, [`Authorization: Bearer ${key}`, 'Content-Type: application/json', `Content-Length: ${b.length}`]), b]) },
    'POST long key': () => post(`{"${'a'.repeat(L - 20)}":1}`),
    'POST nokey': () => h(`POST ${page}`, ['Content-Type: application/json', `Content-Length: ${L}`], `[${rep('{},', L - 4)}{}]`.padEnd(L, ' ')),
    'POST ctype': () => post('{}', page, [`X: 1`]),
  }
  for (const [name, make] of Object.entries(cases)) {
    const bytes = make()
    const answer = await meter.send(bytes, false)
    const times = bytes.length > 100000 ? 5 : 30
    await meter.cost(make(), false, times)
    const all: number[] = []
    for (let i = 0; i < 3; i += 1) all.push(await meter.cost(make(), false, times))
    console.log(name.padEnd(24), answer.status, String(answer.text.length).padStart(7), Math.round(Math.min(...all)), 'us', answer.headers['ratelimit'])
  }
  meter.close()
}, 300_000)
