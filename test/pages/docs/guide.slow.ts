import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  GUIDE_FILES,
  guideFile,
  MARKDOWN_PAGES,
  markdownText,
  type MarkdownPage,
} from '../../../src/pages/docs/markdown-pages.ts'
import { cursorText } from '../../../src/feed/feed-cursor.ts'
import { PARTNER_SCOPES } from '../../../src/auth/principal.ts'
import { findFreePort } from '../../../src/server/listen.ts'
import { RegistryUnreachable } from '../../../scripts/programs/registry.ts'
import { SDKS } from '../../sdks/all-sdks.ts'
import { installRequirements } from '../../../scripts/programs/virtual-environment.ts'
import { buildApp } from '../../../src/app.ts'
import { operations } from '../../../src/operations.ts'
import { connectionTo, useDatabase } from '../../support/database.ts'
import { makeApiKey, type MadeApiKey } from '../../support/make-api-key.ts'
import { makeArtwork } from '../../support/make-artwork.ts'
import { makeEventCategory } from '../../support/make-categories.ts'
import { makeEvent } from '../../support/make-event.ts'
import { makeEventImage } from '../../support/make-images.ts'
import { makeVenue } from '../../support/make-venue.ts'
import { root } from '../../support/repository.ts'
import { nextNumber } from '../../support/sequence.ts'
import {
  startFaultProxy,
  type InjectedFault,
  type ProxiedRequest,
} from '../../support/fault-proxy.ts'
import { settleFeeds } from '../../support/settle-feeds.ts'
import { artworkIds, replaceArtworks } from '../../client/support/replaced-artworks.ts'

// Runs every command and program of the guide against a listening service.

const run = promisify(execFile)
const test = useDatabase()
let app: FastifyInstance
let api: string
let author: MadeApiKey
let key: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guide-'))
  const port = await findFreePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  api = `${url}/api/v1`
  const urls = { public: url, media: `${url}/media` }
  app = await buildApp({
    operations,
    context: { db: test.db, urls },
    connection: connectionTo(test.url),
    logLevel: 'silent',
    webhooks: { resolve: () => Promise.resolve([]) },
  })
  await app.listen({ host: '127.0.0.1', port })
  author = await makeApiKey(test.db, {
    scopes: PARTNER_SCOPES,
  })
  key = author.key
  await makeVenue(test.db, { name: 'Kunsthal Nord' })
  await makeEventCategory(test.db, { name: 'Art Fairs' })
  for (let n = 1; n <= 105; n += 1) await makeEvent(test.db, { title: `Event ${n}` })
  for (let n = 1; n <= 101; n += 1) await makeArtwork(test.db)
  await compileTypeScript()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

interface Fence {
  readonly info: string
  readonly text: string
}

const PAGES = MARKDOWN_PAGES.filter(({ path: at }) => at.startsWith('/docs/guide'))

function fences(page: MarkdownPage): Fence[] {
  const found = markdownText(page).matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)
  return [...found].map(([, info = '', text = '']) => ({ info, text }))
}

describe.each(PAGES)('the commands of $path', async (page) => {
  const commands = fences(page)
    .filter(({ info }) => info === 'sh')
    .map(({ text }) => text)
    .join('\n')
  const documented = [...commands.matchAll(/^curl -i .*|^ .*# \d{3}\b.*/gm)].flatMap(
    ([line]) => line.match(/# (\d{3})\b/)?.[1] ?? [],
  )

  it.skipIf(!(await isInstalled('curl')))('get the documented responses', async () => {
    expect(documented.length).toBeGreaterThan(3)
    const script = commands
      .replace('https://api.art-marketplace.example/api/v1', api)
      .replace('KEY=amk_...', `KEY=${key}`)
    const file = path.join(folder, 'guide.sh')
    await writeFile(file, `set -eu\n${script}`)
    const { stdout } = await run('bash', [file], { maxBuffer: 64 * 1024 * 1024 })
    expect([...stdout.matchAll(/HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status)).toEqual(
      documented,
    )
  })
})

/** The TypeScript of the guide and its generated client, compiled into `folder`. */
async function compileTypeScript(): Promise<void> {
  const recipes = fences(PAGES[0] as MarkdownPage).filter(({ info }) => info === 'ts')
  expect(recipes).toHaveLength(1)
  const generator = path.join(root, 'node_modules/@hey-api/openapi-ts/bin/run.js')
  const input = path.join(root, 'generated/v1.json')
  await run(process.execPath, [generator, '--input', input, '--output', 'api'], { cwd: folder })
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'recipe.ts'), recipes[0]?.text ?? '')
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts')) continue
    const text = await readFile(path.join(folder, name), 'utf8')
    const { outputText } = ts.transpileModule(text, { compilerOptions })
    await writeFile(path.join(folder, name.replace(/ts$/, 'js')), outputText)
  }
}

