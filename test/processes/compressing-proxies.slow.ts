import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenOnFreePort } from '../http/raw-http.ts'
import { useService } from '../support/app.ts'
import { freePorts } from '../support/free-ports.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeVenue } from '../support/make-venue.ts'
import { readText } from '../support/repository.ts'

const test = useService()

interface Proxy {
  readonly program: string
  readonly args: (file: string) => readonly string[]
  /** @param lines of the site, of which the operations page recommends some. */
  readonly config: (port: number, service: number, lines: string, folder: string) => string
}

const NGINX: Proxy = {
  program: '/usr/sbin/nginx',
  args: (file) => ['-c', file],
  config: (port, service, lines, folder) => `daemon off; pid ${folder}/pid; error_log ${folder}/log;
    events {}
    http {
      access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b;
      fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
      gzip on; gzip_types *; gzip_proxied any;
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${service}; ${lines} } }
    }`,
}
const CADDY: Proxy = {
  program: '/usr/bin/caddy',
  args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  config: (port, service, lines) => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  ${lines}
  reverse_proxy 127.0.0.1:${service}
}
`,
}

/** Starts a proxy before the service. @returns its origin. */
async function start({ program, args, config }: Proxy, lines: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-proxy-'))
  const [port = 0] = await freePorts(1)
  const file = path.join(folder, 'config')
  await writeFile(file, config(port, await servicePort(), lines, folder))
  const environment = { PATH: process.env['PATH'], HOME: folder }
  const child = spawn(program, args(file), { env: environment, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${origin}/api/v1/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return origin
}

let listening: Promise<number> | undefined
function servicePort(): Promise<number> {
  return (listening ??= listenOnFreePort(test.app))
}

/** Reads a venue through a proxy, and changes it with the `ETag` that was read. */
async function readAndChange(origin: string) {
  const { key } = await makeApiKey(test.db, { scopes: ['admin'] })
  const { id } = await makeVenue(test.db)
  const url = `${origin}/api/v1/venues/${id}/`
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' }
  const read = await fetch(url, { headers })
  expect(read.status).toBe(200)
  const etag = read.headers.get('etag') ?? ''
  const again = await fetch(url, { headers: { ...headers, 'if-match': etag } })
  const change = await fetch(url, {
    method: 'PATCH',
    headers: { ...headers, 'if-match': etag, 'content-type': 'application/merge-patch+json' },
    body: '{"city":"Gent"}',
  })
  const problem = (await change.json()) as { detail?: string }
  return { etag, statusOfRead: again.status, status: change.status, detail: problem.detail }
}

describe.skipIf(!existsSync(NGINX.program))('nginx', () => {
  it('makes tags weak when it compresses, and the 412 says so', async () => {
    const origin = await start(NGINX, 'proxy_set_header Accept-Encoding "";')
    const { etag, status, statusOfRead, detail } = await readAndChange(origin)
    expect(etag).toMatch(/^W\//)
    expect([status, statusOfRead]).toEqual([412, 412])
    expect(detail).toMatch(/^If-Match has only weak tags \(W\/\), .*proxy/)
  })

  it('passes them on with the lines of the operations page', async () => {
    const [, lines = ''] = /```nginx\n([^`]*)```/.exec(readText('src/docs/install.md')) ?? []
    const origin = await start(NGINX, lines)
    expect(await readAndChange(origin)).toMatchObject({ status: 200, statusOfRead: 200 })
  })
})

describe.skipIf(!existsSync(CADDY.program))('Caddy', () => {
  // Newer versions add `-gzip` to the tag, which a change ignores.
  it('lets changes through when it compresses', async () => {
    const lines = 'encode {\n gzip\n minimum_length 1\n }'
    expect(await readAndChange(await start(CADDY, lines))).toMatchObject({ status: 200 })
  })

  it('passes them on without encode', async () => {
    const origin = await start(CADDY, '')
    expect(await readAndChange(origin)).toMatchObject({ status: 200, statusOfRead: 200 })
  })
})
