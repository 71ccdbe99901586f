import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { MAX_BYTES } from '../../src/request-body/lines.ts'
import { listenOnFreePort } from '../http/raw-http.ts'
import { testApp } from '../support/app.ts'
import { useDatabase } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { makeVenue } from '../support/make-venue.ts'
import { PATIENCE } from '../support/patience.ts'
import { readText } from '../support/repository.ts'
import { nextNumber } from '../support/sequence.ts'
import { missingOf } from './programs.ts'

// The files of deploy/nginx and deploy/caddy in front of a service, with a certificate of this test.

const HOST = 'art.example'
const test = useDatabase()
let app: FastifyInstance
let servicePort: number
let folder: string
let key: string
let venue: number
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-proxies-'))
  const name = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const certificate = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
  ]
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem', '-days', '2']
  await runProgram('openssl', ['req', ...certificate, ...files, ...name], folder)
  app = await testApp(test, {
    publicUrl: `https://${HOST}`,
    trustedProxies: ['127.0.0.1'],
    limits: { perMinute: 1_000_000, poolSize: 8 },
  })
  servicePort = await listenOnFreePort(app)
  key = (await makeApiKey(test.db, { scopes: ['events:write'] })).key
  venue = (await makeVenue(test.db)).id
})

afterAll(async () => {
  for (const end of ends) await end()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

interface Proxy {
  readonly file: string
  readonly program: string
  readonly args: (config: string) => readonly string[]
  /** The text of the file with the addresses of this test, each in place of one that the file has. */
  readonly replaced: (port: number) => Readonly<Record<string, string>>
  /** The versions of HTTP over which a response can begin while its request is still being sent. */
  readonly interleaves: readonly Version[]
  /** A configuration of the whole program. */
  readonly whole: (text: string) => string
}

const NGINX: Proxy = {
  file: 'deploy/nginx/art-marketplace.conf',
  program: 'nginx',
  args: (config) => ['-c', config],
  interleaves: ['http1.1', 'http2'],
  replaced: (port) => ({
    'listen 80;': `listen unix:${folder}/http;`,
    'listen [::]:80;': '',
    'listen 443': `listen ${port}`,
    'listen [::]:443 ssl http2;': '',
    '127.0.0.1:8080': `127.0.0.1:${servicePort}`,
    [`/etc/ssl/${HOST}`]: folder,
    '/var/www/acme': folder,
  }),
  whole: (text) => `daemon off; pid ${folder}/pid; error_log ${folder}/nginx.log;
    events {}
    http {
      access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b;
      fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
      gzip on; gzip_types *; gzip_proxied any;
      ${text}
    }`,
}

const CADDY: Proxy = {
  file: 'deploy/caddy/Caddyfile',
  program: 'caddy',
  args: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  // The HTTP/1.1 server of Go reads the request to its end first.
  interleaves: ['http2'],
  replaced: (port) => ({
    [`{$SITE:${HOST}} {`]: `${HOST}:${port} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
    '127.0.0.1:8080': `127.0.0.1:${servicePort}`,
  }),
  whole: (text) => `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`,
}

/** Starts a proxy with its file in the repository. @returns its port for TLS. */
async function start({ file, replaced, ...proxy }: Proxy): Promise<number> {
  const [port = 0] = await freePorts(1)
  const text = Object.entries(replaced(port)).reduce((config, [own, other]) => {
    expect(config).toContain(own)
    return config.replaceAll(own, other)
  }, readText(file))
  await run(proxy, text)
  return port
}

async function run({ program, args, whole }: Omit<Proxy, 'file' | 'replaced'>, text: string) {
  const config = path.join(folder, `${program}-${nextNumber()}`)
  await writeFile(config, whole(text))
  const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`
  const child = spawn(program, args(config), { env: { PATH, HOME: folder }, stdio: 'ignore' })
  const ended = once(child, 'close')
  ends.push(() => {
    child.kill('SIGTERM')
    return ended
  })
}

type Version = 'http1.1' | 'http2'

/** Runs curl, which trusts the certificate of this test. */
function curl(port: number, version: Version, address: string, ...args: readonly string[]) {
  const known = ['--resolve', `${HOST}:${port}:127.0.0.1`, '--cacert', `${folder}/fullchain.pem`]
  const url = `https://${HOST}:${port}${address}`
  const given = ['--no-progress-meter', '--no-buffer', `--${version}`, ...known, ...args, url]
  const child = spawn('curl', given, { stdio: ['pipe', 'pipe', 'ignore'] })
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
}

/** The lines of a response, with its head. */
async function fetched(...[port, version, address, ...args]: Parameters<typeof curl>) {
  const { child, lines } = curl(port, version, address, '--include', ...args)
  child.stdin.end()
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all.join('\n')
}

/** The head of a response to a client that takes gzip. */
function headOf(...[port, version, address, ...args]: Parameters<typeof curl>): Promise<string> {
  const head = ['-H', 'Accept-Encoding: gzip', '--output', '/dev/null', '--dump-header', '-']
  return fetched(port, version, address, ...head, ...args)
}

/** The requests that the client of a response has left. */
function remainingIn(response: string): number {
  const [, remaining] = /^ratelimit: .*r=(\d+)/im.exec(response) ?? []
  if (remaining === undefined) throw new Error(`No rate limit in ${response}`)
  return Number(remaining)
}

const PROXIES = [
  ['nginx', NGINX],
  ['Caddy', CADDY],
] as const
const VERSIONS: readonly Version[] = ['http1.1', 'http2']

/** As these programs name themselves. */
const PREVIEWERS = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
] as const

describe.each(PROXIES)('%s', (_, proxy) => {
  const missing = missingOf(proxy.program, 'curl', 'openssl')
  if (missing.length > 0) console.log(`Skipped: ${proxy.file}, as there is no ${missing.join()}`)

  let port: number

  beforeAll(async () => {
    if (missing.length > 0) return
    port = await start(proxy)
    await vi.waitFor(async () => {
      expect(await fetched(port, 'http1.1', '/api/v1/')).toMatch(/^HTTP\S+ 200/)
    }, PATIENCE.expect.poll)
  })

  describe.skipIf(missing.length > 0).each(VERSIONS)('over %s', (version) => {
    it('passes on a page as the service compresses it', async () => {
      const page = await headOf(port, version, '/', '-H', 'Accept: text/html')
      expect(page).toMatch(/^HTTP\S+ 200/)
      expect(page).toMatch(/^content-encoding: gzip/im)
      expect(page).toMatch(/^etag: "/im)
      // The service sends it, and the proxy does not repeat it.
      expect(page.match(/^strict-transport-security: /gim)).toHaveLength(1)
    })

    it('leaves a response as it is that the service does not compress', async () => {
      const index = await headOf(port, version, '/api/v1/?format=json')
      expect(index).toMatch(/^HTTP\S+ 200/)
      expect(index).not.toMatch(/^(content-encoding|etag: W)/im)
    })

    it('sends the page to programs that preview links and take any type', async () => {
      const page = (agent: string, ...args: readonly string[]) =>
        fetched(port, version, '/api/v1/events/', '--head', '--user-agent', agent, ...args)
      for (const agent of PREVIEWERS) {
        expect(await page(agent)).toMatch(/^content-type: text\/html/im)
        expect(await page(agent, '-H', 'Accept:')).toMatch(/^content-type: text\/html/im)
      }
      const [agent] = PREVIEWERS
      const named = await page(agent, '-H', 'Accept: application/json')
      expect(named).toMatch(/^content-type: application\/json/im)
      const sitemap = await fetched(port, version, '/sitemap.xml', '--head', '--user-agent', agent)
      expect(sitemap).toMatch(/^content-type: application\/xml/im)
    })

    // A shared cache asks before it sends what it has stored.
    it('keeps the page of such a program apart from the JSON of others', async () => {
      const head = (...args: readonly string[]) =>
        fetched(port, version, '/api/v1/events/', '--head', ...args)
      const page = await head('--user-agent', PREVIEWERS[0])
      expect(page).toMatch(/^cache-control: (private, )?no-cache\r?$/im)
      const [, etag = ''] = /^etag: (\S+)/im.exec(page) ?? []
      expect(etag).not.toBe('')
      const json = await head('-H', `If-None-Match: ${etag}`)
      expect(json).toMatch(/^HTTP\S+ 200/)
      expect(json).toMatch(/^content-type: application\/json/im)
    })

    it('names the client, whatever the client says', async () => {
      const from = (address: string, ...args: readonly string[]) =>
        fetched(port, version, '/api/v1/', '--interface', address, ...args).then(remainingIn)
      const [client, other] = [nextAddress(), nextAddress()]
      const first = await from(client)
      expect(await from(client, '-H', 'X-Forwarded-For: 192.0.2.1')).toBe(first - 1)
      expect(await from(other)).toBe(first)
    })

    it('passes on events as they come', async () => {
      const { child, lines } = curl(
        port,
        version,
        '/api/v1/events/changes/',
        '-H',
        'Accept: text/event-stream',
      )
      const nextData = async (): Promise<string> => {
        for (;;) {
          const { value, done } = await lines.next()
          if (done === true) throw new Error('The stream has ended')
          if (value.startsWith('data: ')) return value
        }
      }
      await nextData()
      for (const title of ['first', 'second']) {
        const { id } = await makeEvent(test.db, { title })
        expect(await nextData()).toContain(`${id}`)
      }
      child.kill()
    })

    it('passes on the lines of a batch as they come, and their results', async () => {
      const { child, lines } = curl(
        port,
        version,
        '/api/v1/events/batch/',
        '--request',
        'POST',
        '--upload-file',
        '.',
        '-H',
        'Expect:',
        '-H',
        'Content-Type: application/x-ndjson',
        '-H',
        `Authorization: Bearer ${key}`,
      )
      const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value as string)
      const untilResultOf = async (line: number): Promise<void> => {
        for (;;) {
          const result = (await next()) as { line: number }
          expect(result).toMatchObject({ kind: 'result', status: 201 })
          if (result.line === line) return
        }
      }
      const isInterleaved = proxy.interleaves.includes(version)
      for (let line = 1; line <= LINES; line += 1) {
        child.stdin.write(eventLine(`${proxy.program}-${version}-${line}`))
        if (line % (LINES / 5) === 0 && isInterleaved) await untilResultOf(line)
      }
      child.stdin.end()
      if (!isInterleaved) await untilResultOf(LINES)
      expect(await next()).toMatchObject({ kind: 'summary', created: LINES, failed: 0 })
    })
  })

  // nginx stops sending a body if the response has begun and the service reads more slowly than the body arrives.
  it.skipIf(missing.length > 0).each(proxy.interleaves)(
    'passes on a large batch over %s',
    async (version) => {
      const count = 450
      const names = Array.from(
        { length: count },
        (_line, at) => `${proxy.program}-${version}-large-${at}`,
      )
      const file = path.join(folder, `${proxy.program}-${version}-lines`)
      await writeFile(file, names.map((name) => eventLine(name, 20_000)).join(''))
      const type = ['-H', 'Content-Type: application/x-ndjson', '-H', 'Expect:']
      const args = [...type, '-H', `Authorization: Bearer ${key}`, '--data-binary', `@${file}`]
      const response = await fetched(port, version, '/api/v1/events/batch/', ...args)
      const summary: unknown = JSON.parse(response.split('\n').at(-1) ?? '')
      expect(summary).toMatchObject({ kind: 'summary', created: count, failed: 0 })
    },
  )
})

describe.skipIf(missingOf('nginx', 'curl', 'openssl').length > 0)('nginx without TLS', () => {
  const overHttp = async (address: string): Promise<string> => {
    const args = ['--no-progress-meter', '--include', '--unix-socket', `${folder}/http`]
    return runProgram('curl', [...args, `http://${HOST}${address}`], folder)
  }

  // As in an upgrade without a gap: one process is back just before the next one stops.
  it('sends each request to a process that runs', async () => {
    const [, upstream = ''] =
      /```nginx\n(upstream [^]*?)```/.exec(readText('src/docs/capacity.md')) ?? []
    const processes = [await testApp(test), await testApp(test)] as const
    const [port = 0, secondPort = 0, ...others] = await freePorts(4)
    const ports = [await listenOnFreePort(processes[0]), secondPort, ...others]
    const text = ports.reduce((config, own, at) => {
      expect(config).toMatch(new RegExp(`127.0.0.1:808${at}\\b`))
      return config.replace(`127.0.0.1:808${at}`, `127.0.0.1:${own}`)
    }, upstream)
    await run(
      NGINX,
      `${text} server { listen 127.0.0.1:${port}; location / { proxy_pass http://art_marketplace; } }`,
    )
    const statuses = (): Promise<number[]> => {
      const requests = ports.map(() => fetch(`http://127.0.0.1:${port}/api/v1/`))
      return Promise.all(requests.map(async (request) => (await request).status))
    }
    await expect.poll(statuses).toEqual([200, 200, 200, 200])
    await processes[1].listen({ host: '127.0.0.1', port: secondPort })
    await processes[0].close()
    expect(await statuses()).toEqual([200, 200, 200, 200])
    await processes[1].close()
  })

  it('shows a certificate authority the file of certbot, and redirects other requests', async () => {
    const challenges = path.join(folder, '.well-known/acme-challenge')
    await mkdir(challenges, { recursive: true })
    // The workers of nginx have another account.
    await chmod(folder, 0o711)
    await writeFile(path.join(challenges, 'token'), 'proof')
    expect(await overHttp('/.well-known/acme-challenge/token')).toMatch(
      /^HTTP\S+ 200.*\r\n\r\nproof$/s,
    )
    expect(await overHttp('/events/?limit=1')).toContain(
      `Location: https://${HOST}/events/?limit=1`,
    )
  })
})

describe('the limits of the proxies', () => {
  const nginx = readText(NGINX.file)
  const numberIn = (text: string, pattern: RegExp): number =>
    Number(pattern.exec(text)?.[1]?.replaceAll('_', ''))
  const server = readText('src/http/create-server.ts')
  const requestSeconds = numberIn(server, /requestTimeout: ([\d_]+)/) / 1_000
  const keepAliveSeconds = numberIn(server, /^const KEEP_ALIVE_MS = ([\d_]+)/m) / 1_000
  const caddy = readText(CADDY.file)

  it('wait longer than the service', () => {
    for (const name of ['client_body_timeout', 'proxy_read_timeout', 'proxy_send_timeout']) {
      expect(numberIn(nginx, new RegExp(`${name} (\\d+)s;`)), name).toBeGreaterThan(requestSeconds)
    }
    expect(numberIn(caddy, /response_header_timeout (\d+)s/)).toBeGreaterThan(requestSeconds)
  })

  // A request on a connection that the service is closing gets 502.
  it('close connections that are idle before the service does', () => {
    expect(numberIn(nginx, /keepalive_timeout (\d+)s;/)).toBeLessThan(keepAliveSeconds)
    expect(numberIn(caddy, /keepalive (\d+)s/)).toBeLessThan(keepAliveSeconds)
  })

  it('take the largest batch', () => {
    const mebibytes = MAX_BYTES / 1024 / 1024
    expect(nginx).toContain(`client_max_body_size ${mebibytes}m;`)
    expect(caddy).toContain(`max_size ${mebibytes}MiB`)
  })
})

/** An address of this machine from which no request has come. */
function nextAddress(): string {
  return `127.0.0.${nextNumber() + 1}`
}

/** More bytes than a proxy reads ahead. */
const LINES = 300

function eventLine(name: string, length = 2_000): string {
  const times = { start_time: '2031-03-14T10:00:00Z', end_time: '2031-06-30T18:00:00Z' }
  const event = { title: 'Nordlys', category: 1, venue, content: 'x'.repeat(length), ...times }
  return `${JSON.stringify({ external_id: name, event })}\n`
}