async function runTypeScript(baseUrl: string): Promise<string> {
  const file = path.join(folder, 'recipe.js')
  const text = await readFile(file, 'utf8')
  const program = path.join(folder, `recipe-${nextNumber()}.js`)
  await writeFile(program, text.replace('https://api.art-marketplace.example/api/v1', baseUrl))
  return (await run(process.execPath, [program], { cwd: folder })).stdout
}

describe('the TypeScript of the guide', () => {
  it('lists events', async () => {
    expect((await runTypeScript(api)).trim().split('\n')).toHaveLength(100)
  })
})

describe('the commands that generate clients', () => {
  const commands = fences(PAGES[0] as MarkdownPage)
    .filter(({ info }) => info === 'console')
    .map(({ text }) => text)
    .join('\n')

  it.each(['@hey-api/openapi-ts', 'openapi-python-client', 'oapi-codegen', 'ogen'])(
    'name the tested version of %s',
    (generator) => {
      const { version = '' } = SDKS.find((sdk) => sdk.generator === generator) ?? {}
      expect(commands).toMatch(
        new RegExp(`${generator}(?:@v?|==)${version.replaceAll('.', '\\.')}\\b`),
      )
    },
  )

  it('name the tested version of openapi-generator', () => {
    const { version } = SDKS.find(({ generator }) => generator === 'openapi-generator java') ?? {}
    expect(commands).toContain(`openapi-generator-cli==${version}\n`)
  })
})

const PYTHON = path.join(root, '.data/guide')

/** The package that keep_a_copy.py names. @returns whether it is installed. */
async function installPackage(): Promise<boolean> {
  const requirements = path.join(tmpdir(), `guide-requirements-${process.pid}.txt`)
  await writeFile(requirements, /rfc8785==[\d.]+/.exec(guideFile('keep_a_copy.py'))?.[0] ?? '')
  try {
    await installRequirements(requirements, PYTHON)
    return true
  } catch (error) {
    if (error instanceof RegistryUnreachable) return false
    throw error
  } finally {
    await rm(requirements)
  }
}

