import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePythonClient } from '../../scripts/packages/python.ts'
import { missingPrograms } from '../../scripts/programs/missing-programs.ts'
import { RegistryUnreachable } from '../../scripts/programs/registry.ts'
import { runProgram } from '../../scripts/programs/run-program.ts'
import { runPython } from '../../scripts/programs/virtual-environment.ts'
import { contract } from '../../src/contract/document.ts'
import { usePartner } from '../client/support/partner.ts'
import { isNightly } from '../support/amount.ts'
import { makeApiKey } from '../support/make-api-key.ts'
import { makeEvent } from '../support/make-event.ts'
import { root } from '../support/repository.ts'
import { codeIn } from './documented.ts'

// The Python client in an empty environment of each Python from 3.10 on.

const test = usePartner()
const tools = path.join(root, '.data/python-client')
const README = 'scripts/packages/python/README.md'
const folder = await mkdtemp(path.join(tmpdir(), 'art-marketplace-python-'))
const wheel = await madeWheel()

let key: string
let eventId: number

beforeAll(async () => {
  key = (await makeApiKey(test.db, { scopes: ['admin'] })).key
  for (let count = 0; count < 5; count += 1) eventId = (await makeEvent(test.db)).id
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Undefined without Python or its package index. */
async function madeWheel(): Promise<string | undefined> {
  const [missing] = await missingPrograms(['python3'])
  try {
    if (missing !== undefined) throw new RegistryUnreachable('there is no python3')
    const { file, sizeBytes } = await makePythonClient(path.join(folder, 'package'))
    console.log(`The wheel has ${(sizeBytes / 1e6).toFixed(2)} MB`)
    return file
  } catch (error) {
    if (!(error instanceof RegistryUnreachable)) throw error
    console.log(`Skipped: the Python client, because ${error.message}`)
    return undefined
  }
}

const PROGRAMS = ['connection.py', 'partner.py']

const MYPY = ['-m', 'mypy', '--config-file=', '--strict', '--python-version', '3.10']

describe.skipIf(wheel === undefined)('the package', () => {
  it('has a module for each operation but those that the generator cannot make', async () => {
    const files = await readdir(path.join(folder, 'package/art_marketplace/api'), {
      recursive: true,
    })
    const made = files.map((file) => path.basename(file, '.py'))
    const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods))
    const names = operations.map(({ operationId }) =>
      operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
    expect(names.filter((name) => !made.includes(name)).toSorted()).toEqual([
      'batch_events',
      'batch_marketplace_artworks',
      'import_exchange_rates',
      'retrieve_event_snapshot',
      'retrieve_marketplace_artwork_snapshot',
    ])
  })

  it('has types for Python 3.10, and says so', async () => {
    await runPython(tools, [...MYPY, 'art_marketplace'], path.join(folder, 'package'))
    const named = await runProgram('python3', ['-m', 'zipfile', '--list', wheel ?? ''], folder)
    expect(named).toContain('art_marketplace/py.typed')
    expect(wheel).toContain(`art_marketplace_client-${contract.info.version}-py3-none-any.whl`)
  })
})

/** Those that pyenv has are found by its variable, which other installations do not read. */
async function installedPythons(): Promise<string[]> {
  const found: string[] = []
  for (const version of ['3.10', '3.11', '3.12', '3.13', '3.14', '3.15']) {
    const asked = runProgram(`python${version}`, ['--version'], tmpdir(), {
      PYENV_VERSION: version,
    })
    await asked.then(
      () => found.push(version),
      () => {},
    )
  }
  return found
}

const installed = await installedPythons()
const chosen = isNightly
  ? installed
  : [...new Set([...installed.slice(0, 1), ...installed.slice(-1)])]

describe.skipIf(wheel === undefined).each(chosen)('Python %s', (version) => {
  const environment = () => path.join(folder, version)
  const python = (...args: string[]) =>
    runProgram(path.join(environment(), 'bin/python'), args, environment())

  beforeAll(async () => {
    const settings = { PYENV_VERSION: version }
    await runProgram(`python${version}`, ['-m', 'venv', environment()], folder, settings)
    await python('-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wheel ?? '')
    for (const name of PROGRAMS) {
      await copyFile(
        path.join(import.meta.dirname, 'programs', name),
        path.join(environment(), name),
      )
    }
  })

  it('checks the types of the programs, and of those of the README and of the page', async () => {
    const documented = [...codeIn(README, 'python'), ...codeIn('src/docs/packages.md', 'python')]
    expect(documented.length).toBeGreaterThan(4)
    const names = await Promise.all(
      documented.map(async (code, at) => {
        await writeFile(path.join(environment(), `documented_${at}.py`), code)
        return `documented_${at}.py`
      }),
    )
    const executable = ['--python-executable', path.join(environment(), 'bin/python')]
    await runPython(tools, [...MYPY, ...executable, ...PROGRAMS, ...names], environment())
    await writeFile(path.join(environment(), 'wrong.py'), WRONG)
    const wrong = runPython(tools, [...MYPY, ...executable, 'wrong.py'], environment())
    await expect(wrong).rejects.toThrow(/^wrong\.py:5: .*"colour"[^]*wrong\.py:7: .*"colour"/)
  })

  it('gives no model the name of something else, which the same program imports', async () => {
    expect(await python('-c', AMBIGUOUS)).toBe('set()\n')
  })

  it('reads, writes and sends a batch, in spite of faults', async () => {
    const busy = { status: 503, headers: { 'retry-after': '0' }, body: '<h1>Sorry' }
    test.proxy.inject('reset before the service', 'pass', busy, 'half a response')
    const printed = await python('partner.py', test.baseUrl, key)
    expect(printed.trimEnd().split('\n')).toEqual([
      'events 5',
      'pages [5, 5]',
      'sparse id start_time title',
      'at once 5',
      'missing not_found 404',
      'venues 1 True',
      'city Aarhus',
      'batch False 1 0',
      `snapshot SnapshotStart ${'EventSnapshotRecord '.repeat(5)}SnapshotEnd`,
    ])
  })

  it('passes on lines as they arrive, waits for changes, repeats what it can, keeps its key to itself, and uses the proxy of the environment', async () => {
    const printed = await python('connection.py')
    expect(printed.trimEnd().split('\n')).toEqual([
      ...Array.from({ length: 4 }, () => "stream ['1', 'in time']"),
      "snapshot ['SnapshotStart', 'SnapshotEnd']",
      'bytes (200, 2)',
      'generator (429, 1)',
      'file (429, 1)',
      'never (503, 1)',
      'never (503, 1)',
      'now (200, 2)',
      'past (200, 2)',
      'change [200, 200]',
      'rejected base_url base_url base_url key key retries longest_wait timeout',
      'shows the key False',
      'closed 200',
      `proxy ${list('http://art.invalid/events/', 'http://art.invalid/events/', 'http://art.invalid/tags/')}`,
      `direct ${list('/events/', '/events/', '/tags/')}`,
    ])
  })

  it('creates one record though the response to its creation is lost', async () => {
    test.proxy.inject('reset after the service')
    const name = `Kunsthal ${version}`
    await python('-c', CREATE, test.baseUrl, key, name)
    const keys = test.proxy.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.any(String), keys[0]])
    const venues = test.client().listVenues({ name }).pages()
    expect((await venues.next()).value).toMatchObject({ count: 1 })
  })

  it('reads each record that stays, while others are removed', async () => {
    expect(await python('-c', SHRINKING)).toBe('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n')
  })

  it.each([
    ['an error page', 503, '<h1>Sorry'],
    ['an error of its own', 401, '{"message":"Unauthorized"}'],
    ['a page in place of the list', 200, '<h1>Log in'],
  ])('names a response of a proxy: %s', async (_, status, body) => {
    test.proxy.inject({ status, body })
    const read = python('-c', READ, test.baseUrl)
    await expect(read).rejects.toThrow(`UnexpectedStatus: Unexpected status code: ${status}`)
  })

  it('has errors that name each fault, show no long body, and can be sent to another process', async () => {
    expect(await python('-c', ERRORS, test.baseUrl)).toBe(
      [
        'invalid_request: The request has 2 faults: offset, limit.',
        'offset: "-1" is not an integer from 0 to 2147483647 in plain decimal digits.',
        'limit: "0" is not an integer from 1 to 100 in plain decimal digits.',
        'invalid_request 502 9000000 True',
        '',
      ].join('\n'),
    )
  })

  it('reads the lines of a snapshot, and goes on where it was cut', async () => {
    const { record: event } = await test.client().retrieveEvent(eventId)
    const record = (id: number) => ({ kind: 'record', record: { ...event, id } })
    const cut = (...lines: object[]) => ({
      status: 200,
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"kind":"en`,
    })
    const start = (cursor: string) => ({ kind: 'start', count: 3, cursor })
    test.proxy.inject(
      cut(start('first'), record(1), record(2)),
      cut(start('second'), record(3), { kind: 'end' }),
      cut(start('third')),
      { status: 200, body: '<h1>Log in' },
    )
    expect(await python('-c', SNAPSHOT, test.baseUrl)).toBe(
      'first 1 2 3 end\nthird RemoteProtocolError\nUnexpectedStatus\n',
    )
    const asked = test.proxy.received.map(({ url }) => url.split('?')[1])
    expect(asked).toEqual(['after=0', 'after=2', 'after=0', 'after=0'])
  })

  it('says that a response is not modified', async () => {
    expect(await python('-c', UNCHANGED, test.baseUrl)).toBe('NotModified\n')
  })

  it('repeats no change whose outcome is unknown', async () => {
    test.proxy.inject({ status: 502 })
    const change = python('-c', CHANGE, test.baseUrl, key)
    await expect(change).rejects.toThrow('UnexpectedStatus')
    expect(test.proxy.received).toHaveLength(1)
  })
})

