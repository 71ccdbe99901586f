import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../contract/document.ts'
import { readText } from '../../support/repository.ts'
import { useDeployment } from './deployment.ts'
import { runContract, runContractWith, type ContractRun } from './run-contract.ts'
import {
  startFaultProxy,
  type InjectedViolation,
  type ProxiedRequest,
} from '../../support/fault-proxy.ts'

const test = useDeployment()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-contract-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const run = runContract

/** Through a proxy that violates the contract. */
function runThrough(violation: InjectedViolation, ...args: string[]): Promise<ContractRun> {
  return runContractWith({ origin: test.origin, violation }, ...args)
}

interface Page {
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

async function countRecords(): Promise<unknown> {
  const { rows } = await sql`SELECT (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM venues) AS venues, (SELECT count(*) FROM artworks) AS artworks`.execute(
    test.db,
  )
  return rows
}

/** The groups that could leave something behind. */
const WRITING = ['createEvent', 'createVenue', 'createMarketplaceArtwork'].flatMap((group) => [
  '--only',
  group,
])

describe('npm run contract', () => {
  it.each([
    [[], '--base-url is missing.'],
    [['--base-url', 'art.example'], '--base-url is "art.example" but must be an http or https'],
    [['--base-url', 'http://art.example/?a=1'], 'must be an http or https address without a query'],
    [['--base-url', 'http://art.example', '--concurrency', '1e1'], '--concurrency is "1e1" but'],
    [
      ['--base-url', 'http://art.example', '--scoped-key', 'amk_1'],
      '--scoped-key must be SCOPE=KEY',
    ],
    [['--base-url', 'http://art.example', '--odd'], "Unknown option '--odd'"],
  ])('refuses %j', async (args, message) => {
    const { exitCode, errors } = await run(...args)
    expect(errors).toContain(message)
    expect(errors).toMatch(/^.+\nnpm run contract -- --help explains the arguments\.$/)
    expect(exitCode).toBe(2)
  })

  it('says what to do when nobody is there', async () => {
    const proxy = await startFaultProxy(test.origin, {})
    await proxy.close()
    const { exitCode, errors } = await run('--base-url', proxy.url)
    expect(errors).toMatch(/cannot be reached \(ECONNREFUSED\). Is the service running there/)
    expect(exitCode).toBe(2)
  })

  it('names the request without a response before the first case', async () => {
    const proxy = await startFaultProxy(test.origin, {})
    proxy.inject('pass', 'no response')
    const { exitCode, errors } = await run('--base-url', proxy.url, '--timeout', '1')
    await proxy.close()
    expect(errors).toMatch(
      /^contract: GET \/api\/v1\/\S+: no whole response within 1 s \(--timeout\)$/,
    )
    expect(exitCode).toBe(2)
  })

  it('tries a group no further after a request without a response', async () => {
    const proxy = await startFaultProxy(test.origin, {})
    const hanging = () => proxy.received.filter(({ url }) => url.includes('/events/facets/'))
    proxy.beforeEach(() =>
      hanging().includes(proxy.received.at(-1)!) ? new Promise(() => {}) : Promise.resolve(),
    )
    const groups = ['--only', 'retrieveEventFacets', '--only', 'listTags']
    const { exitCode, out } = await run('--base-url', proxy.url, '--timeout', '5', ...groups)
    await proxy.close()
    expect(out).toMatch(/FAILED retrieveEventFacets: 0 passed, 1 failed, \d{2} skipped\n/)
    expect(out).toMatch(
      /skipped \d{2} cases: not tried, as a request of the group got no response within 5 s \(retrieveEventFacets\)/,
    )
    expect(hanging()).toHaveLength(1)
    expect(exitCode).toBe(1)
  })

  it('says what to do when there is no document', async () => {
    const { exitCode, errors } = await run('--base-url', `${test.origin}/elsewhere`)
    expect(errors).toMatch(/responds with 404 and no document. Is --base-url right\?/)
    expect(exitCode).toBe(2)
  })

  it('says what to do when the paths of a document of its own are not there', async () => {
    const document = path.join(folder, 'v1.json')
    await writeFile(document, readText('generated/v1.json'))
    const { exitCode, errors } = await run('--base-url', test.origin, '--document', document)
    expect(errors).toMatch(
      /--base-url must be the address that the paths of the document lie below/,
    )
    expect(exitCode).toBe(2)
    const api = ['--base-url', `${test.origin}/api/v1/`, '--only', 'retrieveVenue']
    expect(await run(...api, '--document', document)).toMatchObject({ exitCode: 0 })
  })

  it.each([
    ['{"openapi": "3.0.3"}', '3.0.3'],
    ['openapi: 3.0', '3'],
    ['{"name": "partner"}', 'without a version'],
    ['<!doctype html>', 'without a version'],
    ['', 'without a version'],
  ])('refuses what is no document of OpenAPI 3.1: %s', async (text, version) => {
    const document = path.join(folder, 'odd.json')
    await writeFile(document, text)
    const { exitCode, errors } = await run('--base-url', test.origin, '--document', document)
    expect(errors).toContain(`is no OpenAPI 3.1 document: it is OpenAPI ${version}`)
    expect(exitCode).toBe(2)
  })

  it('says before the first request that its report cannot be written', async () => {
    const inFile = path.join(folder, 'odd.json/junit.xml')
    await writeFile(path.dirname(inFile), '')
    for (const file of [folder, inFile]) {
      const { exitCode, out, errors } = await run('--base-url', test.origin, '--junit', file)
      expect(errors).toContain(`--junit ${file} cannot be written: `)
      expect([exitCode, out]).toEqual([2, ''])
    }
  })

  it('reads only without a key, and says what it could not try', async () => {
    const before = await countRecords()
    const { exitCode, out } = await run('--base-url', test.origin, '--verbose', ...WRITING)
    expect(out).toMatch(/skipped \d+ cases: it needs CONTRACT_KEY \(.*createEvent.*updateEvent.*\)/)
    expect(out).toContain(`- 503 needs an outage (${operations.length} operations)`)
    expect(out).toMatch(/\n\d+ passed, 0 failed, \d+ skipped$/)
    expect(exitCode).toBe(0)
    expect(await countRecords()).toEqual(before)
  })

  it('leaves nothing behind with a key', async () => {
    const before = await countRecords()
    const { exitCode, out } = await run('--base-url', test.origin, '--key', test.key, ...WRITING)
    expect(out).toMatch(/skipped \d+ cases: it needs --write-permanent, as the public would see it/)
    expect(out).toMatch(/\n\d+ passed, 0 failed, \d+ skipped$/)
    expect(exitCode).toBe(0)
    expect(await countRecords()).toEqual(before)
  })

  it('deletes its records although an earlier response reported their deletion', async () => {
    const before = await countRecords()
    const isFaked = ({ method, headers }: ProxiedRequest) =>
      method === 'DELETE' && headers['if-match'] !== '*'
    const violation: InjectedViolation = {
      changeRequest: (request) => (isFaked(request) ? { ...request, method: 'GET' } : request),
      changeResponse: (response, request) =>
        isFaked(request) && response.status === 200
          ? { ...response, status: 204, text: '' }
          : response,
    }
    const { exitCode, out } = await runThrough(violation, '--key', test.key, ...WRITING)
    expect(out).toMatch(/FAILED deletes the record, which is 404 afterwards\n/)
    expect(out).not.toContain('still there')
    expect(exitCode).toBe(1)
    expect(await countRecords()).toEqual(before)
  })

  it('takes keys from the environment, so that no list of processes shows them', async () => {
    const [, scopedKey = ''] = test.scopedKeys
    const environment = {
      CONTRACT_KEY: test.key,
      CONTRACT_SCOPED_KEYS: `${scopedKey} x=${test.key}`,
    }
    const { exitCode, out } = await runContractWith(
      { environment },
      '--base-url',
      test.origin,
      ...WRITING,
    )
    expect(out).not.toMatch(/CONTRACT_KEY|CONTRACT_SCOPED_KEYS/)
    // `events:write` again, which is not refused as it is said to be another scope.
    expect(out).toMatch(/FAILED refuses a key without the scope events:write\n.*instead of 403/)
    expect(exitCode).toBe(1)
    const none = { environment: { CONTRACT_KEY: '' } }
    const { out: without } = await runContractWith(none, '--base-url', test.origin, ...WRITING)
    expect(without).toContain('it needs CONTRACT_KEY')
  })

  it.each([
    [
      '--key',
      'amk_wrong',
      /^contract: The key is rejected: \S+ responds with 401\. Has it expired\?$/,
    ],
    [
      '--scoped-key',
      'a:b=amk_wrong',
      /^contract: The key of a:b is rejected: \S+ responds with 401\./,
    ],
  ])('tries nothing with a wrong %s', async (option, key, message) => {
    const { exitCode, errors, out } = await run('--base-url', test.origin, option, key)
    expect(errors).toMatch(message)
    expect(out).toBe('')
    expect(exitCode).toBe(2)
  })

  it.each([
    [
      'HTML',
      { text: '<html>\n<p>Log in' },
      /: it is application\/json and begins with "<html> <p>Log in"\.$/,
    ],
    [
      'a byte order mark',
      { text: '\u{FEFF}{"results":[]}' },
      /: it begins with a byte order mark\.$/,
    ],
    [
      'what is no record',
      { text: '{"results":[null]}' },
      /begins with "\{"results":\[null\]\}"\.$/,
    ],
    [
      'another encoding',
      { text: '\u{1F}', headers: { 'content-encoding': 'gzip' } },
      /: it is encoded as gzip, which was not asked for\.$/,
    ],
  ])('tries nothing where a list is %s', async (_, { text, headers }: Page, message) => {
    const violation: InjectedViolation = {
      changeResponse: (response, { url }) =>
        url.startsWith('/api/v1/tags/')
          ? { ...response, headers: { ...response.headers, ...headers }, text }
          : response,
    }
    const { exitCode, errors } = await runThrough(violation)
    expect(errors).toMatch(/^contract: \/api\/v1\/tags\/\S+ responds with 200 and no page: .*$/)
    expect(errors).toMatch(message)
    expect(exitCode).toBe(2)
  })

  it('deletes created drafts although their creation was reported as failed', async () => {
    const before = await countRecords()
    let made = 0
    const violation: InjectedViolation = {
      changeResponse: (response) => {
        if (response.status !== 201) return response
        made += 1
        return { ...response, status: 503, text: '' }
      },
    }
    const { exitCode, out } = await runThrough(violation, '--key', test.key, ...WRITING)
    expect(made).toBeGreaterThan(0)
    expect(out).not.toContain('still there')
    expect(exitCode).toBe(1)
    expect(await countRecords()).toEqual(before)
  })

  it('names drafts that it could not delete', async () => {
    const { db, key } = test
    const violation: InjectedViolation = {
      changeRequest: (request) =>
        request.method === 'DELETE' ? { ...request, method: 'GET' } : request,
      changeResponse: (response) =>
        response.status === 201 ? { ...response, status: 503, text: '' } : response,
    }
    const { out } = await runThrough(violation, '--key', key, ...WRITING)
    const [, id] = /still there: \/api\/v1\/events\/(\d+)\/\n/.exec(out) ?? []
    const { title } = await db
      .deleteFrom('events')
      .where('id', '=', Number(id))
      .returning('title')
      .executeTakeFirstOrThrow()
    expect(title).toMatch(/^Contract test /)
  })

  it('says in its report that it was interrupted', async () => {
    const interruption = new AbortController()
    const violation: InjectedViolation = {
      changeRequest: (request) => {
        if (request.method === 'OPTIONS') interruption.abort()
        return request
      },
    }
    const file = path.join(folder, 'interrupted.xml')
    const { exitCode, out } = await runContractWith(
      { signal: interruption.signal, origin: test.origin, violation },
      '--junit',
      file,
    )
    const xml = await readFile(file, 'utf8')
    const [said, count] = /Interrupted: (\d+) cases were not tried/.exec(xml) ?? []
    expect(xml).toContain('<testcase classname="interruption" name="runs to the end">')
    expect(xml).toMatch(/<error [^>]*>/)
    expect(Number(count)).toBeGreaterThan(100)
    expect(out).toContain(`\n${said?.toLowerCase()}`)
    expect(exitCode).toBe(130)
  })

  it('waits when it is asked to, and sends one batch at a time', async () => {
    const rejected = new Set<string>()
    const underWay = { batches: 0, most: 0 }
    const isBatch = ({ method, url, headers }: ProxiedRequest) =>
      method === 'POST' && url.includes('/batch/') && headers['authorization']?.includes(test.key)
    const violation: InjectedViolation = {
      changeRequest: (request) => {
        if (!isBatch(request)) return request
        underWay.batches += 1
        underWay.most = Math.max(underWay.most, underWay.batches)
        return request
      },
      changeResponse: (response, request) => {
        const { url } = request
        if (isBatch(request)) underWay.batches -= 1
        // Each address rejects its first request, with either status.
        if (rejected.size > 5 || rejected.has(url)) return response
        const status = rejected.size % 2 === 0 ? 429 : 503
        rejected.add(url)
        return { status, headers: { 'retry-after': '1' }, text: '' }
      },
    }
    const only = ['batchEvents', 'batchMarketplaceArtworks', 'listTags'].flatMap((group) => [
      '--only',
      group,
    ])
    const { exitCode, out } = await runThrough(violation, '--key', test.key, ...only)
    expect(rejected.size).toBe(6)
    expect(underWay.most).toBe(1)
    expect(out).toMatch(
      /^(skipped .*\n)*.* \(--verbose lists them\)\n\d+ passed, 0 failed(, \d+ skipped)?$/,
    )
    expect(exitCode).toBe(0)
  })

  it('names no unknown group', async () => {
    const { exitCode, errors } = await run('--base-url', test.origin, '--only', 'listArt')
    expect(errors).toContain('--only: there are no cases of listArt.')
    expect(exitCode).toBe(2)
  })

  it('leaves headers out of it that something in front adds', async () => {
    const violation: InjectedViolation = {
      changeResponse: (response) => ({
        ...response,
        headers: { ...response.headers, via: '1.1 front' },
      }),
    }
    const only = ['--only', 'retrieveVenue']
    const { exitCode, out } = await runThrough(violation, ...only)
    expect(out).toContain('The header via is not declared')
    expect(exitCode).toBe(1)
    const ignoring = await runThrough(violation, ...only, '--ignore-header', 'Via')
    expect(ignoring.exitCode).toBe(0)
  })

  it('takes no change of a record between two reads for a missing one', async () => {
    let reads = 0
    const violation: InjectedViolation = {
      changeResponse(response, { url }) {
        if (!/\?cursor=[\w-]+&limit=2$/.test(url)) return response
        reads += 1
        if (reads > 1) return response
        const headers = { ...response.headers, etag: '"Before"' }
        return { ...response, headers, text: response.text.replace(/(?<="id":)\d+/, '987') }
      },
    }
    const { exitCode, out } = await runThrough(violation, '--only', 'retrieveEventChanges')
    expect([reads, exitCode]).toEqual([2, 0])
    expect(out).toMatch(/ passed, 0 failed$/)
  })

  it('writes JUnit XML, in which no key is', async () => {
    const violation: InjectedViolation = {
      changeResponse: (response, { method }) =>
        method === 'POST' && response.status === 400
          ? { ...response, text: response.text.replace('"detail":"', '"detail":"<&\u0007') }
          : response,
    }
    const file = path.join(folder, 'reports/contract.xml')
    const args = ['--key', test.key, '--only', 'createVenue', '--junit', file]
    const { out } = await runThrough(violation, ...args)
    const xml = await readFile(file, 'utf8')
    const [, passed, failed, skipped] = /(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(out) ?? []
    const total = [passed, failed, skipped].reduce((sum, count) => sum + Number(count), 0)
    expect(xml.match(/<testcase /g)).toHaveLength(total)
    expect(xml).not.toContain('nterrupt')
    expect(xml.match(/<failure /g)).toHaveLength(Number(failed))
    expect(xml.match(/<skipped\/>/g)).toHaveLength(Number(skipped))
    expect(xml).toContain('classname="createVenue" name="creates a record"')
    // eslint-disable-next-line no-control-regex
    expect(xml).not.toMatch(/[\u0000-\u0008]/)
    for (const text of [xml, out]) expect(text).not.toContain(test.key)
  })
})
