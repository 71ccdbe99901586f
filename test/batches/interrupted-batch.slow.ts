import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import { listenOnFreePort } from '../http/raw-http.ts'
import { testApp } from '../support/app.ts'
import { captureLog } from '../support/captured-log.ts'
import { useDatabase } from '../support/database.ts'
import { untilLockWaitOrEnd } from '../support/lock-waits.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeArtist } from '../support/make-artist.ts'
import { makeGallery } from '../support/make-gallery.ts'
import { makeTag } from '../support/make-tag.ts'
import { sendUnvalidated, type Answer } from '../support/send.ts'

const test = useDatabase()
let app: FastifyInstance
let port: number
let log: Record<string, unknown>[]
let key: string
let owner: string
/** Keys of other users, who may write nothing. */
let otherKeys: string[]
let gallery: number
let artist: number
let tag: number
const sockets: Socket[] = []

beforeAll(async () => {
  app = await testApp(test, { logLevel: 'warn', limits: { perMinute: 0, poolSize: 6 } })
  port = await listenOnFreePort(app)
  log = captureLog(app)
  const made = await makeApiKey(test.db, { scopes: ['artworks:write'] })
  key = made.key
  owner = made.userId
  otherKeys = [
    (await makeApiKey(test.db, { scopes: ['artworks:write'] })).key,
    (await makeApiKey(test.db, { scopes: ['artworks:write'] })).key,
  ]
  gallery = (await makeGallery(test.db, { owner_id: made.userId })).id
  artist = (await makeArtist(test.db)).id
  tag = (await makeTag(test.db)).id
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  log.length = 0
})
afterAll(() => app.close())

const PATH = '/marketplace-artworks/'

function lineOf(name: string): string {
  const artwork = {
    title: name,
    artists: [artist],
    gallery,
    units: 'inch',
    category: 1,
    price_display: 'price on request',
    tags: [tag],
    featured_image: { full_size: 'https://a.example/1.jpg' },
  }
  return `${JSON.stringify({ external_id: name, artwork })}\n`
}

/** A batch whose client says when it sends what. */
interface OpenBatch {
  readonly socket: Socket
  /** Sends the head of another batch on the same connection, the last one by default. */
  begin(connection?: string): void
  send(text: string): void
  end(): void
  /** All that was received. */
  text(): string
  /** The connection is closed. */
  readonly closed: Promise<unknown>
}

function openBatch(query = '', sender = key, connection?: string): OpenBatch {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (piece: Buffer) => (text += piece.toString()))
  socket.on('error', () => {})
  const begin = (fate = 'close'): void => {
    const head = [
      `POST /api/v1${PATH}batch/${query} HTTP/1.1`,
      'Host: a',
      `Connection: ${fate}`,
      `Authorization: Bearer ${sender}`,
      'Content-Type: application/x-ndjson',
      'Transfer-Encoding: chunked',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
  }
  begin(connection)
  const send = (part: string): void => {
    socket.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
  }
  const end = (): void => void socket.write(LAST_CHUNK)
  return { socket, begin, send, end, text: () => text, closed: once(socket, 'close') }
}

function sendWhole(lines: readonly string[], sender = key): Promise<Answer> {
  const headers = { authorization: `Bearer ${sender}`, 'content-type': 'application/x-ndjson' }
  return sendUnvalidated(app, {
    method: 'POST',
    path: `${PATH}batch/`,
    headers,
    body: lines.join(''),
  })
}

/** Whether records with these external ids exist, each with its artist, tag and picture. */
async function areWhole(names: readonly string[]): Promise<boolean[]> {
  const headers = { authorization: `Bearer ${key}` }
  const found: boolean[] = []
  for (const name of names) {
    const path = `${PATH}?external_id=${encodeURIComponent(name)}`
    const { results } = (await sendUnvalidated(app, { path, headers })).json()
    const [record, ...others] = results as Record<string, { id: number }[]>[]
    found.push(record !== undefined)
    if (record === undefined) continue
    expect(others).toEqual([])
    expect(record).toMatchObject({
      title: name,
      artists: [{ id: artist }],
      tags: [{ id: tag }],
      featured_image: { image: { full_size: 'https://a.example/1.jpg' } },
    })
  }
  return found
}