/** As Python prints it. */
const list = (...texts: string[]): string => `[${texts.map((text) => `'${text}'`).join(', ')}]`

const WRONG = `from art_marketplace import connect, records
from art_marketplace.api.events import list_events

client = connect("https://art.example/api/v1")
records(list_events.sync_detailed, client=client, colour="red")
for event in records(list_events.sync_detailed, client=client):
    print(event.colour)
`

const AMBIGUOUS = `
import art_marketplace
from art_marketplace import models

print(set(art_marketplace.__all__) & set(models.__all__))
`

/** The first three records are removed after the first page, so the others move by more than the overlap of pages. */
const SHRINKING = `
from types import SimpleNamespace as Fields
from art_marketplace import records

ids = list(range(10))

def page(*, limit, offset=0):
    results = [Fields(id=id) for id in ids[offset : offset + limit]]
    last = offset + limit >= len(ids)
    next_ = None if last else f"https://art.example/?offset={offset + limit}"
    if offset == 0:
        ids[:] = ids[-7:]
    return Fields(status_code=200, parsed=Fields(results=results, next_=next_))

print([record.id for record in records(page, limit=4)])
`

const CREATE = `
import sys
from art_marketplace import connect, result
from art_marketplace.api.venues import create_venue
from art_marketplace.models import VenueInput

_, address, key, name = sys.argv
with connect(address, key) as partner:
    result(create_venue.sync_detailed(client=partner, body=VenueInput(name=name)))
`