describe('the programs of the guide', async () => {
  const interpreters: Record<string, string> = { '.mjs': process.execPath, '.py': 'python3' }
  const hasPython = await isInstalled('python3')
  const hasPackage = hasPython && (await installPackage())
  if (hasPackage) interpreters['.py'] = path.join(PYTHON, 'venv/bin/python')
  const lacks = (name: string): boolean =>
    name === 'keep_a_copy.py' ? !hasPackage : name.endsWith('.py') && !hasPython

  /** Runs a program of the guide unchanged. */
  async function runProgram(name: string, ...args: string[]): Promise<string> {
    return (await start(name, args)).stdout
  }

  function start(name: string, args: readonly string[]) {
    const program = path.join(root, 'src/docs/guide', name)
    const interpreter = interpreters[path.extname(name)] ?? ''
    return run(interpreter, [program, ...args], { cwd: folder })
  }

  const inHtml = { 'content-type': 'text/html' }
  const inJson = { 'content-type': 'application/json' }
  const programCall =
    (...args: string[]) =>
    (name: string): [string, (baseUrl: string) => Promise<string>] => [
      name,
      (baseUrl) => runProgram(name, ...args, baseUrl),
    ]

  it('are shown unchanged in the guide', () => {
    const fenced = PAGES.flatMap(fences).filter(({ info }) => info.includes('.'))
    expect(fenced.map(({ info }) => info)).toHaveLength(10)
    expect(fenced.map(({ text }) => text)).toEqual(fenced.map(({ info }) => guideFile(info)))
  })

  it.each(Object.keys(GUIDE_FILES))(
    '%s can be downloaded, and the guide links it',
    async (name) => {
      const { origin } = new URL(api)
      const pages = PAGES.map(async (page) => (await fetch(`${origin}${page.path}`)).text())
      expect((await Promise.all(pages)).join()).toContain(`href="${origin}/docs/guide/${name}"`)
      const response = await fetch(`${origin}/docs/guide/${name}`)
      expect(response.status).toBe(200)
      const own = guideFile(name).replaceAll('https://api.art-marketplace.example', origin)
      expect(await response.text()).toBe(own)
    },
  )

  for (const name of ['read-everything.mjs', 'read_everything.py']) {
    it.skipIf(lacks(name))(`${name} reads everything`, async () => {
      const lines = (await runProgram(name, api)).trim().split('\n')
      const ids = lines.map((line) => Number(line.split('\t')[0]))
      expect(ids).toEqual(await artworkIds(test.db))
    })
  }

  const needKey = ['publish', 'replace'].flatMap((verb) => [
    `${verb}-event.mjs`,
    `${verb}_event.py`,
  ])
  for (const name of needKey) {
    it.skipIf(lacks(name))(`${name} prints its usage without arguments`, async () => {
      await expect(runProgram(name)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`^Usage: \\w+ ${name} KEY .*\\n$`)),
      })
    })
  }

  for (const name of ['publish-event.mjs', 'publish_event.py']) {
    it.skipIf(lacks(name))(`${name} publishes an event once in several runs`, async () => {
      const first = await runProgram(name, key, api)
      expect(first).toMatch(/^http\S+\/events\/\d+\/ is published\n$/)
      expect(await runProgram(name, key, api)).toBe(first)
      const [address = ''] = first.split(' ')
      expect(await (await fetch(address)).json()).toMatchObject({
        publish_status: 'published',
        category: { name: 'Gallery Shows' },
      })
    })
  }

  for (const name of ['replace-event.mjs', 'replace_event.py']) {
    it.skipIf(lacks(name))(`${name} changes only the title`, async () => {
      const image = await makeEventImage(test.db, { caption: 'The hall' })
      const values = { author_id: author.userId, featured_image_id: image.id, price: '12.50' }
      const { id } = await makeEvent(test.db, values)
      const read = async () => (await fetch(`${api}/events/${id}/`)).json() as Promise<object>
      const before = await read()
      const title = `By ${name}`
      expect(await runProgram(name, key, String(id), title, api)).toBe(
        `${api}/events/${id}/ is now ${title}\n`,
      )
      const after = await read()
      const moved = { updated_at: expect.any(String), summary: expect.stringContaining(title) }
      expect(after).toEqual({ ...before, title, ...moved })
    })

    it.skipIf(lacks(name))(`${name} removes no contact data`, async () => {
      const values = { author_id: author.userId, email: 'mette@a.example' }
      const { id } = await makeEvent(test.db, values)
      await expect(runProgram(name, key, String(id), 'Other', api)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Add email to the body: no response contains it.'),
      })
    })
  }

  describe.each<[string, InjectedFault]>([
    ['an empty 502', { status: 502 }],
    ['a page with 502', { status: 502, headers: inHtml, body: '<h1>Bad gateway</h1>' }],
    ['half a document', { status: 200, headers: inJson, body: '{"count": 1, "results": [' }],
    ['another resource by a redirect', { status: 302, headers: { location: '/api/v1/' } }],
    ['204', { status: 204 }],
  ])('fail when a proxy sends %s', (_, fault) => {
    const calls: [string, (baseUrl: string) => Promise<string>][] = [
      ['the TypeScript', runTypeScript],
      ...['read-everything.mjs', 'read_everything.py'].map(programCall()),
      ['keep_a_copy.py', (at) => runProgram('keep_a_copy.py', at, `${nextNumber()}.db`)],
      ...['publish-event.mjs', 'publish_event.py'].map(programCall('amk_x')),
      ...['replace-event.mjs', 'replace_event.py'].map(programCall('amk_x', '1', 'Title')),
    ]
    for (const [name, call] of calls) {
      it.skipIf(lacks(name))(name, async () => {
        const proxy = await startFaultProxy(new URL(api).origin)
        // After a redirect, the other resource.
        proxy.inject(...Array.from({ length: 20 }, () => [fault, 'pass' as const]).flat())
        const outcome = await call(`${proxy.url}/api/v1`).then(
          (stdout) => stdout,
          (error: { code: number; stdout: string }) => error,
        )
        await proxy.close()
        expect(outcome).toMatchObject({ code: 1, stdout: '' })
      })
    }
  })

  const MOVING: Record<string, (baseUrl: string) => Promise<number[]>> = {
    'read-everything.mjs': (baseUrl) => printedIds('read-everything.mjs', baseUrl),
    'read_everything.py': (baseUrl) => printedIds('read_everything.py', baseUrl),
  }

  async function printedIds(name: string, baseUrl: string): Promise<number[]> {
    const lines = (await runProgram(name, baseUrl)).trim().split('\n')
    return lines.map((line) => Number(line.split('\t')[0]))
  }

  for (const [name, read] of Object.entries(MOVING)) {
    it.skipIf(lacks(name))(`${name} loses no record while others write`, async () => {
      const proxy = await startFaultProxy(new URL(api).origin)
      const { kept, doomed } = await replaceArtworks(test.db, proxy)
      const found = await read(`${proxy.url}/api/v1`)
      await proxy.close()
      expect(found).toEqual(expect.arrayContaining(kept))
      expect(doomed.length).toBeLessThan(28)
      // Without writers, nothing that is gone stays.
      expect(new Set(await read(api))).toEqual(new Set(await artworkIds(test.db)))
    })
  }

  describe.skipIf(lacks('keep_a_copy.py'))('keep_a_copy.py', () => {
    const RIGHT = 'The copy is right.\n'
    const sqlite = (file: string, statement: string) =>
      run('python3', [
        '-c',
        `import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); print(*(r[0] for r in d.execute(sys.argv[2]))); d.commit()`,
        path.join(folder, file),
        statement,
      ])
    const idsIn = async (file: string) =>
      (await sqlite(file, 'SELECT id FROM artworks')).stdout.split(' ').map(Number)

    it('goes on when it is killed, and is right in the end', async () => {
      const file = `killed-${nextNumber()}.db`
      // These sizes make numbers that JSON writers print differently: 1e-9 and 1e18.
      for (const size of [0.001, 1_000_000]) {
        await makeArtwork(test.db, { size_h: size, size_w: size, size_d: size })
      }
      const smallPages = (request: ProxiedRequest) => ({
        ...request,
        url: request.url.replace('limit=500', 'limit=20'),
      })
      const proxy = await startFaultProxy(new URL(api).origin, { changeRequest: smallPages })
      const copy = () => start('keep_a_copy.py', [`${proxy.url}/api/v1`, file])
      const expireCursor = () => {
        const cursor = cursorText({ epoch: randomUUID(), no: 1, start: 1 })
        return sqlite(file, `UPDATE place SET cursor = '&cursor=${cursor}'`)
      }
      const [{ id: gone }] = [await makeArtwork(test.db)]
      await settleFeeds(test.db)
      for (let requests = 1; requests <= 8; requests += 1) {
        const running = copy()
        let left = requests
        proxy.beforeEach(async () => {
          left -= 1
          if (left === 0) running.child.kill('SIGKILL')
        })
        await running.catch(() => {})
        // In the middle of the first reading and of a later one.
        if (requests === 3 || requests === 5) await expireCursor()
        if (requests === 4) {
          await test.db.deleteFrom('artworks').where('id', '=', gone).execute()
          await settleFeeds(test.db)
        }
      }
      proxy.beforeEach(async () => {})
      expect((await copy()).stdout).toBe(RIGHT)
      await proxy.close()
      expect(new Set(await idsIn(file))).toEqual(new Set(await artworkIds(test.db)))
    })

    it.each([
      `UPDATE artworks SET record = replace(record, '"title": "', '"title": "x') WHERE id = ONE`,
      'DELETE FROM artworks WHERE id = ONE',
      'INSERT INTO artworks SELECT 987654, reading, record FROM artworks WHERE id = ONE',
    ])('finds %s, and repairs it', async (damage) => {
      const file = `damaged-${nextNumber()}.db`
      await settleFeeds(test.db)
      expect(await runProgram('keep_a_copy.py', api, file)).toBe(RIGHT)
      await sqlite(file, damage.replace('ONE', '(SELECT min(id) FROM artworks)'))
      await expect(runProgram('keep_a_copy.py', api, file)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The copy differs'),
      })
      expect(await runProgram('keep_a_copy.py', api, file)).toBe(RIGHT)
      expect(new Set(await idsIn(file))).toEqual(new Set(await artworkIds(test.db)))
    })
  })

  describe.each(['drf-errors.mjs', 'drf_errors.py'])('%s', (name) => {
    const mapped = async (problem: object): Promise<unknown> => {
      const running = start(name, [])
      running.child.stdin?.end(JSON.stringify(problem))
      return JSON.parse((await running).stdout)
    }
    const errorOf = async (address: string, init: RequestInit = {}) =>
      mapped((await (await fetch(`${api}${address}`, init)).json()) as object)
    const errorOfPost = (body: string) =>
      errorOf('/events/', {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body,
      })

    it.skipIf(lacks(name))('makes the bodies of Django REST Framework', async () => {
      expect(await errorOf('/events/999999999/')).toEqual({
        detail: 'No event has the id 999999999.',
      })
      expect(await errorOf('/events/?limit=x')).toEqual({
        limit: ['"x" is not an integer from 1 to 100 in plain decimal digits.'],
      })
      expect(await errorOfPost('{"a"')).toMatchObject({ non_field_errors: [expect.any(String)] })
      const whole = { title: 'x', category: 1, venue: 1, start_time: 5 }
      expect(await errorOfPost(JSON.stringify({ ...whole, featured_image: {} }))).toEqual({
        start_time: [expect.any(String)],
        end_time: ['It is required.'],
        featured_image: ['full_size: It is required.'],
      })
      const errors = ['/a~1b/~0c', '/a~1b'].map((pointer) => ({ pointer, detail: 'No.' }))
      expect(await mapped({ detail: '', errors })).toEqual({ 'a/b': ['~0c: No.', 'No.'] })
    })
  })
})