/** As a client reads a response that was cut: its whole lines, without the sizes of chunks. */
function responseLinesIn(text: string): Record<string, unknown>[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** The end of a response that is complete. */
const LAST_CHUNK = '0\r\n\r\n'

describe('a batch whose key is revoked', () => {
  it('ends with 401 before its next group', async () => {
    const own = await makeApiKey(test.db, { owner_id: owner, scopes: ['artworks:write'] })
    const batch = openBatch('', own.key)
    batch.send(lineOf('Before'))
    await expect.poll(() => responseLinesIn(batch.text())).toMatchObject([{ status: 201 }])
    await test.db
      .updateTable('api_keys')
      .set({ revoked_at: 'now' })
      .where('id', '=', own.id)
      .execute()
    // More than one group, so that the batch ends before it has read all lines.
    for (let at = 0; at < 500; at += 1) batch.send(lineOf(`After ${at}`))
    batch.socket.write(LAST_CHUNK)
    await batch.closed
    expect(batch.text().endsWith(LAST_CHUNK)).toBe(true)
    expect(responseLinesIn(batch.text()).at(-1)).toMatchObject({
      kind: 'summary',
      status: 401,
      lines: 1,
      created: 1,
    })
    expect(await areWhole(['Before', 'After 0'])).toEqual([true, false])
    expect((await sendWhole([lineOf('Later')])).status).toBe(200)
  })
})

describe('a batch that arrives slowly', () => {
  it('A4 may take 120 seconds', () => {
    expect(app.server.requestTimeout).toBe(120_000)
  })

  describe('and is late', () => {
    beforeEach(() => {
      // Node takes the lower of the two for the headers.
      app.server.headersTimeout = 500
      app.server.requestTimeout = 1_000
    })
    afterEach(() => {
      app.server.requestTimeout = 120_000
      app.server.headersTimeout = 10_000
    })

    it('A4 gets 408 when none of its lines is answered', async () => {
      const { send, text, closed } = openBatch()
      send(lineOf('Late').slice(0, -2))
      await closed
      expect(text()).toMatch(/^HTTP\/1\.1 408 /)
      expect(await areWhole(['Late'])).toEqual([false])
      expect(log).toEqual([])
    })

    it('is not cut while the service works on lines before those that it has not read', async () => {
      await sql`CREATE FUNCTION work() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$`.execute(test.db)
      await sql`CREATE TRIGGER work BEFORE INSERT ON artworks
        FOR EACH ROW EXECUTE FUNCTION work()`.execute(test.db)
      onTestFinished(async () => void (await sql`DROP FUNCTION work CASCADE`.execute(test.db)))
      // Most of the time that the work takes: on a busy machine, the service also waits for this client.
      app.server.requestTimeout = 4_000
      // Of two batches on a connection, the second begins before the first one is forgotten.
      const { begin, send, end, text, closed } = openBatch('', key, 'keep-alive')
      send(lineOf('Earlier'))
      end()
      begin()
      // Four lines are a group, and more than the buffers of the connection hold wait for it.
      const padding = ' '.repeat(255 * 1024)
      for (let at = 0; at < 24; at += 1) send(padding + lineOf(`Much work ${at}`))
      end()
      await closed
      expect(responseLinesIn(text()).at(-1)).toMatchObject({ kind: 'summary', created: 24 })
    })

    it('A4 is cut without a summary after its first answers, which hold', async () => {
      // The response begins within two seconds.
      app.server.requestTimeout = 4_000
      const { send, text, closed } = openBatch()
      send(lineOf('In time') + lineOf('Too late').slice(0, -2))
      await closed
      expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
      expect(text().endsWith(LAST_CHUNK)).toBe(false)
      expect(responseLinesIn(text())).toMatchObject([{ external_id: 'In time', status: 201 }])
      expect(await areWhole(['In time', 'Too late'])).toEqual([true, false])
      expect(log).toEqual([])
    })
  })
})

describe('an unexpected error in a batch', () => {
  const LINES = 250
  /** In the second group of lines that are written together. */
  const DEFECT = 230

  beforeAll(async () => {
    await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.title = 'Defect' THEN RAISE 'a defect'; END IF; RETURN NEW; END $$`.execute(
      test.db,
    )
    await sql`CREATE TRIGGER fail BEFORE INSERT ON artworks
      FOR EACH ROW EXECUTE FUNCTION fail()`.execute(test.db)
  })
  afterAll(() => sql`DROP FUNCTION fail CASCADE`.execute(test.db))

  it('cuts the response without a summary, and is logged; answered lines hold, others are whole', async () => {
    const names = Array.from({ length: LINES }, (_, at) =>
      at === DEFECT ? 'Defect' : `Line ${at}`,
    )
    const { send, text, closed } = openBatch()
    send(names.slice(0, DEFECT).map(lineOf).join(''))
    // An error before the response begins makes it a 500.
    await expect.poll(text).toMatch(/^HTTP\/1\.1 200 /)
    send(names.slice(DEFECT).map(lineOf).join(''))
    await closed
    expect(text().endsWith(LAST_CHUNK)).toBe(false)
    const answers = responseLinesIn(text())
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(answers.length).toBeGreaterThan(0)
    expect(answers.length).toBeLessThanOrEqual(DEFECT)
    const written = await areWhole(names)
    expect(written.slice(0, answers.length)).toEqual(answers.map(() => true))
    expect(written[DEFECT]).toBe(false)
    expect(log).toMatchObject([
      {
        level: 50,
        operationId: 'batchMarketplaceArtworks',
        err: { message: 'a defect' },
        msg: 'The request failed',
      },
    ])
  })

  it('gets 500 before the first answer', async () => {
    const { status, text } = await sendWhole([lineOf('Defect'), lineOf('Behind')])
    expect(status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ code: 'internal_error' })
    expect(log).toMatchObject([{ level: 50, err: { message: 'a defect' } }])
  })
})

describe('clients that disconnect at any time', () => {
  it('D11 leave no line half written and no batch that counts as running', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Left ${at}`)
    for (const [at, name] of names.entries()) {
      const { send, socket, closed } = openBatch()
      send(lineOf(name))
      await sleep(5 * at)
      socket.destroy()
      await closed
    }
    const status = async (): Promise<number> => (await sendWhole([lineOf('Last')])).status
    await expect.poll(status).toBe(200)
    expect(new Set(await areWhole(names))).toEqual(new Set([true, false]))
    expect(log).toEqual([])
  })
})