const ERRORS = `
import pickle
import sys
from art_marketplace import ProblemError, connect, result
from art_marketplace.api.tags import list_tags
from art_marketplace.errors import UnexpectedStatus

with connect(sys.argv[1]) as reader:
    try:
        result(list_tags.sync_detailed(client=reader, limit=0, offset=-1))
    except ProblemError as error:
        problem = pickle.loads(pickle.dumps(error))
print(problem)
unexpected = pickle.loads(pickle.dumps(UnexpectedStatus(502, b"<h1>Sorry" * 1_000_000)))
print(problem.problem.code, unexpected.status_code, len(unexpected.content), len(str(unexpected)) < 10_000)
`

const SNAPSHOT = `
import sys
import httpx
from art_marketplace import connect, retrieve_event_snapshot
from art_marketplace.errors import UnexpectedStatus
from art_marketplace.models import EventSnapshotRecord, SnapshotStart

with connect(sys.argv[1]) as client:
    for _ in range(3):
        seen = []
        try:
            for line in retrieve_event_snapshot(client):
                match line:
                    case SnapshotStart():
                        seen.append(line.cursor)
                    case EventSnapshotRecord():
                        seen.append(str(line.record.id))
                    case _:
                        seen.append(line.kind)
        except (httpx.TransportError, UnexpectedStatus) as error:
            seen.append(type(error).__name__)
        print(*seen)
`

const UNCHANGED = `
import sys
from art_marketplace import NotModified, connect, result
from art_marketplace.api.tags import list_tags

with connect(sys.argv[1]) as client:
    seen = list_tags.sync_detailed(client=client)
    try:
        result(list_tags.sync_detailed(client=client, if_none_match=seen.headers["ETag"]))
    except NotModified as error:
        print(type(error).__name__)
`

const READ = `
import sys
from art_marketplace import connect, result
from art_marketplace.api.events import list_events

with connect(sys.argv[1], retries=0) as client:
    result(list_events.sync_detailed(client=client))
`

const CHANGE = `
import sys
from art_marketplace import connect, result
from art_marketplace.api.events import delete_event

_, address, key = sys.argv
with connect(address, key) as partner:
    result(delete_event.sync_detailed(1, client=partner, if_match="*"))
`
