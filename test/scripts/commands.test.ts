import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow, readText, root } from '../support/repository.ts'
import { useFiles } from './import/support/files.ts'

const files = useFiles()
const TYPESCRIPT = path.join(root, 'test/processes/register-typescript.js')

interface Ended {
  readonly code: unknown
  readonly stderr: string
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
  expect(commands).toEqual([
    'scripts/generate/database-types.ts',
    'scripts/release/release-database.ts',
  ])
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

it('refuses an operator for records that name no user', async () => {
  const file = files.write('name\nSeascape\n', 'tags.csv')
  const { code, stderr } = await runCommand(`import tags ${file} --as evie`, {
    NODE_ENV: 'production',
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^--as does not belong to tags/)
})