describe('the batches of one user', () => {
  it('run one at a time, and keep no other user from a batch, also while they are silent', async () => {
    const [second = '', third = ''] = otherKeys
    const first = openBatch()
    first.send(lineOf('First'))
    await expect.poll(first.text).toContain('"status":201')
    const rejected = await sendWhole([lineOf('Second')])
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '5'])
    expect(rejected.json()).toMatchObject({ code: 'overloaded' })
    const other = openBatch('', second)
    other.send(lineOf('Forbidden'))
    await expect.poll(other.text).toContain('"status":403')
    expect((await sendWhole([lineOf('Third')], third)).status).toBe(200)
    first.end()
    await first.closed
    expect((await sendWhole([lineOf('Second')])).status).toBe(200)
    expect(await areWhole(['First', 'Second', 'Third'])).toEqual([true, true, false])
  })
})

describe('an atomic batch whose work takes long', () => {
  /** The service's end of the newest connection. */
  let connection: Socket
  let timeouts = 0

  beforeAll(() => {
    app.server.on('connection', (socket: Socket) => {
      connection = socket
      socket.on('timeout', () => (timeouts += 1))
    })
  })
  afterEach(() => app.server.setTimeout(16_500))

  /** Sends a batch whose work waits for a lock, does `meanwhile`, and lets the work go on. */
  async function whileWorking(
    name: string,
    meanwhile: (batch: OpenBatch) => Promise<unknown>,
  ): Promise<OpenBatch> {
    const batch = openBatch('?atomic=true')
    await test.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE artworks IN EXCLUSIVE MODE`.execute(trx)
      batch.send(lineOf(name))
      batch.end()
      expect(await untilLockWaitOrEnd(test.db, batch.closed)).toBe('lock wait')
      await meanwhile(batch)
    })
    return batch
  }

  it('is not cut by the idle limit', async () => {
    app.server.setTimeout(50)
    const { text, closed } = await whileWorking('Patient', (batch) =>
      Promise.race([batch.closed, expect.poll(() => timeouts).toBeGreaterThan(2)]),
    )
    await closed
    expect(responseLinesIn(text())).toMatchObject([{ status: 201 }, { applied: true }])
  })

  it('is cut by the idle limit while its sender is silent', async () => {
    app.server.setTimeout(50)
    const batch = openBatch('?atomic=true')
    batch.send(lineOf('Silent'))
    await batch.closed
    expect(batch.text()).toBe('')
    expect(await areWhole(['Silent'])).toEqual([false])
    expect(log).toEqual([])
  })

  it('is rolled back when its client is gone, which is no failure', async () => {
    await whileWorking('Gone', async (batch) => {
      const isClosed = once(connection, 'close')
      batch.socket.destroy()
      await isClosed
    })
    const status = async (): Promise<number> => (await sendWhole([lineOf('Next')])).status
    await expect.poll(status).toBe(200)
    expect(await areWhole(['Gone'])).toEqual([false])
    expect(log).toEqual([])
  })
})

describe('a batch larger than 32 MiB', () => {
  it('has its first lines written, and is answered after its client has sent everything', async () => {
    const batch = openBatch()
    batch.socket.pause()
    batch.send(lineOf('Within'))
    const line = `${' '.repeat(200 * 1024)}\n`
    for (let at = 0; at < 200; at += 1) batch.send(line)
    batch.end()
    await expect.poll(() => batch.socket.writableLength).toBe(0)
    batch.socket.resume()
    await batch.closed
    const [first, ...others] = responseLinesIn(batch.text())
    expect(first).toMatchObject({ external_id: 'Within', status: 201 })
    expect(others).toMatchObject([{ status: 413, lines: 1, applied: true }])
  })
})
