import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connectClient } from '../../support/database.ts'
import { freePorts } from '../../support/free-ports.ts'
import { readText, root } from '../../support/repository.ts'

// Runs the commands of src/docs/first-hour.md as one script: on an empty database, with the built service.

const run = promisify(execFile)
const PAGE = readText('src/docs/first-hour.md')
const DATABASE = 'art'
const DOWNLOAD = 'curl -fsS https://www.ecb.europa.eu/stats/eurofxref/eurofxref.zip | funzip'

const url = inject('testServerUrl').replace('/DATABASE?', '/postgres?')
const [, socket = ''] = /host=([^&]+)/.exec(url) ?? []
const role = userInfo().username
let folder: string
let shell: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'first-hour-'))
  for (const name of ['package.json', 'scripts', 'dist']) {
    await symlink(path.join(root, name), path.join(folder, name))
  }
  // Builds what is stale.
  await run(process.execPath, [path.join(root, 'scripts/launch.js'), 'keys', '--help'])
  // The role that the page's `createuser` makes; the embedded PostgreSQL has no such program.
  await administer(`CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN CREATEDB`)
})

afterAll(async () => {
  killService()
  await administer(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await administer(`DROP ROLE ${pg.escapeIdentifier(role)}`)
  await rm(folder, { recursive: true, force: true })
})

async function administer(statement: string): Promise<void> {
  const client = await connectClient(url)
  await client.query(statement)
  await client.end()
}

/** Ends the service, which outlives the script. */
function killService(): void {
  if (shell?.pid === undefined) return
  try {
    process.kill(-shell.pid, 'SIGKILL')
  } catch {
    // A script that failed early has not started it.
  }
}

/** The code blocks of a language. */
function blocks(language: string): string {
  const found = PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))
  return [...found].map(([, text]) => text).join('\n')
}

const COMMANDS = blocks('sh')

/** The commands with the socket, ports and rates of this test. */
async function script(port: number, adminPort: number): Promise<string> {
  const rates = path.join(folder, 'rates.csv')
  const day = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  await writeFile(rates, `Date, USD, JPY, GBP, \n${day}, 1.0512, 161.2, 0.8371, \n`)
  const replacements = [
    ['/var/run/postgresql', decodeURIComponent(socket)],
    ['8080', String(port)],
    ['9400', String(adminPort)],
    [DOWNLOAD, `cat ${rates}`],
  ] as const
  return replacements.reduce((text, [own, other]) => {
    expect(text).toContain(own)
    return text.replaceAll(own, other)
  }, COMMANDS)
}

/** Makes a program `createdb`, which the embedded PostgreSQL does not have. */
async function makeCreatedb(): Promise<string> {
  const own = url.replace('//postgres@', `//${encodeURIComponent(role)}@`)
  const programs = path.join(folder, 'bin')
  await mkdir(programs)
  const source = `#!/usr/bin/env node
import pg from ${JSON.stringify(path.join(root, 'node_modules/pg/lib/index.js'))}
const client = new pg.Client(${JSON.stringify(own)})
await client.connect()
await client.query('CREATE DATABASE ' + pg.escapeIdentifier(process.argv[2]))
await client.end()
`
  await writeFile(path.join(programs, 'createdb'), source, { mode: 0o755 })
  return programs
}

/** The output of the script. The service that it starts goes on running. */
async function runScript(text: string): Promise<string> {
  const file = path.join(folder, 'walk.sh')
  const output = path.join(folder, 'output.txt')
  await writeFile(file, `set -eu\n${text}`)
  const target = await open(output, 'w')
  const { HOME, PATH } = process.env
  shell = spawn('bash', [file], {
    cwd: folder,
    // A group of its own, by which the service can be ended.
    detached: true,
    env: { HOME, PATH: `${await makeCreatedb()}:${PATH}` },
    stdio: ['ignore', target.fd, target.fd],
  })
  const [code] = await once(shell, 'exit')
  await target.close()
  const written = await readFile(output, 'utf8')
  expect(code, written).toBe(0)
  return written
}

it('leads from createdb to the first sale', async () => {
  const [port, adminPort] = (await freePorts(2)) as [number, number]
  const output = await runScript(await script(port, adminPort))

  const documented = [...COMMANDS.matchAll(/# (\d{3})\b/g)].map(([, status]) => status)
  const statuses = [...output.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)
  expect(statuses.length).toBeGreaterThan(10)
  expect(statuses, output).toEqual(documented)

  const warnings = [...output.matchAll(/"warnings":(\[.*?\])\}/g)].map(([, list = '']) => list)
  expect(warnings.map((list) => JSON.parse(list))).toEqual([JSON.parse(blocks('json')), []])

  const list = async (address: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1${address}`)).json()
  const gallery = expect.objectContaining({ name: 'Quayside Editions' })
  expect(await list('/marketplace-artworks/?ordering=title')).toMatchObject({
    count: 3,
    results: [
      { gallery, available_for_sale: 'sold' },
      { gallery, available_for_sale: 'available' },
      { gallery, available_for_sale: 'available' },
    ],
  })
  expect(await list('/events/')).toMatchObject({
    count: 1,
    results: [{ publish_status: 'published', venue: { name: 'Quayside Hall' } }],
  })
})
