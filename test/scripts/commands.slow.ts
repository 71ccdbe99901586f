import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { run } from '../server/service-process.ts'
import { useDatabase } from '../support/database.ts'
import { makeTag } from '../support/make-tag.ts'
import { filesBelow, readText, root } from '../support/repository.ts'
import { useFiles } from './import/support/files.ts'

const files = useFiles()
const test = useDatabase()
const TYPESCRIPT = path.join(root, 'test/processes/register-typescript.js')

interface Ended {
  readonly code: unknown
  readonly stderr: string
}

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }

/** What the command line of an npm script prints with `--help`; the database that is named does not exist. */
async function help(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...program.split(' '), '--help'],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
    },
  )
  return stdout
}

/** Runs a command in another process, without a database. */
function runCommand(line: string, environment: object): Promise<Ended> {
  const [name, ...args] = line.split(' ')
  const program = ['--import', TYPESCRIPT, path.join(root, 'scripts', `${name}.ts`), ...args]
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ...environment } as NodeJS.ProcessEnv
  return new Promise((resolve) => {
    execFile(process.execPath, program, { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    )
  })
}

it('opens its database only as the service does', () => {
  const commands = filesBelow('scripts', '.ts').filter((file) =>
    readText(file).includes('startEmbeddedServer'),
  )
  // Scratch databases of the developer.
  expect(commands).toEqual(['scripts/scratch-server.ts'])
})

it('has a --help for each npm script, which starts nothing', async () => {
  // Builds what is stale, once.
  await help('scripts/launch.js keys')
  const helped = await pLimit(4).map(Object.entries(scripts), async ([name, script]) => {
    const text = await help(script.replace(/^exec node /, ''))
    return [name, /^Usage: npm (run [\w:-]+|start|test)\b/.test(text) ? 'usage' : text]
  })
  expect(helped).toEqual(Object.keys(scripts).map((name) => [name, 'usage']))
})

it.each([
  ['export tags tags.xlsx', 'tags.xlsx must end in .csv, .ndjson or .jsonl.'],
  ['export tags tags', 'tags must end in .csv, .ndjson or .jsonl.'],
  ['import paintings FILE', '"paintings" is no kind of file: artworks|'],
])('says what it takes: %s', async (line, message) => {
  const { code, stderr } = await runCommand(line, {})
  expect({ code, message: stderr.slice(0, message.length) }).toEqual({ code: 2, message })
})

it.each(['127.0.0.1', 'nowhere.invalid'])(
  'says what to do about a database that is not there: %s',
  async (host) => {
    const environment = { DATABASE_URL: `postgresql://nobody@${host}:1/none` }
    const { stderr } = await runCommand('export tags', environment)
    expect(stderr).toMatch(/^export: .*Is the database running where DATABASE_URL says\?\n$/)
  },
)

it('says what to do about a database that is silent', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const environment = { DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none` }
  const { stderr } = await runCommand('export tags', environment)
  silent.close()
  expect(stderr).toBe(
    'export: Connection terminated due to connection timeout. Nothing responds where DATABASE_URL says: check the host, the name server, and the firewalls between.\n',
  )
})

it.each(['keys create --owner operator --scopes admin', 'import tags FILE'])(
  'refuses the embedded database in production, as the service does: %s',
  async (line) => {
    const file = files.write('name\nSeascape\n', 'tags.csv')
    const folder = `${file}-data`
    const environment = { NODE_ENV: 'production', DATA_DIRECTORY: folder }
    const { code, stderr } = await runCommand(line.replace('FILE', file), environment)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /NODE_ENV is production, so:\n {2}DATABASE_URL must name a database: the embedded one is for development\.\n$/,
    )
    expect(existsSync(folder)).toBe(false)
  },
)

it('says that a signal has ended it, and ends with 130', async () => {
  const program = run('scripts/migrate.ts', { DATABASE_URL: test.url })
  await test.db.transaction().execute(async (holder) => {
    await sql`SELECT pg_advisory_xact_lock(3853314791062309107)`.execute(holder)
    await expect.poll(() => program.output().stderr).toContain('another process')
    program.signal('SIGTERM')
    expect((await program.ended).by).toBe(130)
  })
  expect(program.output()).toEqual({
    stdout: '',
    stderr: 'Waiting: another process migrates the database.\nmigrate: ended by SIGTERM\n',
  })
})

it('ends at a second signal though a statement waits', async () => {
  const program = run('scripts/demo.ts', { DATABASE_URL: test.url })
  await test.db.transaction().execute(async (holder) => {
    // The lock of another load.
    await sql`SELECT pg_advisory_xact_lock(5432019)`.execute(holder)
    const waiting = sql`SELECT FROM pg_locks WHERE objid = 5432019 AND NOT granted`
    await expect.poll(async () => (await waiting.execute(holder)).rows.length).toBe(1)
    const signals = setInterval(() => program.signal('SIGINT'), 300)
    // A process that exits handles no signal any more.
    expect([130, 'SIGINT']).toContain((await program.ended).by)
    clearInterval(signals)
  })
})

it('says that the reader of its output has ended', async () => {
  await makeTag(test.db)
  const line = `'${process.execPath}' --import '${TYPESCRIPT}' scripts/export.ts tags | true`
  const env = { ...process.env, DATABASE_URL: test.url }
  const { stderr } = await promisify(execFile)('sh', ['-c', line], { cwd: root, env })
  expect(stderr).toContain('export: The program that reads the output has ended.')
})

it.runIf(existsSync('/dev/full'))(
  'fails when its output cannot be written, such as a new key',
  async () => {
    const command = `scripts/keys.ts create --owner operator --scopes admin`
    const line = `exec '${process.execPath}' --import '${TYPESCRIPT}' ${command} > /dev/full`
    const env = { ...process.env, DATABASE_URL: test.url }
    await expect(promisify(execFile)('sh', ['-c', line], { cwd: root, env })).rejects.toMatchObject(
      {
        code: 1,
        stderr: expect.stringMatching(/^Key \d+\n.*ENOSPC/s),
      },
    )
  },
)

it('leaves nothing of a file whose export was killed', async () => {
  const folder = `${files.write('')}-folder`
  mkdirSync(folder)
  const file = path.join(root, 'test/scripts/files/killed-export-program.ts')
  // Node would take such a name for an option.
  const program = run(file, { DATABASE_URL: test.url, FILE: '-tags.csv' }, ['env', '-C', folder])
  expect((await program.ended).by).toBe('SIGKILL')
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

it('adds no invented records in production unless --yes says so', async () => {
  const { code, stderr } = await runCommand('demo', {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  })
  expect([code, stderr]).toEqual([
    1,
    'demo: NODE_ENV is production. To add invented records to it, add --yes.\n',
  ])
})

it('refuses an operator for records that name no user', async () => {
  const file = files.write('name\nSeascape\n', 'tags.csv')
  const { code, stderr } = await runCommand(`import tags ${file} --as evie`, {
    NODE_ENV: 'production',
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /^--as does not belong to tags.*\nnpm run import -- --help explains the arguments\.\n$/,
  )
})
