import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeArtist } from '../support/make-artist.ts'
import { makeArtwork } from '../support/make-artwork.ts'
import { makeEventCategory } from '../support/make-categories.ts'
import { filesBelow, readText, root } from '../support/repository.ts'
import { settleFeeds } from '../support/settle-feeds.ts'
import { idsOf } from './support/events.ts'
import { PACKAGE, useInstalledClient } from './support/installed-client.ts'
import { usePartner } from './support/partner.ts'

// The client as a partner uses it: packed, installed, compiled and run in its own processes.

const test = usePartner()
const installed = useInstalledClient()
const README = readText('src/client/README.md')
const README_PROGRAMS = [...README.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text)
const EXAMPLES = ['keep-a-copy.ts', 'publish-an-event.ts', 'walk-artworks.ts']

const BROKEN_PROXY = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Sorry' }
const outcomes = () => test.proxy.received.map(({ status }) => status)

/** The output lines of a successful example. */
async function linesOf(example: string, ...args: string[]): Promise<string[]> {
  const { exitCode, stdout, stderr } = await installed.run(example, test.baseUrl, ...args)
  expect([exitCode, stderr]).toEqual([0, ''])
  return stdout.trimEnd().split('\n')
}

beforeAll(async () => {
  for (const name of EXAMPLES) {
    await cp(path.join(root, 'src/client/examples', name), path.join(installed.folder, name))
  }
  await writeFile(path.join(installed.folder, 'readme.ts'), README_PROGRAMS.join('\n'))
  const files = [...EXAMPLES, 'readme.ts']
  const { stdout } = await installed.compile(files, { module: 'nodenext', types: ['node'] })
  expect(stdout).toBe('')
})

describe('the package', () => {
  it('contains only the client', () => {
    const { files, sizeBytes } = installed.packed
    const others = files.filter((file) => !/^dist\/src\/client\/[a-z-]+(\.d\.ts|\.js)$/.test(file))
    expect(others.toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'client.d.ts',
      'client.js',
      'dist/generated/operations.d.ts',
      'dist/generated/operations.js',
      'dist/generated/v1.d.ts',
      'package.json',
    ])
    expect(sizeBytes).toBeLessThan(100_000)
  })

  it('exports only the client', async () => {
    const names = `console.log(Object.keys(await import('${PACKAGE}/client')).join())`
    const { stdout } = await installed.run('--input-type=module', '--eval', names)
    expect(stdout.trim()).toBe(
      'ConnectionError,CopyError,MemoryCopyStore,ProblemError,RequestError,UnexpectedResponseError,convertedPrices,createClient,eventInputOf',
    )
    const app = `await import('${PACKAGE}/dist/src/client/response.js')`
    const { stderr } = await installed.run('--input-type=module', '--eval', app)
    expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  it('has its own README, whose programs compile', async () => {
    const file = path.join(installed.folder, 'node_modules', PACKAGE, 'README.md')
    expect(await readFile(file, 'utf8')).toBe(README)
    expect(README_PROGRAMS.length).toBeGreaterThan(5)
  })

  // As in a browser: without the types of Node, and with a bundler's module resolution.
  it('has types that reject violations of the contract', async () => {
    await writeFile(path.join(installed.folder, 'browser.ts'), BROWSER)
    const bundled = { module: 'esnext', moduleResolution: 'bundler', types: [], noEmit: true }
    const { stdout } = await installed.compile(['browser.ts'], bundled)
    expect(stdout).toBe('')
  })
})

const BROWSER = `
import { createClient, ProblemError, type Event, type EventPatch } from '${PACKAGE}/client'

const client = createClient({ baseUrl: 'https://art.example/api/v1', key: 'amk_' })
const patch: EventPatch = { publish_status: 'published' }

export async function use(): Promise<void> {
  for await (const artwork of client.listMarketplaceArtworks({ ordering: '-price', limit: 100 })) {
    const price: string | null = artwork.price_eur
    // @ts-expect-error: it can be null
    const text: string = artwork.price_eur
    document.title = (price ?? text) + artwork.gallery.name
  }
  const seen = await client.retrieveEvent(7)
  const event: Event = seen.record
  const changed = await client.partialUpdateEvent(seen, patch)
  await client.deleteEvent(changed)
  await client.changeEvent(event.id, ({ title }) => ({ title: title.trim() }))
  for await (const { count, results } of client.listVenues({ name: 'nord' }).pages()) {
    document.title = results[0]?.name.padStart(count) ?? ''
  }
  try {
    const lines = [{ external_id: 'E-1', patch }]
    for await (const line of client.batchEvents(lines, { dryRun: true })) {
      document.title = line.kind === 'summary' ? String(line.applied) : (line.problem?.detail ?? '')
    }
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return
    throw error
  }
}

export function misuse(): void {
  // @ts-expect-error: no sort key of artworks
  client.listMarketplaceArtworks({ ordering: 'start_time' })
  // @ts-expect-error: no filter of artworks
  client.listMarketplaceArtworks({ name: 'x' })
  // @ts-expect-error: no field of an event
  void client.partialUpdateEvent({ record: { id: 7 }, etag: '"x"' }, { colour: 'red' })
  // @ts-expect-error: a deletion without a read
  void client.deleteEvent(7)
  // @ts-expect-error: missing fields
  void client.createEvent({ title: 'x' })
  // @ts-expect-error: a line of another batch
  client.batchEvents([{ external_id: 'E-1', artwork: {} }])
  // @ts-expect-error: no Idempotency-Key for a batch
  client.batchEvents([], { idempotencyKey: 'x' })
  // @ts-expect-error: an address is needed
  createClient({})
}
`

it('tests every example, and src/docs/clients.md names each', () => {
  const files = filesBelow('src/client/examples').map((file) => path.basename(file))
  expect(files).toEqual(EXAMPLES)
  const page = readText('src/docs/clients.md')
  for (const file of files) expect(page).toContain(`\`${file}\``)
  const shown = readText('src/client/examples/walk-artworks.ts')
  expect(page).toContain(shown.slice(shown.indexOf('for await')))
})

it.each(EXAMPLES)('%s prints its usage without arguments', async (name) => {
  const program = name.replace('.ts', '.js')
  const { exitCode, stdout, stderr } = await installed.run(program)
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(new RegExp(`^Usage: node ${program} BASE_URL[A-Z ]*\\n$`))
})

describe('walk-artworks', () => {
  it('prints every artwork after a failed page', async () => {
    const artist = await makeArtist(test.db, { name: 'Jane Doe' })
    for (let i = 0; i < 101; i += 1) {
      await makeArtwork(test.db, { title: `Work ${i}`, artists: [artist.id] })
    }
    test.proxy.inject('pass', BROKEN_PROXY)
    const lines = await linesOf('walk-artworks.js')
    expect(lines).toHaveLength(101)
    expect(new Set(lines.map((line) => line.split(' | ')[0])).size).toBe(101)
    expect(lines[0]).toMatch(/^Work \d+ \| Jane Doe \| .+ \| (on request|[\d.]+ USD)$/)
    expect(outcomes()).toEqual([200, undefined, 200])
  })
})

describe('keep-a-copy', () => {
  const RIGHT = 'The copy is as the service has it.'

  it('goes on with the last whole line after it was killed', async () => {
    const file = path.join(installed.folder, 'copy.jsonl')
    const { id } = await makeArtwork(test.db)
    await settleFeeds(test.db)
    const [first = '', ...right] = await linesOf('keep-a-copy.js', file)
    expect(right).toEqual([RIGHT])
    const count = Number(/^\d+/.exec(first)?.[0])
    expect(first).toBe(`${count} artworks: ${count} new or changed, 0 deleted`)
    const whole = await readFile(file, 'utf8')
    await test.db.updateTable('artworks').set({ title: 'Über' }).where('id', '=', id).execute()
    await settleFeeds(test.db)
    const changed = [`${count} artworks: 1 new or changed, 0 deleted`, RIGHT]
    expect(await linesOf('keep-a-copy.js', file)).toEqual(changed)
    const added = Buffer.from((await readFile(file, 'utf8')).slice(whole.length))
    // Each place in the added line where the writing may have ended, in a character of two bytes, too.
    for (const length of [1, added.indexOf('Ü') + 1, added.length - 1]) {
      await writeFile(file, Buffer.concat([Buffer.from(whole), added.subarray(0, length)]))
      expect(await linesOf('keep-a-copy.js', file)).toEqual(changed)
      expect(await readFile(file)).toEqual(Buffer.concat([Buffer.from(whole), added]))
    }
  })

  it('keeps the copy when it fails', async () => {
    const file = path.join(installed.folder, 'whole-copy.jsonl')
    await linesOf('keep-a-copy.js', file)
    const before = await readFile(file, 'utf8')
    test.proxy.inject({ ...BROKEN_PROXY, status: 500 })
    const { exitCode, stderr } = await installed.run('keep-a-copy.js', test.baseUrl, file)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('UnexpectedResponseError')
    expect(await readFile(file, 'utf8')).toBe(before)
  })
})

describe('publish-an-event', () => {
  const publish = (title: string, key = test.apiKey.key) =>
    installed.run('publish-an-event.js', test.baseUrl, key, title, 'Kunsthal Ærø', 'Marstal')

  it('publishes one event at one venue despite network faults and a second run', async () => {
    const title = 'Nordlys über Ærø'
    // List venues, create the venue, list categories, create, read and change the event.
    test.proxy.inject(
      'reset before the service',
      'pass',
      'reset after the service',
      'pass',
      BROKEN_PROXY,
      'pass',
    )
    const first = await publish(title)
    expect([first.exitCode, first.stderr]).toEqual([0, ''])
    const [id] = await idsOf(test, title)
    expect(first.stdout).toMatch(
      new RegExp(`^Event ${id} is published: ${title}: .* at Kunsthal Ærø`),
    )
    test.proxy.inject('pass', 'pass', 'reset after the service')
    expect(await publish(title)).toEqual(first)
    expect(await idsOf(test, title)).toEqual([id])
    const venues = test.client().listVenues({ name: 'Kunsthal Ærø' }).pages()
    expect((await venues.next()).value).toMatchObject({ count: 1 })
  })

  it('uses the matching category', async () => {
    await makeEventCategory(test.db, { name: 'Art Fairs' })
    const title = 'Nordlys'
    expect((await publish(title)).exitCode).toBe(0)
    const [id = 0] = await idsOf(test, title)
    expect((await test.client().retrieveEvent(id)).record.category.name).toBe('Gallery Shows')
  })

  it('prints the errors of a request', async () => {
    const wrong = await publish('')
    expect([wrong.exitCode, wrong.stdout]).toEqual([1, ''])
    expect(wrong.stderr).toMatch(/^invalid_request: .*\n {2}\/title: .*\n$/)
    const stranger = await publish('Unknown', 'amk_wrong')
    expect(stranger.stderr).toMatch(/^unauthorized: .*\n$/)
  })
})
